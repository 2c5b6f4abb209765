//! Checks that `dist/` is built when the page is compiled into the program.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var_os("CARGO_FEATURE_PAGE").is_none() {
        return;
    }
    // Also rerun when a file is added: the compiler has not read that file before.
    println!("cargo::rerun-if-changed=../dist");
    if !std::path::Path::new("../dist/index.html").is_file() {
        println!("cargo::error=there is no dist/: run `cargo xtask build --release`");
    }
}
