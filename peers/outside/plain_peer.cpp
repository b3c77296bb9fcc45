// Plain C++: the functions themselves, without derivatives.

#include <array>

#include "programs.hpp"

using Transform = std::array<double, 16>;

Transform product(const double *a, const double *b) {
  Transform c;
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) {
      double sum = 0.0;
      for (int k = 0; k < 4; k++) sum += a[4 * i + k] * b[4 * k + j];
      c[4 * i + j] = sum;
    }
  return c;
}

Transform rotation_by_angles(const double *angles) {
  double sx = sin(angles[0]), cx = cos(angles[0]), sz = sin(angles[1]), cz = cos(angles[1]), sy = sin(angles[2]),
         cy = cos(angles[2]);
  return {cz * cy, cz * sy * sx - sz * cx, cz * sy * cx + sz * sx, 0.0,
          sz * cy, sz * sy * sx + cz * cx, sz * sy * cx - cz * sx, 0.0,
          -sy,     cy * sx,                cy * cx,                0.0,
          0.0,     0.0,                    0.0,                    1.0};
}

/// Hand tracking: the errors of all points.
void hand(const Sizes &sizes, const Numbers &numbers, Numbers &out) {
  size_t bones = sizes[0], corners = sizes[1], points = sizes[2], places = sizes[3];
  const size_t *parents = &sizes[4], *correspondences = parents + bones, *triangles = correspondences + points;
  const double *theta = &numbers[0], *us = theta + 26, *relatives = us + 2 * places, *inverse = relatives + 16 * bones;
  const double *base = inverse + 16 * bones, *weights = base + 4 * corners, *seen = weights + corners * bones;
  double mirror = seen[3 * points];
  std::vector<std::array<double, 3>> angles(bones, {0.0, 0.0, 0.0}), positions(corners);
  for (size_t finger = 0; finger < 5; finger++) {
    size_t bone = 2 + 4 * finger, at = 6 + 4 * finger;
    angles[bone][0] = theta[at];
    angles[bone][1] = theta[at + 1];
    angles[bone + 1][0] = theta[at + 2];
    angles[bone + 2][0] = theta[at + 3];
  }
  std::vector<Transform> absolutes(bones), transforms(bones);
  for (size_t bone = 0; bone < bones; bone++) {
    absolutes[bone] = product(relatives + 16 * bone, rotation_by_angles(angles[bone].data()).data());
    if (parents[bone]) absolutes[bone] = product(absolutes[parents[bone] - 1].data(), absolutes[bone].data());
    transforms[bone] = product(absolutes[bone].data(), inverse + 16 * bone);
  }
  double angle = sqrt(theta[0] * theta[0] + theta[1] * theta[1] + theta[2] * theta[2]);
  double r[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  if (angle >= 0.0001) {
    double x = theta[0] / angle, y = theta[1] / angle, z = theta[2] / angle, s = sin(angle), c = cos(angle);
    double turned[9] = {x * x + (1 - x * x) * c, x * y * (1 - c) - z * s,   x * z * (1 - c) + y * s,
                        x * y * (1 - c) + z * s, y * y + (1 - y * y) * c,   y * z * (1 - c) - x * s,
                        x * z * (1 - c) - y * s, z * y * (1 - c) + x * s,   z * z + (1 - z * z) * c};
    std::copy(turned, turned + 9, r);
  }
  for (size_t v = 0; v < corners; v++) {
    const double *b = base + 4 * v;
    double p[3] = {0.0, 0.0, 0.0};
    for (size_t bone = 0; bone < bones; bone++) {
      const double *t = transforms[bone].data();
      double weight = weights[v * bones + bone];
      for (int i = 0; i < 3; i++)
        p[i] += (t[4 * i] * b[0] + t[4 * i + 1] * b[1] + t[4 * i + 2] * b[2] + t[4 * i + 3] * b[3]) * weight;
    }
    p[0] *= mirror;
    for (int i = 0; i < 3; i++)
      positions[v][i] = r[3 * i] * p[0] + r[3 * i + 1] * p[1] + r[3 * i + 2] * p[2] + theta[3 + i];
  }
  out.resize(3 * points);
  for (size_t k = 0; k < points; k++)
    for (int i = 0; i < 3; i++) {
      size_t at = correspondences[k];
      if (places) {
        const size_t *t = triangles + 3 * at;
        double u = us[2 * k], v = us[2 * k + 1];
        out[3 * k + i] = seen[3 * k + i] - (u * positions[t[0]][i] + v * positions[t[1]][i] + (1 - u - v) * positions[t[2]][i]);
      } else {
        out[3 * k + i] = seen[3 * k + i] - positions[at][i];
      }
    }
}

/// Bundle adjustment: the errors of all observations, and those of the weights.
void bundle(const Numbers &numbers, Numbers &out) {
  std::vector<double> x(17);
  size_t count = numbers.size() / 17;
  out.resize(3 * count);
  for (size_t k = 0; k < count; k++) {
    std::copy(&numbers[17 * k], &numbers[17 * k] + 17, x.begin());
    error(x, &out[2 * k]);
    out[2 * count + k] = 1.0 - x[14] * x[14];
  }
}

Run prepare(const std::string &name, const Sizes &sizes, const Numbers &numbers) {
  if (name == "ba") return [numbers](Numbers &out) { bundle(numbers, out); };
  if (name == "ht") return [sizes, numbers](Numbers &out) { hand(sizes, numbers, out); };
  size_t count = active(name, sizes, numbers.size());
  Numbers x(numbers.begin(), numbers.begin() + count), rest(numbers.begin() + count, numbers.end());
  if (name == "mul")
    return [x, sizes](Numbers &out) {
      out.resize(2 * sizes[0]);
      product(x, sizes, out);
    };
  auto f = scalar<double>(name);
  return [=](Numbers &out) { out.assign(1, f(x, sizes, rest)); };
}

int main() { return serve(prepare); }
