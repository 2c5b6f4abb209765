//! Yes or no, with a reason, or with other arguments.
//!
//! Not responsible for a question that wants words (see `reply`).

use midturn_core::transcript::Answer;
use web_sys::{CompositionEvent, Event, HtmlElement, HtmlInputElement, HtmlTextAreaElement};
use web_sys::{KeyboardEvent, Node};

use super::call::pretty;
use super::question::Question;
use crate::components::button;
use crate::dom::{El, choose, el, flag, show};
use crate::hooks::{Enter, Ime, grow};
use crate::reactive::{Signal, later_effect};

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
    open: Signal<Open>,
    reason: Signal<String>,
    /// The arguments, as they were drawn and as they are now.
    given: String,
    arguments: Signal<String>,
}

impl Form {
    fn is_bad(&self) -> bool {
        let read = |text: &String| (self.question.ui.json.fields)(text).is_none();
        self.open.get() == Open::Arguments && self.arguments.with(read)
    }

    fn approve(&self) {
        let edited = self.open.get_untracked() == Open::Arguments;
        let arguments = self.arguments.get_untracked();
        let arguments = (edited && arguments != self.given).then_some(arguments);
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

    fn toggle(&self, what: Open) {
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
    let given = arguments.map_or_else(String::new, |(_, arguments)| pretty(arguments));
    let form = Form {
        question: question.clone(),
        open: Signal::new(Open::Nothing),
        reason: Signal::default(),
        arguments: Signal::new(given.clone()),
        given,
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
    let edit = form.opener(Open::Arguments, texts.control.edit_arguments);
    if question.is_editable() {
        bar = bar.child(edit.clone());
    }
    let open = form.open.clone();
    let field = choose(
        move || open.get(),
        move |open| match open {
            Open::Nothing => None,
            Open::Reason => Some(reason(&form, &why, &deny)),
            Open::Arguments => Some(arguments_field(&form, &edit)),
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

/// Closes the field on Escape, and nothing around it; the button that opened it has the focus.
fn escapes(form: &Form, ime: &Ime, event: &KeyboardEvent, opener: &HtmlElement) {
    if event.key() == "Escape" && !ime.owns(event) {
        event.prevent_default();
        event.stop_propagation();
        form.open.set(Open::Nothing);
        let _ = opener.focus();
    }
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
    focus_soon(input.cast());
    let (typed, acting, ime) = (form.clone(), form.clone(), Ime::new());
    let (opener, deny, ended) = (opener.cast(), deny.cast::<HtmlElement>(), ime.clone());
    let input = input
        .on("input", move |_: Event| typed.reason.set(field.value()))
        .on("keydown", move |event: KeyboardEvent| {
            if ime.enter(&event) == Enter::Submit {
                event.prevent_default();
                // The field goes; a button that goes hands the focus on.
                let _ = deny.focus();
                acting.deny();
            } else {
                escapes(&acting, &ime, &event, &opener);
            }
        })
        .on("compositionend", move |event: CompositionEvent| {
            ended.ended(&event);
        });
    labelled(form.question.ui.texts.control.deny_reason, input).into()
}

/// The arguments as JSON text, which Approve takes as they are.
fn arguments_field(form: &Form, opener: &El) -> Node {
    let texts = form.question.ui.texts;
    let (judged, told) = (form.clone(), form.clone());
    let input = el("textarea")
        .class("mt-approval__field mt-approval__json")
        .attr("dir", "ltr")
        .attr("spellcheck", "false")
        .attr("autocapitalize", "off")
        .live("aria-invalid", move || flag(judged.is_bad()));
    let field: HtmlTextAreaElement = input.cast();
    field.set_value(&form.arguments.get_untracked());
    focus_soon(input.cast());
    let measured = field.clone();
    later_effect(move || grow(&measured));
    let (typed, acting, ime) = (form.clone(), form.clone(), Ime::new());
    let (opener, ended) = (opener.cast(), ime.clone());
    let input = input
        .on("input", move |_: Event| {
            grow(&field);
            typed.arguments.set(field.value());
        })
        .on("keydown", move |event: KeyboardEvent| {
            escapes(&acting, &ime, &event, &opener);
        })
        .on("compositionend", move |event: CompositionEvent| {
            ended.ended(&event);
        });
    el("div")
        .class("mt-approval__edit")
        .child(labelled(texts.control.arguments_json, input))
        .child(el("div").attr("role", "status").child(show(
            move || told.is_bad(),
            move || {
                el("p")
                    .class("mt-approval__bad")
                    .text(texts.control.arguments_bad)
            },
        )))
        .into()
}
