//! A call's arguments while they are edited: a field for each, or all of them as JSON text.
//!
//! Not responsible for the buttons that answer (see `form`), nor for what a field's text means (see
//! `arguments`).

use leptos::prelude::*;
use std::cell::Cell;
use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{CompositionEvent, Event, HtmlElement, HtmlInputElement, HtmlTextAreaElement};
use web_sys::{KeyboardEvent, Node};

use super::arguments::{Argument, Kind, read, write};
use super::call::pretty;
use crate::components::{Json, Ui, button};
use crate::dom::{El, all, choose, el, flag};
use crate::hooks::later_effect;
use crate::hooks::{Ime, grow};

/// One argument, and what its field says now.
struct Field {
    argument: Argument,
    now: ArcRwSignal<String>,
}

/// The arguments while they are edited. Clones are handles to the same.
#[derive(Clone)]
pub(super) struct Editing {
    ui: Ui,
    /// As they came, as JSON text.
    given: Rc<str>,
    /// All of them as JSON text, rather than a field for each.
    as_json: ArcRwSignal<bool>,
    text: ArcRwSignal<String>,
    fields: ArcRwSignal<Rc<Vec<Field>>>,
    /// The person has asked for the fields that are drawn next, and will write in them.
    wanted: Rc<Cell<bool>>,
    /// The fields are of the arguments as they came, and not of a text that was edited.
    as_given: Rc<Cell<bool>>,
}

impl Editing {
    /// The arguments of a call, which are JSON text or, from some backends, not.
    pub(super) fn new(ui: &Ui, arguments: &str) -> Self {
        let given = pretty(arguments);
        let held = Self {
            ui: ui.clone(),
            as_json: ArcRwSignal::new(true),
            text: ArcRwSignal::new(given.clone()),
            given: given.into(),
            fields: ArcRwSignal::default(),
            wanted: Rc::default(),
            as_given: Rc::default(),
        };
        held.to_fields();
        held
    }

    /// The first of the fields that are drawn next has the focus.
    pub(super) fn focus_next(&self) {
        self.wanted.set(true);
    }

    fn json(&self) -> &Json {
        &self.ui.json
    }

    /// Whether they could not be approved as they are.
    pub(super) fn is_bad(&self) -> bool {
        if self.as_json.get() {
            let no_object = |text: &String| (self.json().fields)(text).is_none();
            return self.text.with(no_object);
        }
        let bad = |field: &Field| !field.now.with(|now| field.argument.takes(self.json(), now));
        self.fields.get().iter().any(bad)
    }

    /// The arguments, if they are others than they were.
    pub(super) fn changed(&self) -> Option<String> {
        let text = self.whole();
        let values = |text: &str| (self.json().values)(text);
        (values(&text) != values(&self.given)).then_some(text)
    }

