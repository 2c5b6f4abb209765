//! What a call will do: its command, its change to a file, and its other arguments by name.
//!
//! Not responsible for whether it may.

use web_sys::Node;

use super::diff::diff;
use crate::components::Ui;
use crate::dom::{El, all, el};

const COMMAND: &[&str] = &["command", "cmd"];
const PATH: &[&str] = &["path", "file_path", "filename"];
const CONTENT: &[&str] = &["content", "contents", "file_text"];
const OLD: &[&str] = &["old_string", "old_text", "old_str"];
const NEW: &[&str] = &["new_string", "new_text", "new_str"];

/// What the arguments say, as far as they are understood.
pub(super) fn call(ui: &Ui, arguments: &str) -> Node {
    let Some(mut fields) = (ui.json.fields)(arguments) else {
        return code("mt-approval__code", arguments).into();
    };
    let mut views: Vec<Node> = Vec::new();
    let mut take = |names: &[&str]| {
        let place = fields
            .iter()
            .position(|(name, _)| names.contains(&&**name))?;
        Some(fields.remove(place).1)
    };
    if let Some(command) = take(COMMAND) {
        let sign = el("span")
            .class("mt-approval__sign")
            .attr("aria-hidden", "true")
            .text("$ ");
        let block = code("mt-approval__code", "").child(sign).text(&command);
        views.push(block.into());
    }
    let (path, old) = (take(PATH), take(OLD));
    let new = take(if old.is_some() { NEW } else { CONTENT });
    if let Some(path) = path {
        let name = el("code").class("mt-approval__path").attr("dir", "ltr");
        views.push(name.text(&path).into());
    }
    if old.is_some() || new.is_some() {
        let (old, new) = (old.unwrap_or_default(), new.unwrap_or_default());
        views.push(diff(&old, &new).into());
    }
    if !fields.is_empty() {
        let mut list = el("dl").class("mt-approval__fields");
        for (name, value) in &fields {
            list = list
                .child(el("dt").attr("dir", "ltr").text(name))
                .child(el("dd").attr("dir", "auto").text(value));
        }
        views.push(list.into());
    }
    all(views)
}

fn code(class: &str, text: &str) -> El {
    el("pre")
        .class(class)
        .attr("dir", "ltr")
        .attr("tabindex", "0")
        .text(text)
}

/// JSON text with a line for each value. Its values are left as they are written, so that no
/// number loses a digit.
pub(super) fn pretty(json: &str) -> String {
    let mut out = String::new();
    let mut depth = 0_usize;
    let mut quoted = false;
    let mut escaped = false;
    let mut opened = false;
    let line = |out: &mut String, depth: usize| {
        out.push('\n');
        for _ in 0..depth {
            out.push_str("  ");
        }
    };
    for next in json.chars() {
        if quoted {
            out.push(next);
            quoted = escaped || next != '"';
            escaped = !escaped && next == '\\';
            continue;
        }
        if next.is_ascii_whitespace() {
            continue;
        }
        let closes = matches!(next, '}' | ']');
        if closes {
            depth = depth.saturating_sub(1);
        }
        if opened != closes {
            line(&mut out, depth);
        }
        opened = false;
        out.push(next);
        match next {
            '{' | '[' => {
                depth += 1;
                opened = true;
            }
            '"' => quoted = true,
            ':' => out.push(' '),
            _ => {}
        }
        if next == ',' {
            line(&mut out, depth);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::pretty;

    #[test]
    fn values_are_left_as_they_are_written() {
        let json = r#"{"a":12345678901234567890,"b":[1, {"c":"{\"x\": [,]}\\"}],"d":{},"e":[ ]}"#;
        let expected = r#"{
  "a": 12345678901234567890,
  "b": [
    1,
    {
      "c": "{\"x\": [,]}\\"
    }
  ],
  "d": {},
  "e": []
}"#;
        assert_eq!(pretty(json), expected);
        assert_eq!(pretty(expected), expected);
    }
}
