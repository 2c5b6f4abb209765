//! The component for Vue.

use std::fmt::Write as _;

use super::super::offer::attribute;
use super::plan::Plan;
use super::{escaped, quoted};

pub(super) fn write(plan: &Plan<'_>) -> String {
    let mut code = String::from("<script setup>\nimport { MidturnChat } from 'midturn/vue';\n");
    if let Some(theme) = plan.theme {
        let _ = writeln!(code, "import 'midturn/themes/{theme}.css';");
    }
    let mut script = plan.definitions();
    for (name, value) in &plan.properties {
        if !plan.samples.iter().any(|sample| sample.name == value) {
            let _ = writeln!(script, "const {name} = {value};");
        }
    }
    if !script.is_empty() {
        let _ = writeln!(code, "\n{}", script.trim_end());
    }
    code.push_str("</script>\n\n<template>\n");
    element(plan, &mut code);
    code.push_str("</template>\n");
    let css = plan.css(true);
    if !css.is_empty() {
        let _ = write!(code, "\n<style>\n{css}</style>\n");
    }
    code
}

fn element(plan: &Plan<'_>, code: &mut String) {
    code.push_str("  <MidturnChat");
    if let Some(theme) = plan.theme {
        let _ = write!(code, " class=\"midturn-{theme}\"");
    }
    for (name, value) in &plan.attributes {
        let _ = write!(code, " {}", attribute(name));
        if let Some(value) = value {
            let _ = write!(code, "={}", quoted(value));
        }
    }
    for (name, value) in &plan.properties {
        let named = plan.samples.iter().find(|sample| sample.name == value);
        let given = named.map_or(*name, |sample| sample.name);
        let _ = write!(code, " :{}=\"{given}\"", attribute(name));
    }
    code.push('>');
    if !plan.slots.is_empty() {
        code.push('\n');
        for (name, text) in &plan.slots {
            let text = escaped(text);
            let _ = writeln!(
                code,
                "    <template #{name}><span v-pre>{text}</span></template>"
            );
        }
        code.push_str("  ");
    }
    code.push_str("</MidturnChat>\n");
}
