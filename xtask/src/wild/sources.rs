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
    let root = copy.join(root.strip_prefix(original).map_err(|error| error.to_string())?);
    let text = fs::read_to_string(copy.join("Cargo.toml")).map_err(|error| error.to_string())?;
    fs::write(copy.join("Cargo.toml"), manifest_of(&text, folder)).map_err(|error| error.to_string())?;
    let text = fs::read_to_string(&root).map_err(|error| error.to_string())?;
    fs::write(&root, with_crates(&text)).map_err(|error| error.to_string())?;
    Ok(Copy { folder: copy.to_path_buf(), root })
}

/// What cargo knows of a package.
fn package(Published { name, version, .. }: &Published, folder: &Path) -> Result<Value, String> {
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
    let library = super::workspace().join("crates/retrograde");
    let (library, support) = (library.display(), folder.join("support"));
    let _ = write!(
        kept,
        "\n[workspace]\n\n[dependencies.retrograde]\npath = \"{library}\"\n\n[dependencies.wild-support]\npath = \"{}\"\n",
        support.display()
    );
    kept
}

/// The root of a library that names the crates which emitted code needs, whatever the edition, with and without the standard library.
fn with_crates(text: &str) -> String {
    let mut out = text.to_string();
    out.push_str(
        "\n#[allow(unused_extern_crates)] extern crate retrograde;\n#[cfg(all(test))] extern crate wild_support;\n",
    );
    if text.contains("no_std") {
        out.push_str("extern crate std;\n");
    }
    out
}
