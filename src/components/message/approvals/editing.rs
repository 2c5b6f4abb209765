//! A call's arguments while they are edited: a text for each, or all of them as JSON text.
//!
//! Not responsible for drawing the fields (see `edit` and `fields`), nor for what a field's text
//! means (see `arguments`).

use leptos::prelude::*;

use super::arguments::{Argument, Kind, read, write};
use super::pretty::pretty;
use crate::components::{Json, Ui};
use crate::i18n::Catalogue;

/// One argument, and what its field says now.
#[derive(Clone)]
pub(super) struct Field {
    pub(super) argument: Argument,
    pub(super) now: ArcRwSignal<String>,
}

/// The arguments while they are edited, as handles that are copied.
#[derive(Clone, Copy)]
pub(super) struct Editing {
    /// All of them as JSON text, rather than a field for each.
    pub(super) as_json: RwSignal<bool>,
    pub(super) text: RwSignal<String>,
    pub(super) fields: RwSignal<Vec<Field>>,
    json: Json,
    texts: &'static Catalogue,
    /// As they came, as JSON text.
    given: StoredValue<String>,
    /// The person has asked for the fields that are drawn next, and will write in them.
    wanted: StoredValue<bool>,
    /// The fields are of the arguments as they came, and not of a text that was edited.
    as_given: StoredValue<bool>,
}

impl Editing {
    /// The arguments of a call, which are JSON text or, from some backends, not.
    pub(super) fn new(arguments: &str) -> Self {
        let Ui { texts, json, .. } = Ui::get();
        let given = pretty(arguments);
        let held = Self {
            as_json: RwSignal::new(true),
            text: RwSignal::new(given.clone()),
            fields: RwSignal::default(),
            json,
            texts,
            given: StoredValue::new(given),
            wanted: StoredValue::new(false),
            as_given: StoredValue::new(false),
        };
        held.to_fields();
        held
    }

    /// The first of the fields that are drawn next has the focus.
    pub(super) fn focus_next(&self) {
        self.wanted.set_value(true);
    }

    /// Whether the person has asked for the fields that are being drawn. Says so once.
    pub(super) fn take_wanted(&self) -> bool {
        let wanted = self.wanted.try_update_value(std::mem::take);
        wanted.unwrap_or_default()
    }

    /// Whether they could not be approved as they are.
    pub(super) fn is_bad(&self) -> bool {
        if self.as_json.get() {
            let no_object = |text: &String| (self.json.fields)(text).is_none();
            return self.text.with(no_object);
        }
        self.fields
            .with(|all| all.iter().any(|field| self.is_bad_field(field)))
    }

    /// Whether what one field says is no value of its kind.
    pub(super) fn is_bad_field(&self, field: &Field) -> bool {
        !field.now.with(|now| field.argument.takes(&self.json, now))
    }

    /// Whether the text can be divided into fields.
    pub(super) fn can_be_fields(&self) -> bool {
        self.text.with(|text| read(&self.json, text).is_some())
    }

    /// The arguments, if they are others than they were.
    pub(super) fn changed(&self) -> Option<String> {
        let text = self.whole();
        let values = |text: &str| (self.json.values)(text);
        let given = self.given.with_value(|given| values(given));
        (values(&text) != given).then_some(text)
    }

    /// What is to be kept of what is written: each field that was changed by its name, or all of
    /// them as JSON text under no name.
    pub(super) fn draft(&self) -> Vec<(String, String)> {
        if self.as_json.get_untracked() || !self.as_given.get_value() {
            let whole = self.whole();
            let changed = self.given.with_value(|given| whole != *given);
            return changed
                .then(|| (String::new(), whole))
                .into_iter()
                .collect();
        }
        let changed = |Field { argument, now }: &Field| {
            let now = now.get_untracked();
            let changed = argument.is_changed(&now);
            changed.then(|| (argument.name.clone(), now))
        };
        self.fields
            .with_untracked(|all| all.iter().filter_map(changed).collect())
    }

    /// Goes on with what was kept.
    pub(super) fn restore(&self, draft: &[(String, String)]) {
        let fields = self.fields.get_untracked();
        for (name, now) in draft {
            if name.is_empty() {
                self.text.set(now.clone());
                self.as_json.set(true);
            }
            let field = fields.iter().find(|field| field.argument.name == *name);
            if let Some(field) = field {
                field.now.set(now.clone());
            }
        }
    }

    /// All of them as JSON text, whatever is in the fields.
    fn whole(&self) -> String {
        if self.as_json.get_untracked() {
            return self.text.get_untracked();
        }
        let fields = self.fields.get_untracked();
        let written = fields
            .iter()
            .map(|field| (&field.argument, field.now.get_untracked()));
        write(&self.json, written)
    }

    /// From the fields to one text.
    pub(super) fn to_json(self) {
        self.text.set(self.whole());
        self.as_json.set(true);
    }

    /// Makes a field of each argument, where what is written can be divided.
    pub(super) fn to_fields(self) {
        let text = self.text.get_untracked();
        let Some(read) = read(&self.json, &text) else {
            return;
        };
        let field = |argument: Argument| Field {
            now: ArcRwSignal::new(argument.shown.clone()),
            argument,
        };
        self.as_given
            .set_value(self.given.with_value(|given| text == *given));
        self.fields.set(read.into_iter().map(field).collect());
        self.as_json.set(false);
    }

    /// What is wrong, in words; empty where nothing is.
    pub(super) fn complaint(&self) -> String {
        let texts = &self.texts.control;
        if self.as_json.get() {
            let said = if self.is_bad() {
                texts.arguments_bad
            } else {
                ""
            };
            return said.to_owned();
        }
        let why = |field: &Field| {
            let why = match field.argument.kind {
                Kind::Number => &texts.argument_no_number,
                Kind::Text | Kind::Flag | Kind::Json => &texts.argument_no_json,
            };
            why.of(&field.argument.name)
        };
        self.fields.with(|all| {
            let bad = all.iter().filter(|field| self.is_bad_field(field));
            bad.map(why).collect::<Vec<_>>().join(" ")
        })
    }
}
