//! The field of one argument, or of all as JSON text.
//!
//! Not responsible for which fields there are (see `edit`).

use leptos::html::{Input, Textarea};
use leptos::prelude::*;
use web_sys::KeyboardEvent;

use super::arguments::Kind;
use super::editing::{Editing, Field};
use crate::components::{Ui, flag};
use crate::hooks::{Ime, grow, grow_at_first};

/// Callbacks of the fields, and what describes them.
#[derive(Clone, Copy)]
pub(super) struct FieldEvents {
    /// The id of the line that says what is wrong.
    pub(super) complaint: StoredValue<String>,
    /// Called after typing.
    pub(super) typed: Callback<()>,
    /// Called when Escape is pressed.
    pub(super) left: Callback<()>,
}

impl FieldEvents {
    /// The id of what describes a field, if its text is invalid.
    fn description(&self, bad: bool) -> Option<String> {
        bad.then(|| self.complaint.get_value())
    }

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
pub(super) fn ArgumentField(field: Field, events: FieldEvents) -> impl IntoView {
    let name = field.argument.name.clone();
    let name = view! { <code dir="ltr">{name}</code> };
    let kind = field.argument.kind;
    let now = RwSignal::from(field.now.clone());
    let bad = Memo::new(move |_| field.is_bad());
    match kind {
        Kind::Flag => view! {
            <label class="mt-field mt-field--check">
                <Checkbox now events/>
                {name}
            </label>
        }
        .into_any(),
        Kind::Number => view! {
            <label class="mt-approval__label">
                {name}
                <Number now bad events/>
            </label>
        }
        .into_any(),
        Kind::Text => view! {
            <label class="mt-approval__label">
                {name}
                <Area class="mt-approval__field mt-approval__text" dir="auto" now events/>
            </label>
        }
        .into_any(),
        Kind::Json => view! {
            <label class="mt-approval__label">
                {name}
                <Area class="mt-approval__field mt-approval__json" dir="ltr" now bad events/>
            </label>
        }
        .into_any(),
    }
}

/// All arguments in one field of JSON text.
#[component]
pub(super) fn WholeField(editing: Editing, events: FieldEvents) -> impl IntoView {
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
                events
            />
        </label>
    }
}

/// A checkbox.
#[component]
fn Checkbox(now: RwSignal<String>, events: FieldEvents) -> impl IntoView {
    let field = NodeRef::<Input>::new();
    let ime = Ime::new();
    let changed = move |_| {
        if let Some(field) = field.get_untracked() {
            now.set(field.checked().to_string());
            events.typed.run(());
        }
    };
    view! {
        <input
            type="checkbox"
            prop:checked=now.with_untracked(|now| now == "true")
            node_ref=field
            on:change=changed
            on:keydown=move |event| events.pressed(&event, ime)
            on:compositionend=move |event| ime.ended(&event)
        />
    }
}

/// A number in a text field: a number field of the browser would round it.
#[component]
fn Number(now: RwSignal<String>, bad: Memo<bool>, events: FieldEvents) -> impl IntoView {
    let field = NodeRef::<Input>::new();
    let ime = Ime::new();
    let changed = move |_| {
        if let Some(field) = field.get_untracked() {
            now.set(field.value());
            events.typed.run(());
        }
    };
    view! {
        <input
            class="mt-approval__field"
            type="text"
            inputmode="decimal"
            autocomplete="off"
            dir="ltr"
            aria-describedby=move || events.description(bad.get())
            aria-invalid=move || flag(bad.get())
            prop:value=now.get_untracked()
            node_ref=field
            on:input=changed
            on:keydown=move |event| events.pressed(&event, ime)
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
    events: FieldEvents,
) -> impl IntoView {
    let field = NodeRef::<Textarea>::new();
    let ime = Ime::new();
    Effect::new(move || {
        if let Some(field) = field.get() {
            grow_at_first(field);
        }
    });
    let changed = move |_| {
        if let Some(field) = field.get_untracked() {
            grow(&field);
            now.set(field.value());
            events.typed.run(());
        }
    };
    view! {
        <textarea
            class=class
            rows="1"
            spellcheck="false"
            autocapitalize="off"
            dir=dir
            aria-describedby=move || events.description(bad.is_some_and(|bad| bad.get()))
            aria-invalid=move || bad.map(|bad| flag(bad.get()))
            prop:value=now.get_untracked()
            node_ref=field
            on:input=changed
            on:keydown=move |event| events.pressed(&event, ime)
            on:compositionend=move |event| ime.ended(&event)
        ></textarea>
    }
    .into_any()
}
