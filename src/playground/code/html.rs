//! Plain HTML and JavaScript.

use std::fmt::Write as _;

use super::super::offer::attribute;
use super::plan::Plan;
use super::{escaped, indented, quoted};

pub(super) fn write(plan: &Plan<'_>) -> String {
    let mut code = String::from("<script type=\"module\" src=\"/midturn.js\"></script>\n");
    if let Some(theme) = plan.theme {
        let _ = writeln!(
            code,
            "<link rel=\"stylesheet\" href=\"/themes/{theme}.css\">"
        );
    }
    let css = plan.css(true);
    if !css.is_empty() {
        let _ = write!(code, "<style>\n{}</style>\n", indented(&css, 2));
    }
    code.push('\n');
    element(plan, &mut code);
    if !plan.properties.is_empty() {
        code.push_str("\n<script type=\"module\">\n");
        let mut script = plan.definitions();
        script.push_str("const chat = document.querySelector('midturn-chat');\n");
        for (name, value) in &plan.properties {
            let _ = writeln!(script, "chat.{name} = {value};");
        }
        // `</script>` in a text would end the script.
        code.push_str(&indented(&script.replace("</", "<\\/"), 2));
        code.push_str("</script>\n");
    }
    code
}

fn element(plan: &Plan<'_>, code: &mut String) {
    code.push_str("<midturn-chat");
    if let Some(theme) = plan.theme {
        let _ = write!(code, " class=\"midturn-{theme}\"");
    }
    for (name, value) in &plan.attributes {
        let _ = write!(code, " {}", attribute(name));
        if let Some(value) = value {
            let _ = write!(code, "={}", quoted(value));
        }
    }
    code.push('>');
    if !plan.slots.is_empty() {
        code.push('\n');
        for (name, text) in &plan.slots {
            let _ = writeln!(code, "  <span slot=\"{name}\">{}</span>", escaped(text));
        }
    }
    code.push_str("</midturn-chat>\n");
}
