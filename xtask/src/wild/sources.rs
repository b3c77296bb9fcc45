//! The sources of a published crate, as cargo finds them, in a copy that depends on Retrograde.

use super::list::Published;
use serde_json::Value;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A crate whose sources may be changed.
pub struct Copy {
    pub folder: PathBuf,
    /// the file of the library's root
    pub root: PathBuf,
}

/// Copies the sources of a crate; those of the last time are replaced.
pub fn copy(published: &Published, folder: &Path) -> Result<Copy, String> {
    let package = package(published, &folder.join("fetched"))?;
    let manifest = package["manifest_path"].as_str().ok_or("no manifest")?;
    let original = Path::new(manifest).parent().ok_or("no folder")?;
    let is_library = |target: &&Value| {
        let kinds = target["kind"].as_array().into_iter().flatten().filter_map(Value::as_str);
        kinds.into_iter().any(|kind| kind == "lib" || kind == "rlib" || kind == "cdylib")
    };
    let library = package["targets"].as_array().into_iter().flatten().find(is_library).ok_or("it has no library")?;
    let root = Path::new(library["src_path"].as_str().ok_or("no path")?);
    prepare(original, root, &folder.join("copies").join(&published.name), folder)
}

/// Copies a crate, and makes it depend on what compares.
pub fn prepare(original: &Path, root: &Path, copy: &Path, folder: &Path) -> Result<Copy, String> {
    let _ = fs::remove_dir_all(copy);
    copy_folder(original, copy).map_err(|error| error.to_string())?;
    // Versions that were locked long ago would be compiled for this crate alone.
    let _ = fs::remove_file(copy.join("Cargo.lock"));
    let root = copy.join(root.strip_prefix(original).map_err(|error| error.to_string())?);
    let text = fs::read_to_string(copy.join("Cargo.toml")).map_err(|error| error.to_string())?;
    let is_old = !text.contains("edition = \"20") || text.contains("edition = \"2015");
    fs::write(copy.join("Cargo.toml"), manifest_of(&text, folder)).map_err(|error| error.to_string())?;
    let text = fs::read_to_string(&root).map_err(|error| error.to_string())?;
    fs::write(&root, with_crates(&text, is_old)).map_err(|error| error.to_string())?;
    Ok(Copy { folder: copy.to_path_buf(), root })
}

/// What cargo knows of a package. It is asked once, since it asks the network.
fn package(published: &Published, folder: &Path) -> Result<Value, String> {
    let kept = folder.join(format!("{}-{}.json", published.name, published.version));
    if let Some(package) = fs::read(&kept).ok().and_then(|text| serde_json::from_slice(&text).ok()) {
        return Ok(package);
    }
    let package = asked(published, folder)?;
    fs::write(kept, package.to_string()).map_err(|error| error.to_string())?;
    Ok(package)
}

fn asked(Published { name, version, .. }: &Published, folder: &Path) -> Result<Value, String> {
    let manifest = format!(
        "[package]\nname = \"fetched\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n\"{name}\" = \"={version}\"\n"
    );
    let write = || {
        fs::create_dir_all(folder.join("src"))?;
        fs::write(folder.join("src/lib.rs"), "")?;
        fs::write(folder.join("Cargo.toml"), manifest)
    };
    write().map_err(|error| error.to_string())?;
    let _ = fs::remove_file(folder.join("Cargo.lock"));
    let output = Command::new("cargo")
        .args(["metadata", "--format-version", "1", "--quiet"])
        .current_dir(folder)
        .output()
        .map_err(|error| error.to_string())?;
    let metadata: Value =
        serde_json::from_slice(&output.stdout).map_err(|_| String::from_utf8_lossy(&output.stderr).into_owned())?;
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let is_it = |package: &&Value| package["name"] == name.as_str();
    packages.into_iter().find(is_it).cloned().ok_or_else(|| format!("cargo does not find `{name}`"))
}

/// Copies the library, as it is now: a run takes long, and what changes meanwhile is for the next one.
pub fn copy_library(folder: &Path) -> Result<(), String> {
    let workspace = super::workspace();
    let text = fs::read_to_string(workspace.join("Cargo.toml")).map_err(|error| error.to_string())?;
    let alone =
        |line: &str| if line.starts_with("members") { "members = [\"crates/*\"]".into() } else { line.to_string() };
    let lines = text.lines().filter(|line| !line.starts_with("default-members")).map(alone);
    let manifest = lines.collect::<Vec<_>>().join("\n");
    let copy = || {
        update_folder(&workspace.join("crates"), &folder.join("library/crates"))?;
        update(&folder.join("library/Cargo.toml"), manifest.as_bytes())
    };
    copy().map_err(|error: std::io::Error| error.to_string())
}

/// Copies what is not there as it is, so that cargo does not compile it once more.
fn update_folder(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let (path, target) = entry.map(|entry| (entry.path(), to.join(entry.file_name())))?;
        if path.is_dir() { update_folder(&path, &target)? } else { update(&target, &fs::read(&path)?)? }
    }
    Ok(())
}

fn update(file: &Path, text: &[u8]) -> std::io::Result<()> {
    if fs::read(file).is_ok_and(|there| there == text) { Ok(()) } else { fs::write(file, text) }
}

fn copy_folder(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let (path, target) = entry.map(|entry| (entry.path(), to.join(entry.file_name())))?;
        if path.is_dir() {
            copy_folder(&path, &target)?;
        } else {
            fs::copy(&path, &target)?;
        }
    }
    Ok(())
}

/// Crates whose types and traits Retrograde knows, with features of their names, and the versions that it knows.
const FEATURES: [(&str, &str); 4] =
    [("nalgebra", "0.35"), ("ndarray", "0.17"), ("num-complex", "0.4"), ("num-traits", "0.2")];

/// A manifest without what only the crate's own tests need, and with Retrograde.
fn manifest_of(text: &str, folder: &Path) -> String {
    const DROPPED: [&str; 7] =
        ["dev-dependencies", "[[test]]", "[[bench]]", "[[example]]", "[lints", "[profile", "[badges"];
    let mut kept = String::new();
    let mut keeps = true;
    for line in text.lines() {
        if line.starts_with('[') {
            keeps = !DROPPED.iter().any(|dropped| line.contains(dropped));
        }
        if keeps {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    let library = folder.join("library/crates/retrograde");
    let (library, support) = (library.display(), folder.join("support"));
    let is_used = |(name, version): &&(&str, &str)| {
        let own = text.split_once(&format!("[dependencies.{name}]\n")).map_or("", |(_, rest)| rest);
        let own = own.split("\n[").next().unwrap_or_default();
        own.contains(&format!("version = \"{version}")) && !own.contains("optional = true")
    };
    let features: Vec<&str> = FEATURES.iter().filter(is_used).map(|(name, _)| *name).collect();
    let _ = write!(
        kept,
        "\n[workspace]\n\n[dependencies.retrograde]\npath = \"{library}\"\nfeatures = {features:?}\n\n[dependencies.wild-support]\npath = \"{}\"\n",
        support.display()
    );
    kept
}

/// The root of a library that names the crates which emitted code needs, whatever the edition, with and without the standard library.
fn with_crates(text: &str, is_old: bool) -> String {
    let mut out = text.to_string();
    out.push_str("\n#[allow(unused_extern_crates)] extern crate retrograde;\nextern crate wild_support;\n");
    if is_old && !text.contains("extern crate core") {
        out.push_str("extern crate core;\n");
    }
    if text.contains("no_std") && !text.contains("extern crate std") {
        out.push_str("extern crate std;\n");
    }
    out
}
