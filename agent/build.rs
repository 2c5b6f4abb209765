//! Checks that `dist/` is built when the page is compiled into the program.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var_os("CARGO_FEATURE_PAGE").is_none() {
        return;
    }
    // The compiler tracks only the files that it has read, so it would miss an added file.
    println!("cargo::rerun-if-changed=../dist");
    if !std::path::Path::new("../dist/index.html").is_file() {
        println!("cargo::error=there is no dist/: run `cargo xtask build --release`");
    }
}
