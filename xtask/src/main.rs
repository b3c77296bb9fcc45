//! cli
mod random;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    if a[1] == "dump" { for s in &a[2..] { random::dump(s.parse().unwrap()); } }
    else if a[1] == "small" { for s in &a[2..] { random::small(s.parse().unwrap()); } }
    else { random::many(a[2].parse().unwrap(), a[3].parse().unwrap()) }
}
