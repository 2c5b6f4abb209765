//! The state of a call's arguments while they are edited: a text for each, or all as JSON text.
//!
//! Not responsible for drawing the fields (see `edit` and `fields`), nor for parsing a field's text
//! (see `arguments`).

use leptos::prelude::*;

use super::arguments::{Argument, Kind, read, write};
use super::pretty::pretty;
use crate::components::Ui;
use crate::i18n::Catalogue;
use crate::json::{argument_fields, argument_values};

/// One argument, and its field's current text.
#[derive(Clone)]
pub(super) struct Field {
    pub(super) argument: Argument,
    pub(super) now: ArcRwSignal<String>,
}

impl Field {
    /// Whether the text is not a value of the argument's kind.
    pub(super) fn is_bad(&self) -> bool {
        !self.now.with(|now| self.argument.takes(now))
    }
}

/// The arguments while they are edited. A `Copy` set of handles.
#[derive(Clone, Copy)]
pub(super) struct Editing {
    /// Whether the arguments are edited as one JSON text, not as a field for each.
    pub(super) as_json: RwSignal<bool>,
    pub(super) text: RwSignal<String>,
    pub(super) fields: RwSignal<Vec<Field>>,
    texts: &'static Catalogue,
    /// The original arguments as JSON text.
    given: StoredValue<String>,
    /// Whether the fields drawn next take the focus.
    wanted: StoredValue<bool>,
    /// Whether the fields were made from the original arguments, not from an edited text.
    as_given: StoredValue<bool>,
}

impl Editing {
    /// Starts with the arguments of a call. Some backends send text that is not JSON.
    pub(super) fn new(arguments: &str) -> Self {
        let texts = Ui::get().texts;
        let given = pretty(arguments);
        let held = Self {
            as_json: RwSignal::new(true),
            text: RwSignal::new(given.clone()),
            fields: RwSignal::default(),
            texts,
            given: StoredValue::new(given),
            wanted: StoredValue::new(false),
            as_given: StoredValue::new(false),
        };
        held.to_fields();
        held
    }

    /// Gives the focus to the first of the fields that are drawn next.
    pub(super) fn focus_next(&self) {
        self.wanted.set_value(true);
    }

    /// Whether the fields being drawn take the focus. Returns `true` only once.
    pub(super) fn take_wanted(&self) -> bool {
        let wanted = self.wanted.try_update_value(std::mem::take);
        wanted.unwrap_or_default()
    }

    /// Whether the arguments are invalid, so that they cannot be approved.
    pub(super) fn is_bad(&self) -> bool {
        if self.as_json.get() {
            let no_object = |text: &String| argument_fields(text).is_none();
            return self.text.with(no_object);
        }
        self.fields.with(|all| all.iter().any(Field::is_bad))
    }

    /// Whether the JSON text can be split into fields.
    pub(super) fn can_be_fields(&self) -> bool {
        self.text.with(|text| read(text).is_some())
    }

    /// The arguments as JSON text, if their values differ from the original.
    pub(super) fn changed(&self) -> Option<String> {
        let text = self.whole();
        let values = |text: &str| argument_values(text);
        let given = self.given.with_value(|given| values(given));
        (values(&text) != given).then_some(text)
    }

    /// The draft to keep: each changed field under its name, or the whole JSON text under an empty
    /// name.
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

    /// Restores a kept draft.
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

    /// All arguments as JSON text, from the text or from the fields.
    fn whole(&self) -> String {
        if self.as_json.get_untracked() {
            return self.text.get_untracked();
        }
        let fields = self.fields.get_untracked();
        let written = fields
            .iter()
            .map(|field| (&field.argument, field.now.get_untracked()));
        write(written)
    }

    /// Switches from fields to JSON text.
    pub(super) fn to_json(self) {
        self.text.set(self.whole());
        self.as_json.set(true);
    }

    /// Switches to a field for each argument, if the text can be split.
    pub(super) fn to_fields(self) {
        let text = self.text.get_untracked();
        let Some(read) = read(&text) else {
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

    /// What is wrong, in words; empty if nothing is.
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
            let bad = all.iter().filter(|field| field.is_bad());
            bad.map(why).collect::<Vec<_>>().join(" ")
        })
    }
}
