//! The Jacobian of a reprojection error: both rows from one forward run.

/// Appends two rows of 15 derivatives, by the camera, the point and the weight.
pub fn rows(camera: &[f64; 11], point: &[f64; 3], weight: f64, feature: &[f64; 2], out: &mut Vec<f64>) {
    let [r0, r1, r2, c0, c1, c2, focal, u, v, k1, k2] = *camera;
    let x = [point[0] - c0, point[1] - c1, point[2] - c2];
    let angle = (r0 * r0 + r1 * r1 + r2 * r2).sqrt();
    let (sin, cos) = angle.sin_cos();
    let inverse = 1.0 / angle;
    let w = [r0 * inverse, r1 * inverse, r2 * inverse];
    let turned = cross(w, x);
    let inner = dot(w, x);
    let along = inner * (1.0 - cos);
    let z: [f64; 3] = std::array::from_fn(|i| x[i] * cos + turned[i] * sin + w[i] * along);
    let depth = 1.0 / z[2];
    let p = [z[0] * depth, z[1] * depth];
    let radius = p[0] * p[0] + p[1] * p[1];
    let stretch = 1.0 + radius * (k1 + k2 * radius);
    let bend = k1 + 2.0 * k2 * radius;
    for row in 0..2 {
        let place = p[row] * stretch * focal + if row == 0 { u } else { v };
        let g = weight * focal;
        // By the place on the picture before the distortion.
        let along_p = g * p[row] * bend * 2.0;
        let mut p_adj = [along_p * p[0], along_p * p[1]];
        p_adj[row] += g * stretch;
        let z_adj = [p_adj[0] * depth, p_adj[1] * depth, -(p_adj[0] * p[0] + p_adj[1] * p[1]) * depth];
        // Back through the rotation.
        let turned_back = cross(z_adj, w);
        let along_adj = dot(z_adj, w);
        let inner_adj = along_adj * (1.0 - cos);
        let x_adj: [f64; 3] = std::array::from_fn(|i| z_adj[i] * cos + turned_back[i] * sin + w[i] * inner_adj);
        let angle_adj = -dot(z_adj, x) * sin + dot(z_adj, turned) * cos + along_adj * inner * sin;
        let around = cross(x, z_adj);
        let w_adj: [f64; 3] = std::array::from_fn(|i| z_adj[i] * along + x[i] * inner_adj + around[i] * sin);
        let length_adj = angle_adj - dot(w_adj, w) * inverse;
        out.extend((0..3).map(|i| w_adj[i] * inverse + w[i] * length_adj));
        out.extend(x_adj.map(|g| -g));
        out.push(weight * p[row] * stretch);
        out.extend([if row == 0 { weight } else { 0.0 }, if row == 1 { weight } else { 0.0 }]);
        out.extend([g * p[row] * radius, g * p[row] * radius * radius]);
        out.extend(x_adj);
        out.push(place - feature[row]);
    }
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
