/// Gradients move with what is moved onto a stack; an entry of a map is read where its key says.
#[reversible(adjoint, tangent, checks = false)]
fn keep(y: &mut f64, x: f64, stack: &mut Stack<f64>, map: &mut BTreeMap<u32, f64>) {
    push(stack, y);
    insert(map, 3, x * x);
    *y += map[&3];
}
