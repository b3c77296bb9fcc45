#[reversible]
fn checked(y: &mut f64, x: f64) {
    let s = x * x;
    assert!(s < 10.0, "{s}");
    *y += s;
    safe! { println!("{y}"); }
}
