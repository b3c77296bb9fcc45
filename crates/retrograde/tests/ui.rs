//! What a mistake looks like: each file in `ui/` is compiled, and what rustc says is compared with the `.stderr` beside it.
//!
//! After a change of wording, `TRYBUILD=overwrite cargo test -p retrograde --test ui` writes the new texts; read the difference.

#[test]
fn mistakes() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
