//! Looks whether the page that is to become part of the program has been built.
//!
//! Not responsible for: building it.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var_os("CARGO_FEATURE_PAGE").is_none() {
        return;
    }
    // A file that is added to it changes no file that the compiler has read.
    println!("cargo::rerun-if-changed=../dist");
    if !std::path::Path::new("../dist/index.html").is_file() {
        println!("cargo::error=there is no dist/: run `cargo xtask build --release`");
    }
}
