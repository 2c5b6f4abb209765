//! The composer: the field in which the person writes, and a line that says beforehand what will
//! happen to the message.
//!
//! Not responsible for what happens to the message: the core decides, and `delivery_hint` predicts
//! the decision. Not responsible for the recipient of an interjection (see `target`).

mod buttons;
mod delivery_hint;
mod key;
mod preview;
mod recall;
mod target;

use leptos::html::{Button, Textarea};
use leptos::prelude::*;
use midturn_core::delivery::{DeliveryMode, Situation};
use midturn_core::sharing::Standing;
use web_sys::{ClipboardEvent, KeyboardEvent};

use super::attachment::{AttachButton, ComposerFiles, pasted};
use super::{Place, Ui};
use crate::hooks::{Enter, Ime, SetIfNew, after_frame, grow, is_touched, write};
use buttons::{Stop, Ways, looked_at};
use delivery_hint::{delivery_hint, on_enter, placeholder, run_of, second, situation};
use key::Key;
use preview::Preview;
use target::{TargetChip, ended};

/// The composer's field and its text.
#[derive(Clone, Copy)]
struct Field {
    ui: Ui,
    input: NodeRef<Textarea>,
    blank: RwSignal<bool>,
    said: RwSignal<String>,
    /// The delivery of the button that is hovered or focused.
    looked_at: RwSignal<Option<DeliveryMode>>,
    /// Whether the field shows a text that was sent before.
    recalled: StoredValue<bool>,
    /// Whether the program is writing into the field.
    shows: StoredValue<bool>,
    /// Whether the field had the focus when a button beside it was pressed.
    wrote: StoredValue<bool>,
    situation: Memo<Situation>,
}

impl Field {
    fn new() -> Self {
        let ui = Ui::get();
        let input = NodeRef::new();
        ui.focus.composer.register(input);
        Self {
            ui,
            input,
            blank: RwSignal::new(true),
            said: RwSignal::default(),
            looked_at: RwSignal::default(),
            recalled: StoredValue::default(),
            shows: StoredValue::default(),
            wrote: StoredValue::default(),
            situation: Memo::new(move |_| situation(&ui.cells)),
        }
    }

    fn changed(&self, said: &str) {
        if said.is_empty() {
            self.recalled.set_value(false);
        }
        self.blank.set_if_new(said.trim().is_empty());
        self.said.set_if_new(said.to_owned());
        if let Some(input) = self.input.get_untracked() {
            grow(&input);
        }
    }

    /// Shows a text that was not typed in this field.
    fn show(&self, said: &str) {
        if let Some(input) = self.input.get_untracked()
            && input.value() != said
        {
            self.shows.set_value(true);
            write(&input, said);
            self.shows.set_value(false);
        }
        self.changed(said);
    }

    fn has_focus(&self) -> bool {
        let input = self.input.get_untracked();
        input.is_some_and(|input| input.matches(":focus").unwrap_or_default())
    }

    fn value(&self) -> String {
        let input = self.input.get_untracked();
        input.map_or_else(String::new, |input| input.value())
    }

    fn typed(&self) {
        if self.shows.get_value() {
            return;
        }
        let said = self.value();
        self.recalled.set_value(false);
        self.changed(&said);
        self.ui.actions.compose(said);
    }

    fn has_files(&self) -> bool {
        let attached = self.ui.cells.attached;
        attached.with(|held| !held.files().is_empty())
    }

    /// Whether there is nothing to send.
    fn is_empty(&self) -> bool {
        self.blank.get() && !self.has_files()
    }

    /// Whether the composer's buttons rest, because the card's editor is open: one place at a time
    /// offers to stop and to send.
    fn rests(&self) -> bool {
        let card = self.ui.cells.card;
        card.with(|view| view.card.editor().is_some())
    }

    /// Whether a delivery is refused for what is to be sent.
    fn is_refused(&self, delivery: DeliveryMode) -> bool {
        delivery == DeliveryMode::Interject && self.has_files()
    }