    /// What is to be kept of what is written: each field that was changed by its name, or all of
    /// them as JSON text under no name.
    pub(super) fn draft(&self) -> Vec<(String, String)> {
        if self.as_json.get_untracked() || !self.as_given.get() {
            let whole = self.whole();
            let changed = *whole != *self.given;
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
        let fields = self.fields.get_untracked();
        fields.iter().filter_map(changed).collect()
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
        let now = |field: &Field| field.now.get_untracked();
        write(
            self.json(),
            fields.iter().map(|field| (&field.argument, now(field))),
        )
    }

    fn to_json(&self) {
        self.text.set(self.whole());
        self.as_json.set(true);
    }

    /// Makes a field of each argument, where what is written can be divided.
    fn to_fields(&self) {
        let Some(read) = self.text.with_untracked(|text| read(self.json(), text)) else {
            return;
        };
        let field = |argument: Argument| Field {
            now: ArcRwSignal::new(argument.shown.clone()),
            argument,
        };
        let fields = Rc::new(read.into_iter().map(field).collect());
        let as_given = self.text.with_untracked(|text| **text == *self.given);
        self.as_given.set(as_given);
        self.fields.set(fields);
        self.as_json.set(false);
    }

    /// What is wrong, in words; empty where nothing is.
    fn complaint(&self) -> String {
        let texts = &self.ui.texts.control;
        if self.as_json.get() {
            let said = if self.is_bad() {
                texts.arguments_bad
            } else {
                ""
            };
            return said.to_owned();
        }
        let mut said = String::new();
        for Field { argument, now } in self.fields.get().iter() {
            if now.with(|now| argument.takes(self.json(), now)) {
                continue;
            }
            let why = match argument.kind {
                Kind::Number => &texts.argument_no_number,
                Kind::Text | Kind::Flag | Kind::Json => &texts.argument_no_json,
            };
            if !said.is_empty() {
                said.push(' ');
            }
            said += &why.of(&argument.name);
        }
        said
    }
}

/// What is told of the fields.
#[derive(Clone)]
pub(super) struct Heard {
    /// Something was written.
    pub(super) typed: Rc<dyn Fn()>,
    /// Escape was pressed.
    pub(super) left: Rc<dyn Fn()>,
}

/// The fields, or the one field for all, with the way from one to the other.
pub(super) fn edit(editing: &Editing, heard: &Heard) -> El {
    let (asked, drawn, heard) = (editing.clone(), editing.clone(), heard.clone());
    let told = editing.clone();
    el("div")
        .class("mt-approval__edit")
        .child(choose(
            move || asked.as_json.get(),
            move |as_json| {
                let fields = if as_json {
                    whole_field(&drawn, &heard).into()
                } else {
                    one_by_one(&drawn, &heard)
                };
                let fields = el("div")
                    .class("mt-approval__edit")
                    .child(fields)
                    .child(switch(&drawn, &heard, as_json));
                if drawn.wanted.take() {
                    focus_first(&fields);
                }
                Some(fields.into())
            },
        ))
        .child(
            el("p")
                .class("mt-approval__bad")
                .attr("role", "status")
                .live_text(move || told.complaint()),
        )
}

/// Focuses the first field within an element, once it is drawn.
fn focus_first(within: &El) {
    let within = within.element().clone();
    later_effect(move || {
        let first = within.query_selector("textarea, input").ok().flatten();
        if let Some(first) = first.and_then(|first| first.dyn_into::<HtmlElement>().ok()) {
            let _ = first.focus();
        }
    });
}

fn one_by_one(editing: &Editing, heard: &Heard) -> Node {
    let fields = editing.fields.get_untracked();
    let drawn = (0..fields.len()).filter_map(|at| {
        let Field { argument, now } = fields.get(at)?;
        Some(field(editing, argument, now, heard).into())
    });
    all(drawn.collect::<Vec<Node>>())
}

/// The field of one argument.
fn field(editing: &Editing, argument: &Argument, now: &ArcRwSignal<String>, heard: &Heard) -> El {
    let name = el("code").attr("dir", "ltr").text(&argument.name);
    match argument.kind {
        Kind::Flag => {
            let input = el("input").attr("type", "checkbox");
            let field: HtmlInputElement = input.cast();
            field.set_checked(now.with_untracked(|now| now == "true"));
            let (now, typed) = (now.clone(), heard.typed.clone());
            let changed = move |_: Event| {
                now.set(field.checked().to_string());
                typed();
            };
            let input = escapes(input, heard).on("change", changed);
            el("label")
                .class("mt-field mt-field--check")
                .child(input)
                .child(name)
        }
        Kind::Number => {
            let input = el("input")
                .class("mt-approval__field")
                .attr("type", "text")
                .attr("inputmode", "decimal")
                .attr("autocomplete", "off")
                .attr("dir", "ltr");
            let field: HtmlInputElement = input.cast();
            field.set_value(&now.get_untracked());
            let input = judged(input, editing, argument, now);
            let (now, typed) = (now.clone(), heard.typed.clone());
            let changed = move |_: Event| {
                now.set(field.value());
                typed();
            };
            labelled(name, escapes(input, heard).on("input", changed))
        }
        Kind::Text => {
            let input = area("mt-approval__field mt-approval__text", now, heard);
            labelled(name, input.attr("dir", "auto"))
        }
        Kind::Json => {
            let input = area("mt-approval__field mt-approval__json", now, heard);
            let input = judged(input.attr("dir", "ltr"), editing, argument, now);
            labelled(name, input)
        }
    }
}

/// All arguments in one field, which Approve takes as they are.
fn whole_field(editing: &Editing, heard: &Heard) -> El {
    let judge = editing.clone();
    let input = area("mt-approval__field mt-approval__json", &editing.text, heard)
        .attr("dir", "ltr")
        .live("aria-invalid", move || flag(judge.is_bad()));
    let name = el("span").text(editing.ui.texts.control.arguments_json);
    labelled(name, input)
}

/// The way from the fields to the text, and back where the text can be divided.
fn switch(editing: &Editing, heard: &Heard, as_json: bool) -> El {
    let (acting, typed) = (editing.clone(), heard.typed.clone());
    let press = move || {
        // The button goes with what it was for.
        acting.focus_next();
        if as_json {
            acting.to_fields();
        } else {
            acting.to_json();
        }
        typed();
    };
    let (texts, asked) = (&editing.ui.texts.control, editing.clone());
    let name = if as_json {
        texts.edit_as_fields
    } else {
        texts.edit_as_json
    };
    let divided = move || !as_json || asked.text.with(|text| read(asked.json(), text).is_some());
    button(
        "mt-button mt-button--small mt-button--quiet mt-approval__switch",
        press,
    )
    .live("disabled", move || !divided())
    .text(name)
}

/// A field of several lines.
fn area(class: &str, now: &ArcRwSignal<String>, heard: &Heard) -> El {
    let input = el("textarea")
        .class(class)
        .attr("rows", "1")
        .attr("spellcheck", "false")
        .attr("autocapitalize", "off");
    let field: HtmlTextAreaElement = input.cast();
    field.set_value(&now.get_untracked());
    let measured = field.clone();
    later_effect(move || grow(&measured));
    let (now, typed) = (now.clone(), heard.typed.clone());
    let changed = move |_: Event| {
        grow(&field);
        now.set(field.value());
        typed();
    };
    escapes(input, heard).on("input", changed)
}

/// Says whether what is written can be taken.
fn judged(input: El, editing: &Editing, argument: &Argument, now: &ArcRwSignal<String>) -> El {
    let (editing, argument, now) = (editing.clone(), argument.clone(), now.clone());
    input.live("aria-invalid", move || {
        flag(!now.with(|now| argument.takes(editing.json(), now)))
    })
}

/// Escape leaves the fields, and nothing around them.
fn escapes(input: El, heard: &Heard) -> El {
    let (ime, left) = (Ime::new(), heard.left.clone());
    let ended = ime.clone();
    input
        .on("keydown", move |event: KeyboardEvent| {
            if event.key() == "Escape" && !ime.owns(&event) {
                event.prevent_default();
                event.stop_propagation();
                left();
            }
        })
        .on("compositionend", move |event: CompositionEvent| {
            ended.ended(&event);
        })
}

fn labelled(name: El, field: El) -> El {
    el("label")
        .class("mt-approval__label")
        .child(name)
        .child(field)
}
