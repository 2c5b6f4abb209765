//! The component for React.

use std::fmt::Write as _;

use super::indented;
use super::plan::{Plan, text};

pub(super) fn write(plan: &Plan<'_>) -> String {
    let mut code = String::from("import { MidturnChat } from 'midturn/react';\n");
    if let Some(theme) = plan.theme {
        let _ = writeln!(code, "import 'midturn/themes/{theme}.css';");
    }
    code.push('\n');
    code.push_str(&plan.definitions());
    // Made once: a new object would be a changed property in each rendering.
    for (name, value) in &plan.properties {
        if !is_named(plan, value) {
            let _ = writeln!(code, "const {name} = {value};");
        }
    }
    if !plan.tokens.is_empty() {
        code.push_str("const style = {\n");
        for (name, value) in &plan.tokens {
            let _ = writeln!(code, "  '{name}': {},", text(value));
        }
        code.push_str("};\n");
    }
    let css = plan.css(false);
    if !css.is_empty() {
        let css = css.replace('\\', "\\\\").replace('`', "\\`");
        let _ = writeln!(code, "const css = `\n{css}`;");
    }
    if !code.ends_with("\n\n") {
        code.push('\n');
    }
    code.push_str("export function Chat() {\n  return (\n");
    let mut inside = element(plan);
    if !css.is_empty() {
        inside = format!(
            "<>\n  <style>{{css}}</style>\n{}</>\n",
            indented(&inside, 2)
        );
    }
    code.push_str(&indented(&inside, 4));
    code.push_str("  );\n}\n");
    code
}

/// Whether the value is a sample, which has its own name.
fn is_named(plan: &Plan<'_>, value: &str) -> bool {
    plan.samples.iter().any(|sample| sample.name == value)
}

fn element(plan: &Plan<'_>) -> String {
    let mut props = Vec::new();
    if let Some(theme) = plan.theme {
        props.push(format!("className=\"midturn-{theme}\""));
    }
    for (name, value) in &plan.attributes {
        props.push(match value {
            None => (*name).to_owned(),
            Some(value) if value.contains(['"', '{', '&', '\\']) => {
                format!("{name}={{{}}}", text(value))
            }
            Some(value) => format!("{name}=\"{value}\""),
        });
    }
    for (name, value) in &plan.properties {
        let given = if is_named(plan, value) {
            value.as_str()
        } else {
            *name
        };
        props.push(format!("{name}={{{given}}}"));
    }
    if !plan.tokens.is_empty() {
        props.push("style={style}".to_owned());
    }
    let mut code = String::from("<MidturnChat");
    if props.len() > 2 {
        for prop in &props {
            let _ = write!(code, "\n  {prop}");
        }
        code.push('\n');
    } else {
        for prop in &props {
            let _ = write!(code, " {prop}");
        }
    }
    if plan.slots.is_empty() {
        code.push_str(if props.len() > 2 { "/>\n" } else { " />\n" });
        return code;
    }
    code.push_str(">\n");
    for (name, content) in &plan.slots {
        let content = text(content);
        let _ = writeln!(code, "  <span slot=\"{name}\">{{{content}}}</span>");
    }
    code.push_str("</MidturnChat>\n");
    code
}