    /// The delivery that is really used. With files, an interjection becomes a queued message,
    /// because a running agent accepts only text.
    fn possible(&self, delivery: DeliveryMode) -> DeliveryMode {
        match delivery {
            DeliveryMode::Interject if self.has_files() => DeliveryMode::Queue,
            delivery => delivery,
        }
    }

    /// What Enter does now.
    fn on_enter(&self) -> DeliveryMode {
        self.possible(on_enter(self.situation.get(), self.ui.on_enter.get()))
    }

    /// What Enter with Ctrl or Cmd does now.
    fn second(&self) -> DeliveryMode {
        self.possible(second(self.situation.get(), self.ui.on_enter.get()))
    }

    /// The delivery that the person is about to use: that of the hovered or focused button, else
    /// Enter's.
    fn intended(&self) -> DeliveryMode {
        self.looked_at.get().unwrap_or_else(|| self.on_enter())
    }

    fn key_of(&self, delivery: DeliveryMode) -> Option<Key> {
        if !self.situation.get().is_busy() || is_touched() {
            None
        } else if self.on_enter() == delivery {
            Some(Key::Enter)
        } else if self.second() == delivery {
            Some(Key::CtrlEnter)
        } else if delivery == DeliveryMode::Replace {
            Some(Key::CtrlShiftEnter)
        } else {
            None
        }
    }

    /// Sends the text with this delivery. Names the run on screen, so that the message cannot
    /// affect a later run.
    fn deliver(&self, delivery: DeliveryMode) {
        let ui = self.ui;
        let reads = ui.cells.standing.get_untracked() == Standing::Reader;
        if reads || untrack(|| self.is_empty()) {
            return;
        }
        if delivery == DeliveryMode::Interject && untrack(|| self.has_files()) {
            ui.announcer.say(ui.texts.attach.no_interject.to_owned());
            return;
        }
        match (delivery, untrack(|| run_of(&ui.cells))) {
            (DeliveryMode::Interject, Some(run)) if ui.after_response.get_untracked() => {
                ui.actions.interject_after(run);
            }
            (DeliveryMode::Interject, Some(run)) => ui.actions.interject(run),
            (DeliveryMode::Replace, Some(run)) => {
                ui.scroll.to_bottom();
                ui.actions.replace(run);
            }
            (DeliveryMode::Queue | DeliveryMode::Interject | DeliveryMode::Replace, _) => {
                if self.situation.get_untracked() == Situation::Idle {
                    ui.scroll.to_bottom();
                }
                ui.actions.submit();
            }
        }
        self.looked_at.set_if_new(None);
        if !ui.cells.loaded.get_untracked() {
            // The core sends the message once the thread has loaded, and only then sets the
            // composer cell.
            self.show("");
        }
        // The pressed button has nothing left to send and is disabled, so it loses the focus. On a touch screen
        // the field's focus opens the keyboard.
        if let Some(input) = self.input.get_untracked()
            && (!is_touched() || self.wrote.get_value() || self.has_focus())
        {
            let _ = input.focus();
        }
        self.wrote.set_value(false);
    }

    fn pressed(&self, event: &KeyboardEvent, ime: &Ime) {
        let delivery = match ime.enter(event) {
            // A keyboard on the screen has one key for both, and a button sends.
            Enter::Submit if is_touched() => None,
            Enter::Submit => Some(untrack(|| self.on_enter())),
            Enter::Second => Some(untrack(|| self.second())),
            Enter::Replace => Some(DeliveryMode::Replace),
            Enter::Newline | Enter::Other => None,
        };
        if let Some(delivery) = delivery {
            event.prevent_default();
            if !untrack(|| self.is_empty()) {
                // The field is empty once the message is sent: the key would approve an open question too.
                event.stop_propagation();
            }
            self.deliver(delivery);
        } else if !ime.owns(event) && self.recall(event) {
            event.prevent_default();
            // An Escape that ends this is not one of two that stop the turn.
            event.stop_propagation();
        }
    }
}

