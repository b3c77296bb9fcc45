//! What cargo tells a build script: where the package is, for what it is compiled, and with which features.

use crate::error::{Result, error};
use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::path::PathBuf;

/// What cargo tells a build script.
#[derive(Clone, Debug, Default)]
pub struct Environment {
    /// the folder of the package that is built
    pub package: PathBuf,
    /// where what the script makes belongs
    pub out: PathBuf,
    /// the cargo that runs it
    pub cargo: OsString,
    /// for what it is compiled
    pub target: Option<String>,
    /// what `cfg` sees there; a flag has no values
    pub conditions: BTreeMap<String, Vec<String>>,
    /// the features of the package, in capitals
    pub features: Vec<String>,
}

impl Environment {
    /// That of this process.
    pub fn of_build_script() -> Result<Self> {
        let folder = |name: &str| {
            let message = || error!("`{name}` is not set: call this from a build script, `build.rs`, that cargo runs");
            env::var_os(name).map(PathBuf::from).ok_or_else(message)
        };
        let mut environment = Self {
            package: folder("CARGO_MANIFEST_DIR")?,
            out: folder("OUT_DIR")?,
            cargo: env::var_os("CARGO").unwrap_or_else(|| "cargo".into()),
            target: env::var("TARGET").ok(),
            ..Self::default()
        };
        for (name, value) in env::vars_os() {
            let (Ok(name), Ok(value)) = (name.into_string(), value.into_string()) else { continue };
            if let Some(feature) = name.strip_prefix("CARGO_FEATURE_") {
                environment.features.push(feature.to_string());
            } else if let Some(condition) = name.strip_prefix("CARGO_CFG_")
                && condition != "FEATURE"
            {
                let values = value.split(',').filter(|value| !value.is_empty()).map(String::from).collect();
                environment.conditions.insert(condition.to_lowercase(), values);
            }
        }
        Ok(environment)
    }
}
