//! The field of one argument, or of all as JSON text.
//!
//! Not responsible for which fields there are (see `edit`).

use leptos::html::{Input, Textarea};
use leptos::prelude::*;
use web_sys::KeyboardEvent;

use super::arguments::Kind;
use super::editing::{Editing, Field};
use crate::components::{Ui, flag};
use crate::hooks::{Ime, grow};

/// Callbacks of the fields.
#[derive(Clone, Copy)]
pub(super) struct Heard {
    /// Called after typing.
    pub(super) typed: Callback<()>,
    /// Called when Escape is pressed.
    pub(super) left: Callback<()>,
}

impl Heard {
    /// Escape leaves the field, and closes nothing around it.
    fn pressed(&self, event: &KeyboardEvent, ime: Ime) {
        if event.key() == "Escape" && !ime.owns(event) {
            event.prevent_default();
            event.stop_propagation();
            self.left.run(());
        }
    }
}

/// The field of one argument.
#[component]
pub(super) fn ArgumentField(editing: Editing, field: Field, heard: Heard) -> impl IntoView {
    let name = field.argument.name.clone();
    let name = view! { <code dir="ltr">{name}</code> };
    let kind = field.argument.kind;
    let now = RwSignal::from(field.now.clone());
    let bad = Memo::new(move |_| editing.is_bad_field(&field));
    match kind {
        Kind::Flag => view! {
            <label class="mt-field mt-field--check">
                <Checkbox now heard/>
                {name}
            </label>
        }
        .into_any(),
        Kind::Number => view! {
            <label class="mt-approval__label">
                {name}
                <Number now bad heard/>
            </label>
        }
        .into_any(),
        Kind::Text => view! {
            <label class="mt-approval__label">
                {name}
                <Area class="mt-approval__field mt-approval__text" dir="auto" now heard/>
            </label>
        }
        .into_any(),
        Kind::Json => view! {
            <label class="mt-approval__label">
                {name}
                <Area class="mt-approval__field mt-approval__json" dir="ltr" now bad heard/>
            </label>
        }
        .into_any(),
    }
}

/// All arguments in one field of JSON text.
#[component]
pub(super) fn WholeField(editing: Editing, heard: Heard) -> impl IntoView {
    let texts = Ui::get().texts;
    let bad = Memo::new(move |_| editing.is_bad());
    view! {
        <label class="mt-approval__label">
            <span>{texts.control.arguments_json}</span>
            <Area
                class="mt-approval__field mt-approval__json"
                dir="ltr"
                now=editing.text
                bad
                heard
            />
        </label>
    }
}

/// A checkbox.
#[component]
fn Checkbox(now: RwSignal<String>, heard: Heard) -> impl IntoView {
    let field = NodeRef::<Input>::new();
    let ime = Ime::new();
    let changed = move |_| {
        if let Some(field) = field.get_untracked() {
            now.set(field.checked().to_string());
            heard.typed.run(());
        }
    };
    view! {
        <input
            type="checkbox"
            prop:checked=now.with_untracked(|now| now == "true")
            node_ref=field
            on:change=changed
            on:keydown=move |event| heard.pressed(&event, ime)
            on:compositionend=move |event| ime.ended(&event)
        />
    }
}

/// A number in a text field: a number field of the browser would round it.
#[component]
fn Number(now: RwSignal<String>, bad: Memo<bool>, heard: Heard) -> impl IntoView {
    let field = NodeRef::<Input>::new();
    let ime = Ime::new();
    let changed = move |_| {
        if let Some(field) = field.get_untracked() {
            now.set(field.value());
            heard.typed.run(());
        }
    };
    view! {
        <input
            class="mt-approval__field"
            type="text"
            inputmode="decimal"
            autocomplete="off"
            dir="ltr"
            aria-invalid=move || flag(bad.get())
            prop:value=now.get_untracked()
            node_ref=field
            on:input=changed
            on:keydown=move |event| heard.pressed(&event, ime)
            on:compositionend=move |event| ime.ended(&event)
        />
    }
}

/// A text area.
#[component]
fn Area(
    class: &'static str,
    dir: &'static str,
    now: RwSignal<String>,
    /// Whether the text is invalid; `None` if any text is valid.
    #[prop(optional)]
    bad: Option<Memo<bool>>,
    heard: Heard,
) -> impl IntoView {
    let field = NodeRef::<Textarea>::new();
    let ime = Ime::new();
    Effect::new(move || {
        if let Some(field) = field.get() {
            grow(&field);
        }
    });
    let changed = move |_| {
        if let Some(field) = field.get_untracked() {
            grow(&field);
            now.set(field.value());
            heard.typed.run(());
        }
    };
    view! {
        <textarea
            class=class
            rows="1"
            spellcheck="false"
            autocapitalize="off"
            dir=dir
            aria-invalid=move || bad.map(|bad| flag(bad.get()))
            prop:value=now.get_untracked()
            node_ref=field
            on:input=changed
            on:keydown=move |event| heard.pressed(&event, ime)
            on:compositionend=move |event| ime.ended(&event)
        ></textarea>
    }
    .into_any()
}