/// The composer.
#[component]
pub fn Composer(
    /// Whether the chat has little width.
    #[prop(into)]
    narrow: Signal<bool>,
) -> impl IntoView {
    let field = Field::new();
    let ui = field.ui;
    let Ui { texts, cells, .. } = ui;
    let ime = Ime::new();
    // Shows the text that the core has set.
    Effect::new(move || {
        let said = cells.composer.get();
        untrack(|| field.show(&said));
    });
    let placeholder = Memo::new(move |_| placeholder(texts, &cells, field.on_enter()));
    // Where the style sheet cannot: a longer placeholder may take a second line.
    Effect::new(move || {
        placeholder.track();
        if let Some(input) = field.input.get() {
            after_frame(move || grow(&input));
        }
    });
    view! {
        <div class="mt-composer">
            <div class="mt-composer__box" part="composer">
                <Preview field/>
                <ComposerFiles/>
                <textarea
                    class="mt-composer__input"
                    part="composer-input"
                    id="midturn-composer"
                    data-testid="composer-input"
                    rows="1"
                    dir="auto"
                    aria-label=texts.composer_label
                    aria-describedby="midturn-delivery-hint"
                    disabled=move || cells.standing.get() == Standing::Reader
                    placeholder=placeholder
                    node_ref=field.input
                    on:input=move |_| field.typed()
                    on:keydown=move |event| field.pressed(&event, &ime)
                    on:compositionend=move |event| ime.ended(&event)
                    on:paste=move |event: ClipboardEvent| {
                        pasted(&ui, &event);
                    }
                ></textarea>
                <div
                    class="mt-composer__bar"
                    role="toolbar"
                    aria-label=texts.composer_label
                    on:pointerdown=move |_| field.wrote.set_value(field.has_focus())
                >
                    <AttachButton/>
                    <Stop field/>
                    <Place name="composer-start"/>
                    <Recipient field/>
                    <Place name="composer-end"/>
                    <Ways field narrow/>
                </div>
            </div>
            <div class="mt-composer__foot">
                <DeliveryHint field/>
                <Keys/>
            </div>
        </div>
    }
    .into_any()
}

/// The recipient of an interjection. While it is hovered or focused, the line below the field
/// describes interjecting.
#[component]
fn Recipient(field: Field) -> impl IntoView {
    view! {
        <div
            class="mt-composer__recipient"
            use:looked_at=(field, DeliveryMode::Interject)
        >
            <TargetChip situation=field.situation/>
        </div>
    }
}

/// The line that says what will happen to the message, if there is one.
#[component]
fn DeliveryHint(field: Field) -> impl IntoView {
    let ui = field.ui;
    let hint = Memo::new(move |_| {
        if field.is_empty() {
            return String::new();
        }
        if field.intended() == DeliveryMode::Interject && field.has_files() {
            return ui.texts.attach.no_interject.to_owned();
        }
        delivery_hint(&ui, field.intended())
    });
    let ended = ended(ui);
    // Hidden after the turn has ended: there is no agent to interject to.
    let noted =
        move || ended.with(|text| !text.is_empty()) && field.situation.get() == Situation::Working;
    view! {
        <div class="mt-delivery-hint" part="hint">
            <span
                class="mt-delivery-hint__text"
                id="midturn-delivery-hint"
                title=move || hint.get()
            >
                {hint}
            </span>
            <Show when=noted>
                <span class="mt-delivery-hint__note" data-testid="target-ended">
                    {ended.get_untracked()}
                </span>
            </Show>
        </div>
    }
}

/// The button that lists the keys.
#[component]
fn Keys() -> impl IntoView {
    let Ui {
        texts,
        keys_shown,
        beside_editor,
        ..
    } = Ui::get();
    let more = NodeRef::<Button>::new();
    // A click on it does not dismiss the card's editor.
    beside_editor.register(more);
    view! {
        <button
            type="button"
            class="mt-composer__more"
            part="shortcuts"
            aria-haspopup="dialog"
            node_ref=more
            on:click=move |_| keys_shown.set(true)
        >
            {texts.keys.shortcuts}
        </button>
    }
}
