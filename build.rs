//! Bundles the style sheets that the program contains: one for a chat, one for the standalone page,
//! one for its playground, and those that come with a part of the program.
//! Removes comments and repeated white space, which are a fifth of the size. Also sets the linker
//! flag that splitting the program into parts needs.

use std::path::Path;
use std::{env, fs};

/// The files of a chat, in the order of the cascade.
const CHAT: &[&str] = &[
    "style/tokens.css",
    "style/base.css",
    "style/button.css",
    "style/chat.css",
    "style/tools.css",
    "style/find.css",
    "style/composer.css",
    "style/toast.css",
    "style/room.css",
    "style/empty.css",
    "style/part.css",
    "style/message.css",
    "style/actions.css",
    "style/fold.css",
    "style/attachment.css",
    "style/answer.css",
    "style/code.css",
    "style/activity.css",
    "style/running_card.css",
    "style/dialog.css",
    "style/enlarged.css",
    "style/print.css",
];

/// Files of a chat that come with the part that needs them. They are last in the cascade, in the order in
/// which they come.
const LATER: &[&str] = &[
    "style/approval.css",
    "style/debug.css",
    "style/interjection.css",
    "style/output.css",
    "style/plan.css",
    "style/queue.css",
];

/// The files of the standalone page, around the chat.
const PAGE: &[&str] = &["style/page.css", "style/settings.css"];

/// The files of the standalone page's playground.
const PLAYGROUND: &[&str] = &["style/playground.css", "style/playground_panel.css"];

fn main() {
    let arch = env::var("CARGO_CFG_TARGET_ARCH").unwrap_or_default();
    if arch == "wasm32" && env::var_os("CARGO_FEATURE_PARTS").is_some() {
        // Splitting the program needs to know which code refers to which.
        println!("cargo::rustc-link-arg-bins=--emit-relocs");
    }
    println!("cargo::rerun-if-changed=style");
    let out = env::var_os("OUT_DIR").expect("cargo sets it");
    let bundles = [
        ("chat.css", CHAT),
        ("page.css", PAGE),
        ("playground.css", PLAYGROUND),
    ];
    let write = |name: &str, style: &str| {
        let target = Path::new(&out).join(name);
        fs::write(&target, small(style)).expect("OUT_DIR can be written to");
    };
    for (name, files) in bundles {
        let whole: String = files.iter().map(|file| read(file)).collect();
        write(name, &whole);
    }
    for file in LATER {
        let name = file.strip_prefix("style/").unwrap_or(file);
        write(name, &read(file));
    }
}

fn read(file: &str) -> String {
    fs::read_to_string(file).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// Removes comments and repeated white space. After compression, a minifier would save hardly more.
/// No style sheet here has comments or repeated spaces within quotes.
fn small(style: &str) -> String {
    let mut kept = String::new();
    let mut rest = style;
    while let Some((before, comment)) = rest.split_once("/*") {
        kept += before;
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    kept += rest;
    kept.split_whitespace().collect::<Vec<_>>().join(" ")
}
