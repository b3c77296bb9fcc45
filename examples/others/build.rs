//! Writes the derivatives that the library includes.

fn main() {
    retrograde_build::from_crate("statrs")
        .function("function::logistic::logistic")
        .range("p", -3.0..3.0)
        .write("special");
    retrograde_build::from_crate("measures")
        .function("fit::curve")
        .function("fit::polynomial::<f64>")
        .function("hidden_place")
        .function("fit::weighted")
        .function("tank::total")
        .method("Tank::volume")
        .write("gauges");
    retrograde_build::file("src/valve.rs").write("valve");
}
