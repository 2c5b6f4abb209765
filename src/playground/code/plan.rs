//! What the code has to say, whatever the framework.

use std::fmt::Write as _;

use super::super::offer::{self, Control, Place, READY_THEMES, SAMPLES, Sample};
use super::super::settings::Settings;

/// The parts of the code.
pub(super) struct Plan<'a> {
    /// The ready theme.
    pub(super) theme: Option<&'static str>,
    /// The properties with an attribute, by the property's name; a flag has no value.
    pub(super) attributes: Vec<(&'static str, Option<&'a str>)>,
    /// The properties without an attribute, and the JavaScript of their values.
    pub(super) properties: Vec<(&'static str, String)>,
    /// The samples that the properties name.
    pub(super) samples: Vec<&'static Sample>,
    /// The custom properties.
    pub(super) tokens: Vec<(&'a str, &'a str)>,
    /// The parts, and their declarations.
    pub(super) parts: Vec<(&'a str, &'a str)>,
    /// The slots, and their texts.
    pub(super) slots: Vec<(&'a str, &'a str)>,
}

impl<'a> Plan<'a> {
    pub(super) fn of(settings: &'a Settings) -> Self {
        let mut attributes = Vec::new();
        let mut properties = Vec::new();
        for property in offer::properties() {
            let Some(value) = settings.properties.get(property.name) else {
                continue;
            };
            if property.has_attribute {
                let value = (property.control != Control::Flag).then_some(value.as_str());
                attributes.push((property.name, value));
            } else if matches!(property.control, Control::Json(_)) {
                properties.push((property.name, value.clone()));
            } else {
                properties.push((property.name, text(value)));
            }
        }
        let samples: Vec<_> = SAMPLES
            .iter()
            .filter(|sample| settings.samples.contains(sample.name))
            .collect();
        properties.extend(renderers(&samples));
        properties.extend(tools(&samples));
        properties.extend(samples.iter().filter_map(|sample| match sample.place {
            Place::Property(name) => Some((name, sample.name.to_owned())),
            _ => None,
        }));
        Self {
            theme: READY_THEMES
                .iter()
                .map(|ready| ready.name)
                .find(|name| *name == settings.theme),
            attributes,
            properties,
            samples,
            tokens: pairs(&settings.tokens),
            parts: pairs(&settings.parts),
            slots: pairs(&settings.slots),
        }
    }

    /// The functions and objects that the properties name.
    pub(super) fn definitions(&self) -> String {
        let mut all = String::new();
        for sample in &self.samples {
            all.push_str(&sample.code());
            all.push_str("\n\n");
        }
        all
    }

    /// The style sheet: the parts, and with `tokens` the custom properties.
    pub(super) fn css(&self, with_tokens: bool) -> String {
        let mut css = String::new();
        if with_tokens && !self.tokens.is_empty() {
            // A ready theme sets the same properties by its class, which a tag alone would not outdo.
            let class = self.theme.map(|theme| format!(".midturn-{theme}"));
            let _ = writeln!(css, "midturn-chat{} {{", class.unwrap_or_default());
            for (name, value) in &self.tokens {
                let _ = writeln!(css, "  {name}: {value};");
            }
            css.push_str("}\n");
        }
        for (name, declarations) in &self.parts {
            let _ = writeln!(css, "midturn-chat::part({name}) {{ {declarations} }}");
        }
        css
    }
}

fn pairs(values: &std::collections::BTreeMap<String, String>) -> Vec<(&str, &str)> {
    let pairs = values.iter();
    pairs
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect()
}

/// The property `renderers`, if a sample is for it.
fn renderers(samples: &[&Sample]) -> Option<(&'static str, String)> {
    let group = |group: &str, name: fn(Place) -> Option<&'static str>| {
        let named = samples.iter().filter_map(|sample| {
            let name = name(sample.place)?;
            Some(format!("{name}: {}", sample.name))
        });
        let named: Vec<_> = named.collect();
        (!named.is_empty()).then(|| format!("  {group}: {{ {} }},\n", named.join(", ")))
    };
    let tools = group("tools", |place| match place {
        Place::ToolCall(name) => Some(name),
        _ => None,
    });
    let activities = group("activities", |place| match place {
        Place::Activity(name) => Some(name),
        _ => None,
    });
    let code = group("code", |place| match place {
        Place::Code(name) => Some(name),
        _ => None,
    });
    let all: String = [tools, activities, code].into_iter().flatten().collect();
    (!all.is_empty()).then(|| ("renderers", format!("{{\n{all}}}")))
}

/// The property `tools`, if a sample is for it.
fn tools(samples: &[&Sample]) -> Option<(&'static str, String)> {
    let tools = samples.iter().filter(|sample| sample.place == Place::Tool);
    let tools: Vec<_> = tools.map(|sample| sample.name).collect();
    (!tools.is_empty()).then(|| ("tools", format!("[{}]", tools.join(", "))))
}

/// A text in JavaScript.
pub(super) fn text(value: &str) -> String {
    let value = value.replace('\\', "\\\\").replace('\'', "\\'");
    format!("'{}'", value.replace('\n', "\\n"))
}
