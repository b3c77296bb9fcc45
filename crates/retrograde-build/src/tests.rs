//! Small made-up crates in a temporary folder, and what is written for their functions. That it compiles and is right is what `examples/others` tests.

use crate::environment::Environment;
use crate::{file, from_crate};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A package that depends on a crate `other`.
struct Made {
    folder: PathBuf,
    environment: Environment,
}

impl Drop for Made {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// What stands in the manifests of the package and of `other` besides their names, and the files of `other`.
fn made(own: &str, others: &str, files: &[(&str, &str)]) -> Made {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("retrograde-build-{}-{number}", std::process::id()));
    let package = |name: &str, more: &str| {
        let head = format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2021\"\n");
        write(&folder.join(name).join("Cargo.toml"), &(head + more));
    };
    package("own", &format!("[workspace]\n{own}"));
    write(&folder.join("own/src/lib.rs"), "");
    package("other", others);
    package("third", "");
    write(&folder.join("third/src/lib.rs"), "pub fn half(x: f64) -> f64 { 0.5 * x }");
    files.iter().for_each(|(path, text)| write(&folder.join("other/src").join(path), text));
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let made = Command::new(&cargo)
        .args(["generate-lockfile", "--offline", "--quiet"])
        .current_dir(folder.join("own"))
        .status();
    assert!(made.unwrap().success());
    let package = folder.join("own");
    let conditions =
        [("unix", vec![]), ("target_os", vec!["linux".to_string()]), ("target_pointer_width", vec!["64".into()])];
    let conditions = conditions.into_iter().map(|(name, values)| (name.to_string(), values)).collect();
    Made { environment: Environment { package, cargo, conditions, ..Environment::default() }, folder }
}

const DEPENDS: &str = "[dependencies]\nother = { path = \"../other\" }\n";

/// One crate of one file.
fn one(text: &str) -> Made {
    made(DEPENDS, "", &[("lib.rs", text)])
}

fn taken(made: &Made, function: &str) -> String {
    let (text, _) = from_crate("other").function(function).text(&made.environment, "others").unwrap();
    syn::parse_file(&text).expect("it is Rust");
    text
}

fn refused(made: &Made, function: &str) -> String {
    match from_crate("other").function(function).text(&made.environment, "others") {
        Ok((text, _)) => panic!("not refused:\n{text}"),
        Err(error) => error.to_string(),
    }
}

#[track_caller]
fn has(text: &str, parts: &[&str]) {
    let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    parts.iter().for_each(|part| assert!(flat(text).contains(&flat(part)), "no `{part}` in\n{text}"));
}

#[track_caller]
fn has_not(text: &str, parts: &[&str]) {
    parts.iter().for_each(|part| assert!(!text.contains(part), "`{part}` in\n{text}"));
}

#[test]
fn a_function_with_what_it_reaches_and_nothing_else() {
    let made = made(
        DEPENDS,
        "",
        &[
            ("lib.rs", "pub mod a;\nmod b;\npub fn unused() {}"),
            ("a.rs", "use crate::b::{helper, K as FACTOR, Unused};\npub fn f(x: f64) -> f64 { helper(x) * FACTOR }"),
            (
                "b.rs",
                "pub const K: f64 = 2.0; pub struct Unused; pub(in crate::a) fn helper(x: f64) -> f64 { x + crate::b::inner::one() }\nmod inner;",
            ),
            ("b/inner.rs", "pub(crate) fn one() -> f64 { 1.0 }"),
        ],
    );
    let text = taken(&made, "a::f");
    has(
        &text,
        &[
            "pub use ::other::a::f as f;",
            "pub type f = super::copy::a::f;",
            "use super::b::helper;",
            "use super::b::K as FACTOR;",
            "#[differentiable] pub fn f(x: f64)",
            "pub(crate) fn helper(x: f64) -> f64 { x + super::b::inner::one() }",
            "pub(crate) fn one()",
            "fn a_f()",
        ],
    );
    has_not(&text, &["Unused", "unused"]);
}

