//! Writes the style sheets, for a chat and for what only the page has, as the program carries them:
//! without comments and spaces, which are a fifth of their size. Tells the linker what the parts need.
//!
//! Not responsible for the order within a component, which its file has.

use std::path::Path;
use std::{env, fs};

/// The files of a chat, in the order of the cascade.
const CHAT: [&str; 23] = [
    "style/tokens.css",
    "style/base.css",
    "style/button.css",
    "style/chat.css",
    "style/find.css",
    "style/composer.css",
    "style/toast.css",
    "style/room.css",
    "style/part.css",
    "style/message.css",
    "style/fold.css",
    "style/attachment.css",
    "style/answer.css",
    "style/code.css",
    "style/activity.css",
    "style/output.css",
    "style/interjection.css",
    "style/approval.css",
    "style/running_card.css",
    "style/queue.css",
    "style/dialog.css",
    "style/print.css",
    "style/debug.css",
];

/// The files of what is around it on the page.
const PAGE: [&str; 1] = ["style/page.css"];

fn main() {
    let arch = env::var("CARGO_CFG_TARGET_ARCH").unwrap_or_default();
    if arch == "wasm32" && env::var_os("CARGO_FEATURE_PARTS").is_some() {
        // What divides the program has to know what refers to what.
        println!("cargo::rustc-link-arg-bins=--emit-relocs");
    }
    println!("cargo::rerun-if-changed=style");
    let out = env::var_os("OUT_DIR").expect("cargo sets it");
    for (name, files) in [("chat.css", &CHAT[..]), ("page.css", &PAGE[..])] {
        let mut whole = String::new();
        for file in files {
            let text = fs::read_to_string(file);
            whole += &text.unwrap_or_else(|error| panic!("{file}: {error}"));
        }
        let target = Path::new(&out).join(name);
        fs::write(&target, small(&whole)).expect("OUT_DIR can be written to");
    }
}

/// Without comments, and with one space for many: the rest, compression does as well as a
/// minifier, and no style here has either within quotes.
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
