//! The code of some settings.

use super::super::settings::Settings;
use super::{Target, code};

fn rich() -> Settings {
    let mut settings = Settings::default();
    settings.set_property("theme", "dark");
    settings.set_property("debug", "true");
    settings.set_property("stopBody", r#"{"run": "{runId}"}"#);
    settings.set_property("headers", r#"{"x-tenant": "acme"}"#);
    settings.set_property("credentials", "omit");
    settings.theme = "ocean".to_owned();
    settings.set_token("--midturn-accent", "light-dark(#112233, #445566)");
    settings.set_part("card", "outline: 1px solid");
    settings.set_slot("empty", Some("Ask <us> & them".to_owned()));
    settings.set_sample("drawCsv", true);
    settings.set_sample("pickColour", true);
    settings.set_sample("linkToMessage", true);
    settings
}

#[test]
fn defaults_need_no_code_but_the_element() {
    let settings = Settings::default();
    assert_eq!(
        code(&settings, Target::Html),
        "<script type=\"module\" src=\"/midturn.js\"></script>\n\n<midturn-chat></midturn-chat>\n"
    );
    assert_eq!(
        code(&settings, Target::React),
        "import { MidturnChat } from 'midturn/react';\n\nexport function Chat() {\n  return (\n    \
         <MidturnChat />\n  );\n}\n"
    );
    assert_eq!(
        code(&settings, Target::Vue),
        "<script setup>\nimport { MidturnChat } from 'midturn/vue';\n</script>\n\n<template>\n  \
         <MidturnChat></MidturnChat>\n</template>\n"
    );
}

#[test]
fn html_has_attributes_style_slots_and_a_script() {
    let html = code(&rich(), Target::Html);
    for part in [
        "<link rel=\"stylesheet\" href=\"/themes/ocean.css\">\n",
        "  midturn-chat.midturn-ocean {\n    --midturn-accent: light-dark(#112233, #445566);\n  }\n",
        "  midturn-chat::part(card) { outline: 1px solid }\n",
        "<midturn-chat class=\"midturn-ocean\" theme=\"dark\" \
         stop-body=\"{&quot;run&quot;: &quot;{runId}&quot;}\" debug>\n",
        "  <span slot=\"empty\">Ask &lt;us> &amp; them</span>\n",
        "  function drawCsv(source, { document }) {\n",
        "  chat.headers = {\"x-tenant\": \"acme\"};\n",
        "  chat.credentials = 'omit';\n",
        "  chat.renderers = {\n    code: { csv: drawCsv },\n  };\n",
        "  chat.tools = [pickColour];\n",
        "  chat.messageLink = linkToMessage;\n",
    ] {
        assert!(html.contains(part), "{part}\nis not in\n{html}");
    }
    assert!(!html.contains("export "), "{html}");
}

#[test]
fn react_has_constants_and_props() {
    let react = code(&rich(), Target::React);
    for part in [
        "import 'midturn/themes/ocean.css';\n",
        "const headers = {\"x-tenant\": \"acme\"};\n",
        "const renderers = {\n  code: { csv: drawCsv },\n};\n",
        "  '--midturn-accent': 'light-dark(#112233, #445566)',\n",
        "      <style>{css}</style>\n      <MidturnChat\n        className=\"midturn-ocean\"\n",
        "        stopBody={'{\"run\": \"{runId}\"}'}\n        debug\n",
        "        headers={headers}\n",
        "        messageLink={linkToMessage}\n        style={style}\n      >\n",
        "        <span slot=\"empty\">{'Ask <us> & them'}</span>\n      </MidturnChat>\n    </>\n",
    ] {
        assert!(react.contains(part), "{part}\nis not in\n{react}");
    }
}

#[test]
fn vue_binds_properties() {
    let vue = code(&rich(), Target::Vue);
    for part in [
        "import 'midturn/themes/ocean.css';\n\nfunction drawCsv(",
        "const credentials = 'omit';\n",
        " stop-body=\"{&quot;run&quot;: &quot;{runId}&quot;}\" debug :headers=\"headers\" \
         :credentials=\"credentials\" :renderers=\"renderers\" :tools=\"tools\" \
         :message-link=\"linkToMessage\">\n",
        "    <template #empty><span v-pre>Ask &lt;us> &amp; them</span></template>\n  </MidturnChat>\n",
        "<style>\nmidturn-chat.midturn-ocean {\n  --midturn-accent: light-dark(#112233, #445566);\n}\n",
    ] {
        assert!(vue.contains(part), "{part}\nis not in\n{vue}");
    }
}
