//! cargo-fuzz, which runs the fuzz targets of the protocol.
//!
//! libFuzzer is C++, so a C++ compiler is needed too.

use anyhow::Result;

use super::{cargo_install, system};
use crate::project::Project;

const VERSION: &str = "0.13.2";

/// Installs cargo-fuzz, unless version 0.12 or 0.13 is installed.
///
/// # Errors
/// If cargo-fuzz or a C++ compiler cannot be installed.
pub(crate) fn ensure(project: &Project) -> Result<()> {
    let compilers = ["c++", "g++", "clang++"];
    system::ensure(project, &compilers, "g++", "a C++ compiler")?;
    let program = cargo_install::Program {
        package: "cargo-fuzz",
        name: "cargo-fuzz",
        version: VERSION,
        accepts: &|installed| installed.starts_with("0.13.") || installed.starts_with("0.12."),
        default_features: true,
        seconds: 40,
    };
    cargo_install::ensure(project, &program)
}