#[test]
fn re_exports_globs_and_circles_of_them() {
    let made = made(
        DEPENDS,
        "",
        &[
            ("lib.rs", "mod a; mod b; pub use a::*; pub use b::inside as outside;"),
            ("a.rs", "use super::*; use crate::b::*; pub fn f(x: f64) -> f64 { g(x) + outside(x) + Kind::new(x).x }"),
            ("b.rs", "pub use super::a::*; pub fn g(x: f64) -> f64 { x }\npub fn inside(x: f64) -> f64 { x }\n
                pub struct Kind { pub x: f64 } impl Kind { pub fn new(x: f64) -> Self { Kind { x } } pub fn other(&self) -> f64 { self.x } }"),
        ],
    );
    let text = taken(&made, "f");
    has(
        &text,
        &["pub use ::other::f as f;", "pub type f = copy::a::f;", "pub fn g(x", "pub fn inside(x", "pub fn new(x"],
    );
    has_not(&text, &["fn other"]);
    has(&taken(&made, "outside"), &["pub use ::other::outside as outside;", "pub type outside = copy::b::inside;"]);
}

#[test]
fn many_globs_and_functions_called_like_their_modules() {
    let files: Vec<(String, String)> = (0..24)
        .map(|k| (format!("m{k}.rs"), format!("use super::*; pub fn m{k}(x: f64) -> f64 {{ x * {k}.0 + common(x) }}")))
        .collect();
    let globs: String = (0..24).map(|k| format!("mod m{k}; pub use m{k}::*;\n")).collect();
    let root = globs + "fn common(x: f64) -> f64 { x }";
    let mut all: Vec<(&str, &str)> = files.iter().map(|(name, text)| (&**name, &**text)).collect();
    all.push(("lib.rs", &root));
    let made = made(DEPENDS, "", &all);
    let text = taken(&made, "m7");
    has(&text, &["pub use ::other::m7 as m7;", "pub type m7 = copy::m7::m7;", "fn common(x"]);
    has_not(&text, &["m8"]);
}

#[test]
fn conditions_are_as_cargo_resolved_them() {
    let others = "[features]\nfast = []\nslow = []\n";
    let text = "
        #[cfg(feature = \"fast\")] fn way(x: f64) -> f64 { x }
        #[cfg(not(feature = \"fast\"))] fn way(x: f64) -> f64 { x + 1.0 }
        #[cfg(any(windows, target_os = \"linux\"))] const K: f64 = 1.0;
        #[cfg(not(any(windows, target_os = \"linux\")))] const K: f64 = 2.0;
        #[cfg_attr(feature = \"slow\", inline(never))]
        pub fn f(x: f64) -> f64 {
            #[cfg(debug_assertions)]
            assert!(x > 0.0);
            #[cfg(all(debug_assertions, feature = \"slow\"))]
            assert!(x > 1.0);
            if cfg!(feature = \"slow\") { return 0.0; }
            way(x) * K
        }";
    let with =
        made("[dependencies]\nother = { path = \"../other\", features = [\"fast\"] }\n", others, &[("lib.rs", text)]);
    let fast = taken(&with, "f");
    has(
        &fast,
        &["fn way(x: f64) -> f64 { x }", "K: f64 = 1.0", "#[cfg(debug_assertions)] assert!(x > 0.0);", "if false"],
    );
    has_not(&fast, &["x + 1.0", "2.0", "inline", "feature", "x > 1.0"]);
    let without = made(DEPENDS, others, &[("lib.rs", text)]);
    has(&taken(&without, "f"), &["x + 1.0"]);
}

#[test]
fn features_of_the_package_decide_about_those_of_its_dependencies() {
    let own = "[dependencies]\nother = { path = \"../other\" }\n[features]\nall-of-it = [\"other/fast\"]\n";
    let mut made =
        made(own, "[features]\nfast = []\n", &[("lib.rs", "#[cfg(feature = \"fast\")] pub fn f(x: f64) -> f64 { x }")]);
    has(&refused(&made, "f"), &["`other` 0.1.0 has no function `f`, with the features []"]);
    made.environment.features.push("ALL_OF_IT".into());
    taken(&made, "f");
}

#[test]
fn a_build_script_may_set_what_nobody_knows() {
    let made = made(
        DEPENDS,
        "build = \"build.rs\"\n",
        &[
            ("../build.rs", "fn main() {}"),
            ("lib.rs", "#[cfg(has_fma)] pub fn f(x: f64) -> f64 { x }\npub fn g(x: f64) -> f64 { x }"),
        ],
    );
    has(&refused(&made, "f"), &["`cfg(has_fma)`", "build script"]);
    taken(&made, "g");
}

#[test]
fn macros_stand_first_and_begin_at_the_copy() {
    let made =
        one("#[macro_use] mod macros { #[macro_export] macro_rules! twice { ($x:expr) => { $crate::two() * $x }; }
            macro_rules! four { ($x:expr) => { $crate::twice!(twice!($x)) }; } }
        pub fn two() -> f64 { 2.0 }
        pub mod a { pub fn f(x: f64) -> f64 { crate::twice!(x) + four!(crate::two()) } }");
    let text = taken(&made, "a::f");
    has(
        &text,
        &[
            "copied_crate::two() * $x",
            "use super::super::copy as copied_crate;",
            "twice!(x) + four!(super::two())",
            "twice!(twice!($x))",
        ],
    );
}

#[test]
fn impls_of_types_and_traits_that_are_used() {
    let made = one(
        "use std::{fmt, ops::Add};
        #[derive(Clone, Copy)] struct Pair { a: f64, b: f64 }
        impl Pair { const ZERO: Pair = Pair { a: 0.0, b: 0.0 }; fn sum(self) -> f64 { self.a + self.b } fn rest(&self) {} }
        impl Add for Pair { type Output = Pair; fn add(self, o: Pair) -> Pair { Pair { a: self.a + o.a, b: self.b + o.b } } }
        impl fmt::Display for Pair { fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result { write!(f, \"{}\", self.a) } }
        mod ext { pub trait Twice { fn twice(&self) -> f64; } impl Twice for f64 { fn twice(&self) -> f64 { 2.0 * self } }
            pub trait Unused { fn nothing(&self); } impl Unused for f64 { fn nothing(&self) {} } }
        use ext::{Twice as _, Unused as _};
        pub fn f(x: f64) -> f64 { (Pair { a: x, b: 1.0 } + Pair::ZERO).sum().twice() }",
    );
    let text = taken(&made, "f");
    has(
        &text,
        &[
            "impl Add for Pair",
            "fn sum(self)",
            "const ZERO",
            "impl Twice for f64",
            "use self::ext::Twice as _;",
            "#[derive(Clone, Copy)]",
        ]
        .map(|part| if part.starts_with("use self") { "use ext::Twice as _;" } else { part }),
    );
    has_not(&text, &["fn rest", "Unused", "nothing"]);
}

#[test]
fn crates_of_the_crate_by_the_names_of_the_package() {
    let others = "[dependencies]\nthird = { path = \"../third\" }\n";
    let text = "use third::half; pub fn f(x: f64) -> f64 { half(x) + third::half(1.0) }";
    let own = "[dependencies]\nrenamed = { package = \"other\", path = \"../other\" }\nlast = { package = \"third\", path = \"../third\" }\n";
    let both = made(own, others, &[("lib.rs", text)]);
    let (text_of, _) = from_crate("renamed").function("f").text(&both.environment, "others").unwrap();
    has(&text_of, &["use ::last::half;", "half(x) + ::last::half(1.0)", "pub use ::renamed::f as f;"]);
    assert!(
        from_crate("other").function("f").text(&both.environment, "others").is_ok(),
        "by the name of the package, too"
    );
    let without = made(DEPENDS, others, &[("lib.rs", text)]);
    has(&refused(&without, "f"), &["it uses `third::half`", "add `third = \"0.1.0\"` to Cargo.toml"]);
}

#[test]
fn types_of_signatures_are_converted() {
    let made = one("#[derive(Clone, Debug)] pub struct Point { pub x: f64, pub at: [Angle; 2], pub kind: Kind }
        #[derive(Clone, Debug)] pub struct Angle(pub f64);
        #[derive(Clone, Debug)] pub enum Kind { A, B { y: f64 } }
        impl Point { pub fn length(&self, k: f64) -> f64 { self.x * k } fn hidden(&self) -> f64 { self.x } }
        pub trait Size { fn size(&self) -> f64; }
        impl Size for Point { fn size(&self) -> f64 { self.x } }
        pub fn moved(p: &mut Point, all: &[Point], q: Option<Point>) -> Point { p.x += all[0].x; p.clone() }
        pub struct Closed { x: f64 } pub fn of_closed(c: &Closed) -> f64 { c.x }");
    let text = taken(&made, "moved");
    has(
        &text,
        &[
            "pub fn moved( p: &mut copy::Point, all: &[copy::Point], q: ::core::option::Option<copy::Point>, ) -> copy::Point",
            "pub use copy::Angle as Angle;",
            "impl ::core::convert::From<copy::Kind> for ::other::Kind",
            "impl ::core::convert::From<::other::Point> for copy::Point",
        ],
    );
    let (text, _) =
        from_crate("other").method("Point::length").method("Point::size").text(&made.environment, "others").unwrap();
    has(
        &text,
        &["#[differentiable] pub fn length(&self", "#[differentiable] fn size(&self", "use ::other::Size as _;"],
    );
    has(&refused(&made, "Point::hidden"), &["has no function `Point::hidden`"]);
    has(&refused(&made, "of_closed"), &["`Closed`", "has private fields", "write a function of numbers"]);
}

#[test]
fn numbers_of_a_generic_type() {
    let made = one(
        "pub trait Number: Copy {} impl Number for f64 {} pub fn f<'a, T: Number>(x: &'a [T], y: T) -> T { g(y) } fn g<T: Number>(y: T) -> T { y }",
    );
    let text = taken(&made, "f::<f64>");
    has(
        &text,
        &[
            "pub fn f<'a, T: Number>(x: &'a [T], y: T) -> T",
            "fn g<T: Number>",
            "impl Number for f64",
            "draw(0.1f64..0.9f64) as f64",
        ],
    );
    has(&refused(&made, "f"), &["`f::<f64>`"]);
    has(&refused(&made, "f::<f64, f64>"), &["is generic"]);
}

#[test]
fn what_cannot_be_taken_is_an_error_that_says_what_to_do() {
    let made = one(
        "mod private { pub fn f(x: f64) -> f64 { x } }
        pub mod shown { pub fn there(x: f64) -> f64 { x } }
        pub mod twin {} pub fn twin(x: f64) -> f64 { x }
        pub fn generic<T: Into<f64>>(x: T) -> f64 { x.into() }
        pub unsafe fn dangerous(x: f64) -> f64 { x }
        pub fn calls(x: f64) -> f64 { inner(x) } fn inner(x: f64) -> f64 { unsafe { std::mem::transmute::<u64, f64>(x as u64) } }
        pub mod by_macro { macro_rules! make { ($n:ident) => { pub fn $n(x: f64) -> f64 { x } } } make!(made); }
        pub fn no_macro(x: f64) -> f64 { unknown!(x) }
        pub fn text(x: &str) -> f64 { 0.0 }
        pub fn plain(x: f64) -> f64 { x }
        pub use third::half;",
    );
    for (function, said) in [
        ("private::f", &["is private in `other`", "retrograde_build::file"][..]),
        ("there", &["has no function `there`, but `shown::there`"]),
        ("nowhere", &["`other` 0.1.0 has no function `nowhere`"]),
        ("generic", &["is generic", "`generic::<f64>`", "with the types written out"]),
        ("dangerous", &["is `unsafe`"]),
        ("calls", &["`calls` calls `inner` of `other`", "lib.rs:6", "`unsafe`", "#[derivative(..)]"]),
        ("by_macro::made", &["macros make items beside it", "retrograde_build::file"]),
        ("no_macro", &["the macro `unknown!` that it calls is not found"]),
        ("text", &["no random values of the type `str`", "without_test()"]),
        ("twin", &["a module is called like the function `twin`"]),
    ] {
        has(&refused(&made, function), said);
    }
    let wrong = from_crate("other").function("plain").range("y", 0.0..1.0).text(&made.environment, "others");
    has(&wrong.err().unwrap().to_string(), &["`plain` has no parameter `y`, but x"]);
    assert!(from_crate("other").function("text").without_test().text(&made.environment, "others").is_ok());
    let none = from_crate("missing").function("f").text(&made.environment, "others");
    has(&none.err().unwrap().to_string(), &["`own` does not depend on `missing`: add it to `[dependencies]`"]);
    has(
        &from_crate("other").text(&made.environment, "others").err().unwrap().to_string(),
        &["nothing is taken from `other`"],
    );
    has(
        &from_crate("other").function("plain").text(&made.environment, "a b").err().unwrap().to_string(),
        &["name of a module"],
    );
}

#[test]
fn a_dependency_of_the_build_script_alone_and_no_lock_file() {
    let own = "[build-dependencies]\nother = { path = \"../other\" }\n";
    let build = made(own, "", &[("lib.rs", "pub fn f(x: f64) -> f64 { x }")]);
    has(&refused(&build, "f"), &["of the build script of `own` only"]);
    let unlocked = one("pub fn f(x: f64) -> f64 { x }");
    fs::remove_file(unlocked.folder.join("own/Cargo.lock")).unwrap();
    has(&refused(&unlocked, "f"), &["cargo cannot tell which versions", "Cargo.lock"]);
}

#[test]
fn missing_files_matter_where_they_are_needed() {
    let made = one("mod gone; pub mod lost; pub fn f(x: f64) -> f64 { x }");
    taken(&made, "f");
    has(&refused(&made, "lost::g"), &["the file of `mod lost`", "is missing"]);
}

#[test]
fn a_file_of_ones_own_keeps_its_lines() {
    let made = one("");
    let own = |path: &str, text: &str| write(&made.folder.join("own/src").join(path), text);
    own(
        "physics.rs",
        "//! Words.\n/// A part.\npub(crate) mod forces;\n#[path = \"else.rs\"] mod other;\n\npub fn f(x: f64) -> f64 {\n    x\n}\n#[macro_use] mod words;\n",
    );
    own("physics/forces.rs", "//! Inside.\nmod deep;\npub fn g() {} // end");
    own("physics/forces/deep.rs", "pub fn h() {}\n");
    own("physics/words.rs", "macro_rules! m { () => {} }");
    own("else.rs", "fn e() {}");
    let (text, files) = file("src/physics.rs").options("tangent").text(&made.environment, "physics").unwrap();
    let parsed = syn::parse_file(&text).unwrap();
    assert_eq!(files.len(), 5);
    assert_eq!(text.lines().position(|line| line == "pub fn f(x: f64) -> f64 {"), Some(5), "{text}");
    assert!(text.starts_with("#[::retrograde::differentiable(tangent)] pub mod physics { //! Words."));
    let [syn::Item::Mod(item)] = &parsed.items[..] else { panic!("{text}") };
    let names = item.content.iter().flat_map(|(_, items)| items).filter_map(|item| match item {
        syn::Item::Mod(item) => Some(item.ident.to_string()),
        _ => None,
    });
    assert_eq!(names.collect::<Vec<_>>(), ["words", "forces", "other"]);
    has(&text, &["/// A part. pub(crate) mod forces { //! Inside.", "mod deep { pub fn h() {}"]);
}

#[test]
fn mistakes_in_files_of_ones_own() {
    let made = one("");
    let own = |path: &str, text: &str| write(&made.folder.join("own/src").join(path), text);
    own("a.rs", "mod gone;");
    own("b.rs", "pub fn f( {\n");
    let said = |path: &str| file(path).text(&made.environment, "m").unwrap_err().to_string();
    has(&said("src/a.rs"), &["the file of `mod gone;`", "a.rs` is missing"]);
    has(&said("src/b.rs"), &["b.rs`, line 1"]);
    has(&said("src/c.rs"), &["c.rs` cannot be read"]);
}
