//! A crate that the package depends on, as cargo resolved it: where its sources are, its features, and which of its own dependencies the package has, too.

use crate::environment::Environment;
use crate::error::{Result, error};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A crate that the package depends on.
#[derive(Clone, Debug, Default)]
pub struct Package {
    /// its name, as it was published
    pub name: String,
    /// its version
    pub version: String,
    /// what the code of the package that is built calls it
    pub called: String,
    /// the file of its library
    pub root: PathBuf,
    /// the edition of Rust
    pub edition: String,
    /// its features
    pub features: Vec<String>,
    /// whether a build script of its own may set conditions
    pub scripted: bool,
    /// whether its sources may change
    pub local: bool,
    /// the crates that it depends on, by what its code calls them
    pub dependencies: BTreeMap<String, Dependency>,
    /// the file that says which version it is
    pub lock: PathBuf,
}

/// What a crate depends on.
#[derive(Clone, Debug)]
pub struct Dependency {
    /// the name of the package
    pub name: String,
    /// its version
    pub version: String,
    /// what the code of the package that is built calls it, if it depends on it
    pub called: Option<String>,
}

impl Package {
    /// The crate that the package depends on under a name.
    pub fn find(environment: &Environment, name: &str) -> Result<Self> {
        let metadata = Metadata::of(environment)?;
        let (own, node) = metadata.own(&environment.package)?;
        let wanted = name.replace('-', "_");
        let dependencies = list(&node["deps"]);
        let by_code = dependencies.iter().find(|dep| dep["name"] == *wanted);
        let found = by_code.or_else(|| dependencies.iter().find(|dep| metadata.package(&dep["pkg"])["name"] == *name));
        let package = text(&own["name"]);
        let dependency = found.ok_or_else(|| {
            error!("`{package}` does not depend on `{name}`: add it to `[dependencies]` in Cargo.toml")
        })?;
        if !list(&dependency["dep_kinds"]).iter().any(|kind| kind["kind"] != "build") {
            return Err(error!(
                "`{name}` is a dependency of the build script of `{package}` only: add it to `[dependencies]`, too"
            ));
        }
        metadata.described(dependencies, dependency)
    }
}

struct Metadata(Value);

impl Metadata {
    fn of(environment: &Environment) -> Result<Self> {
        let manifest = environment.package.join("Cargo.toml");
        let features = features(environment, &manifest)?;
        let mut arguments = vec!["--no-default-features".to_string(), "--features".into(), features.join(",")];
        if let Some(target) = &environment.target {
            arguments.extend(["--filter-platform".into(), target.clone()]);
        }
        metadata(environment, &manifest, &arguments).map(Self)
    }

    /// A package by its identity.
    fn package(&self, id: &Value) -> &Value {
        list(&self.0["packages"]).iter().find(|package| package["id"] == *id).unwrap_or(&Value::Null)
    }

    fn node(&self, id: &Value) -> Option<&Value> {
        list(&self.0["resolve"]["nodes"]).iter().find(|node| node["id"] == *id)
    }

    /// The package that is built, and what cargo resolved for it.
    fn own(&self, folder: &Path) -> Result<(&Value, &Value)> {
        let same = |path: &Path| path.canonicalize().ok() == folder.join("Cargo.toml").canonicalize().ok();
        let own = list(&self.0["packages"]).iter().find(|package| same(Path::new(text(&package["manifest_path"]))));
        own.and_then(|own| Some((own, self.node(&own["id"])?)))
            .ok_or_else(|| error!("cargo does not know the package in `{}`", folder.display()))
    }

    fn described(&self, ours: &[Value], dependency: &Value) -> Result<Package> {
        let found = self.package(&dependency["pkg"]);
        let name = text(&found["name"]).to_string();
        let targets = list(&found["targets"]);
        let has = |target: &Value, kinds: &[&str]| list(&target["kind"]).iter().any(|kind| kinds.contains(&text(kind)));
        let library = targets.iter().find(|target| has(target, &["lib", "rlib", "dylib", "cdylib", "staticlib"]));
        let library = library.ok_or_else(|| error!("`{name}` is no library of functions"))?;
        let root = PathBuf::from(text(&library["src_path"]));
        if !root.is_file() {
            return Err(error!(
                "the sources of `{name}` are not at `{}`: run `cargo fetch`, or vendor them whole",
                root.display()
            ));
        }
        let node = self.node(&dependency["pkg"]).unwrap_or(&Value::Null);
        let called = |id: &Value| ours.iter().find(|dep| dep["pkg"] == *id).map(|dep| text(&dep["name"]).to_string());
        let its = list(&node["deps"]).iter().map(|dep| {
            let package = self.package(&dep["pkg"]);
            let [name, version] = ["name", "version"].map(|key| text(&package[key]).to_string());
            (text(&dep["name"]).to_string(), Dependency { name, version, called: called(&dep["pkg"]) })
        });
        Ok(Package {
            version: text(&found["version"]).to_string(),
            called: text(&dependency["name"]).to_string(),
            root,
            edition: text(&library["edition"]).to_string(),
            features: list(&node["features"]).iter().map(|feature| text(feature).to_string()).collect(),
            scripted: targets.iter().any(|target| has(target, &["custom-build"])),
            local: found["source"].is_null(),
            dependencies: its.collect(),
            lock: Path::new(text(&self.0["workspace_root"])).join("Cargo.lock"),
            name,
        })
    }
}

/// The features of the package that is built, as its manifest writes them.
fn features(environment: &Environment, manifest: &Path) -> Result<Vec<String>> {
    let alone = metadata(environment, manifest, &["--no-deps".to_string()])?;
    let path = manifest.canonicalize().ok();
    let is_own = |package: &&Value| Path::new(text(&package["manifest_path"])).canonicalize().ok() == path;
    let own = list(&alone["packages"]).iter().find(is_own).unwrap_or(&Value::Null);
    let all = own["features"].as_object().into_iter().flatten().map(|(name, _)| name);
    let is_on = |name: &&String| environment.features.contains(&name.to_uppercase().replace('-', "_"));
    Ok(all.filter(is_on).cloned().collect())
}

fn metadata(environment: &Environment, manifest: &Path, arguments: &[String]) -> Result<Value> {
    // The versions are those with which cargo builds at this moment, so nothing is looked up or changed.
    let output = Command::new(&environment.cargo)
        .args(["metadata", "--format-version", "1", "--offline", "--locked", "--quiet", "--manifest-path"])
        .arg(manifest)
        .args(arguments)
        .current_dir(&environment.package)
        .output()
        .map_err(|error| error!("cargo cannot be run: {error}"))?;
    serde_json::from_slice(&output.stdout).map_err(|_| {
        let said = String::from_utf8_lossy(&output.stderr);
        error!(
            "cargo cannot tell which versions the package is built with: {}; build it in its own workspace, where `Cargo.lock` is",
            said.trim()
        )
    })
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
