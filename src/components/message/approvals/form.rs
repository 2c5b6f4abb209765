//! Yes or no, with a reason, or with other arguments.
//!
//! Not responsible for a question that wants words (see `reply`).

use leptos::prelude::*;
use midturn_core::transcript::{Answer, AnswerDraft};
use std::cell::Cell;
use std::rc::Rc;

use web_sys::{CompositionEvent, Event, HtmlElement, HtmlInputElement, KeyboardEvent, Node};

use super::edit::{Editing, Heard, edit};
use super::question::Question;
use crate::components::button;
use crate::dom::{El, choose, el, flag};
use crate::hooks::later_effect;
use crate::hooks::{Enter, Ime};

/// What is open beside the buttons.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    Nothing,
    Reason,
    Arguments,
}

/// What the person is about to answer. What was typed stays while its field is closed.
#[derive(Clone)]
struct Form {
    question: Question,
    open: ArcRwSignal<Open>,
    reason: ArcRwSignal<String>,
    editing: Editing,
    /// The person has asked for the reason's field, and will write in it.
    wanted: Rc<Cell<bool>>,
}

impl Form {
    fn is_bad(&self) -> bool {
        self.open.get() == Open::Arguments && self.editing.is_bad()
    }

    fn approve(&self) {
        let edited = self.open.get_untracked() == Open::Arguments;
        let arguments = edited.then(|| self.editing.changed()).flatten();
        self.question.give(Answer::Approved { arguments });
    }

    fn deny(&self) {
        let open = self.open.get_untracked() == Open::Reason;
        let reason = self
            .reason
            .with_untracked(|reason| reason.trim().to_owned());
        let reason = (open && !reason.is_empty()).then_some(reason);
        self.question.give(Answer::Denied { reason });
    }

    /// Keeps what is written, over a reload too.
    fn keep(&self) {
        self.question.keep(AnswerDraft {
            text: self.reason.get_untracked(),
            fields: self.editing.draft(),
        });
    }

    fn toggle(&self, what: Open) {
        self.wanted.set(true);
        self.editing.focus_next();
        self.open.update(|open| {
            *open = if *open == what { Open::Nothing } else { what };
        });
    }

    /// A button that opens a field, and says whether it has.
    fn opener(&self, what: Open, name: &str) -> El {
        let (acting, told) = (self.clone(), self.open.clone());
        button("mt-button mt-button--small mt-button--quiet", move || {
            acting.toggle(what);
        })
        .live("aria-expanded", move || flag(told.get() == what))
        .text(name)
    }

    /// A button that answers, while that is possible.
    fn answering(&self, class: &str, test_id: &str, act: fn(&Self), not: fn(&Self) -> bool) -> El {
        let (acting, asked) = (self.clone(), self.clone());
        button(class, move || act(&acting))
            .attr("data-testid", test_id)
            .live("disabled", move || {
                asked.question.is_expired() || not(&asked)
            })
    }
}

/// The buttons, and the field that is open.
pub(super) fn form(question: &Question) -> El {
    let texts = question.ui.texts;
    let arguments = question.tool.as_ref();
    let given = arguments.map_or("", |(_, arguments)| arguments);
    let draft = question.draft();
    let editing = Editing::new(&question.ui, given);
    editing.restore(&draft.fields);
    // What was being written is in sight after a reload.
    let open = if !draft.fields.is_empty() && question.is_editable() {
        Open::Arguments
    } else if draft.text.is_empty() {
        Open::Nothing
    } else {
        Open::Reason
    };
    let form = Form {
        question: question.clone(),
        open: ArcRwSignal::new(open),
        reason: ArcRwSignal::new(draft.text),
        wanted: Rc::default(),
        editing,
    };
    let approve = form.answering(
        "mt-button mt-button--small mt-button--primary",
        "approval-approve",
        Form::approve,
        Form::is_bad,
    );
    let deny = form.answering(
        "mt-button mt-button--small mt-button--stop",
        "approval-deny",
        Form::deny,
        |_| false,
    );
    let why = form.opener(Open::Reason, texts.control.deny_why);
    let mut bar = el("div")
        .class("mt-approval__bar")
        .child(approve.text(texts.control.approve))
        .child(deny.clone().text(texts.control.deny))
        .child(why.clone());
    let change = form.opener(Open::Arguments, texts.control.edit_arguments);
    if question.is_editable() {
        bar = bar.child(change.clone());
    } else if question.tool.is_some() {
        bar = bar.child(
            el("span")
                .class("mt-approval__note")
                .text(texts.control.edits_forbidden),
        );
    }
    let open = form.open.clone();
    let field = choose(
        move || open.get(),
        move |open| match open {
            Open::Nothing => None,
            Open::Reason => Some(reason(&form, &why, &deny)),
            Open::Arguments => Some(arguments_fields(&form, &change)),
        },
    );
    el("div").class("mt-approval__form").child(field).child(bar)
}

/// Focuses an element that is about to be drawn.
fn focus_soon(target: HtmlElement) {
    later_effect(move || {
        let _ = target.focus();
    });
}

/// Closes the field, which the person wants no more; the button that opened it has the focus.
fn leave(form: &Form, opener: &HtmlElement) {
    form.open.set(Open::Nothing);
    let _ = opener.focus();
}

fn labelled(label: &str, field: El) -> El {
    el("label")
        .class("mt-approval__label")
        .child(el("span").text(label))
        .child(field)
}

/// One line for the reason: Enter denies with it.
fn reason(form: &Form, opener: &El, deny: &El) -> Node {
    let input = el("input")
        .class("mt-approval__field")
        .attr("type", "text")
        .attr("dir", "auto")
        .attr("autocomplete", "off");
    let field: HtmlInputElement = input.cast();
    field.set_value(&form.reason.get_untracked());
    if form.wanted.take() {
        focus_soon(input.cast());
    }
    let (typed, acting, ime) = (form.clone(), form.clone(), Ime::new());
    let (opener, deny, ended) = (opener.cast(), deny.cast::<HtmlElement>(), ime.clone());
    let input = input
        .on("input", move |_: Event| {
            typed.reason.set(field.value());
            typed.keep();
        })
        .on("keydown", move |event: KeyboardEvent| {
            if ime.enter(&event) == Enter::Submit {
                event.prevent_default();
                // The field goes; a button that goes hands the focus on.
                let _ = deny.focus();
                acting.deny();
            } else if event.key() == "Escape" && !ime.owns(&event) {
                event.prevent_default();
                event.stop_propagation();
                leave(&acting, &opener);
            }
        })
        .on("compositionend", move |event: CompositionEvent| {
            ended.ended(&event);
        });
    let texts = form.question.ui.texts;
    let field = labelled(texts.control.deny_reason, input);
    if form.question.takes_reason() {
        return field.into();
    }
    let note = el("p")
        .class("mt-approval__note")
        .text(texts.control.reason_follows);
    el("div")
        .class("mt-approval__edit")
        .child(field)
        .child(note)
        .into()
}

/// The arguments, which Approve takes as they are in the fields.
fn arguments_fields(form: &Form, opener: &El) -> Node {
    let (leaving, opener) = (form.clone(), opener.cast::<HtmlElement>());
    let kept = form.clone();
    let heard = Heard {
        typed: Rc::new(move || kept.keep()),
        left: Rc::new(move || leave(&leaving, &opener)),
    };
    edit(&form.editing, &heard).into()
}
