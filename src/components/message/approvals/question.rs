//! One open question and its state.

use leptos::prelude::*;
use midturn_core::input::AlwaysInput;
use midturn_core::run_event::{AnswerForm, Interrupt};
use midturn_core::transcript::{Activity, ActivityKind, Answer, AnswerDraft, Asked, Outcome};

use super::call::path_of;
use super::expiry::Expiry;
use crate::components::Ui;
use crate::components::activity::resolution_text;
use crate::hooks::SetIfNew;
use crate::i18n::Catalogue;
use crate::json::{leaves, string_of};
use crate::state::{Actions, TurnSignals};

/// AG-UI's reason for a question that only wants input.
const INPUT: &str = "input_required";

/// AG-UI's reason for a question about a call.
const CALL: &str = "tool_call";

/// An open question. A `Copy` set of handles.
#[derive(Clone, Copy)]
pub(super) struct Question {
    /// The name and arguments of the call that the question is about.
    pub(super) tool: StoredValue<Option<(String, String)>>,
    pub(super) expiry: Option<Expiry>,
    interrupt: StoredValue<Interrupt>,
    turn: TurnSignals,
    actions: Actions,
    /// Whether the person is changing the answer.
    changing: RwSignal<bool>,
    /// Whether the answer was given in this view, so that the view may take the focus.
    given: StoredValue<bool>,
}

impl Question {
    /// An open question of a turn.
    pub(super) fn new(turn: TurnSignals, interrupt: Interrupt) -> Self {
        let about = |activity: &Activity| match &activity.kind {
            ActivityKind::Tool {
                name, arguments, ..
            } => Some((name.clone(), arguments.clone())),
            _ => None,
        };
        let tool = turn.activities.with_untracked(|all| {
            let about_call = interrupt.call.as_ref()?;
            let cell = all.iter().rev().find(|cell| cell.id == *about_call)?;
            cell.activity.with_untracked(about)
        });
        Self {
            tool: StoredValue::new(tool),
            expiry: interrupt.expires_at.as_deref().and_then(Expiry::read),
            interrupt: StoredValue::new(interrupt),
            turn,
            actions: Ui::get().actions,
            changing: RwSignal::new(false),
            given: StoredValue::new(false),
        }
    }

    fn form<R>(&self, look: impl FnOnce(&AnswerForm) -> R) -> R {
        self.interrupt.with_value(|held| look(&held.form))
    }

    fn is_about_call(&self) -> bool {
        self.tool.with_value(Option::is_some)
    }

    /// Whether the question wants a reply, not yes or no.
    pub(super) fn wants_words(&self) -> bool {
        self.form(|form| !matches!(form, AnswerForm::Decision { .. }))
    }

    /// Whether the reply is a JSON value, not plain words.
    pub(super) fn wants_json(&self) -> bool {
        self.form(|form| *form == AnswerForm::Json)
    }

    /// Whether a denial carries its reason. Otherwise the reason follows as a message.
    pub(super) fn takes_reason(&self) -> bool {
        self.form(AnswerForm::takes_reason)
    }

    /// Whether the call's arguments may be changed; `None` if the question is about no call.
    pub(super) fn is_editable(&self) -> Option<bool> {
        self.is_about_call()
            .then(|| self.form(AnswerForm::takes_edits))
    }

    /// The tool that can always be allowed; `None` unless this is a plain decision about a call.
    pub(super) fn always_tool(&self) -> Option<String> {
        let tool = self
            .tool
            .with_value(|tool| tool.as_ref().map(|(name, _)| name.clone()));
        tool.filter(|_| !self.wants_words())
    }

    /// Approves, and approves every later question of this thread about the same tool.
    pub(super) fn allow_always(&self) {
        if self.expiry.is_some_and(|expiry| expiry.is_over_untracked()) {
            return;
        }
        self.given.set_value(true);
        self.changing.set_if_new(false);
        self.actions.always(AlwaysInput::Allow {
            turn: self.turn.id.get_value(),
            interrupt: self.interrupt.with_value(|held| held.id.clone()),
        });
    }

    /// The id of the line that says what is wrong with the arguments.
    pub(super) fn complaint_id(&self) -> String {
        // With a space, it would be two ids where it is referred to.
        let whole = |id: &str| format!("midturn-bad-{}", id.replace(char::is_whitespace, "-"));
        self.interrupt.with_value(|held| whole(&held.id))
    }

    /// The backend's metadata, for a question about no call: a JSON object as text. If the metadata
    /// is all that the backend says, the object is flat and lacks the words of the title.
    pub(super) fn more(&self) -> Option<String> {
        let more = self.interrupt.with_value(|held| held.metadata.clone());
        let more = more.filter(|_| !self.is_about_call())?;
        let Some(title) = self.words() else {
            return Some(more);
        };
        let rest = leaves(&more).into_iter();
        let rest = rest.filter(|(_, value)| *value != title);
        let rest: Vec<_> = rest
            .map(|(name, value)| [string_of(&name), string_of(&value)].join(":"))
            .collect();
        (!rest.is_empty()).then(|| format!("{{{}}}", rest.join(",")))
    }

    /// The words in the metadata of a question that has no message and no schema: those under a name
    /// for words, else the first sentence.
    fn words(&self) -> Option<String> {
        let more = self.interrupt.with_value(|held| {
            let more = held.metadata.clone();
            more.filter(|_| held.message.is_none() && held.schema.is_none())
        })?;
        words_in(&leaves(&more))
    }

    /// Whether a question for yes or no may also be answered in words: only its metadata or reason
    /// speak of an approval.
    pub(super) fn takes_words(&self) -> bool {
        self.interrupt.with_value(|held| {
            let bare = held.message.is_none() && held.schema.is_none() && held.metadata.is_some();
            let decides = matches!(held.form, AnswerForm::Decision { bare: false, .. });
            bare && decides && held.reason != CALL
        })
    }

    /// The backend's message, or the words in its metadata. Without them, for a question about no
    /// call, the interrupt's reason if it is not [`INPUT`].
    fn said(&self) -> Option<String> {
        let words = self.words();
        self.interrupt.with_value(|held| {
            let reason = !self.is_about_call() && held.reason != INPUT;
            let reason = || reason.then(|| held.reason.clone());
            held.message.clone().or(words).or_else(reason)
        })
    }

    /// The question in a sentence: the backend's, or one about the call.
    pub(super) fn title(&self) -> String {
        let texts = Ui::get().texts;
        let own = |(tool, arguments): &(String, String)| match path_of(arguments) {
            Some(path) => texts.questions.allow_call_on(tool, &path),
            None => texts.questions.allow_call.of(tool),
        };
        let said = self.said().filter(|said| !said.trim().is_empty());
        let own = || self.tool.with_value(|tool| tool.as_ref().map(own));
        said.or_else(own)
            .unwrap_or_else(|| texts.control.question_label.to_owned())
    }

    /// Whether it is too late for an answer. The controls stay focusable then: one that is disabled would
    /// drop the focus.
    pub(super) fn is_expired(&self) -> bool {
        self.expiry.is_some_and(|expiry| expiry.is_over())
    }

    /// Reads the question's activity in the transcript.
    fn read<R>(&self, look: impl Fn(&Asked, Option<&Answer>) -> Option<R>) -> Option<R> {
        let id = self.interrupt.with_value(|held| held.id.clone());
        let look = |activity: &Activity| match &activity.kind {
            ActivityKind::Approval {
                interrupt,
                asked,
                answer,
                ..
            } if interrupt.id == id => look(asked, answer.as_ref()),
            _ => None,
        };
        self.turn.activities.with(|all| {
            let mut all = all.iter().rev();
            all.find_map(|cell| cell.activity.with(look))
        })
    }

    /// The outcome of the run that should have delivered the answer, if the answer was refused.
    pub(super) fn refusal(&self) -> Option<Outcome> {
        self.read(|asked, _| asked.refused.clone())
    }

    /// The current answer in words, unless it is being changed.
    pub(super) fn settled(&self, texts: &Catalogue) -> Option<String> {
        if self.changing.get() {
            return None;
        }
        self.read(|_, answer| answer.map(|answer| resolution_text(texts, answer)))
    }

    /// The kept draft of an answer that was not given.
    pub(super) fn draft(&self) -> AnswerDraft {
        let draft = || self.read(|asked, _| Some(asked.draft.clone()));
        untrack(draft).unwrap_or_default()
    }

    /// Keeps the draft.
    pub(super) fn keep(&self, draft: AnswerDraft) {
        let id = self.interrupt.with_value(|held| held.id.clone());
        self.actions
            .draft_answer(self.turn.id.get_value(), id, draft);
    }

    /// Gives the answer, unless the question has expired.
    pub(super) fn give(&self, answer: Answer) {
        if self.expiry.is_some_and(|expiry| expiry.is_over_untracked()) {
            return;
        }
        self.given.set_value(true);
        self.changing.set_if_new(false);
        let id = self.interrupt.with_value(|held| held.id.clone());
        self.actions.answer(self.turn.id.get_value(), id, answer);
    }

    /// Shows the controls again, so that the person can change the answer.
    pub(super) fn change(&self) {
        self.changing.set(true);
    }

    /// Whether the person is changing the answer.
    pub(super) fn is_changing(&self) -> bool {
        self.changing.get_untracked()
    }

    pub(super) fn was_given_here(&self) -> bool {
        self.given.get_value()
    }
}

/// Names of fields with words for the person, the best first.
const WORDS: [&str; 6] = [
    "message",
    "question",
    "prompt",
    "text",
    "description",
    "title",
];

fn words_in(leaves: &[(String, String)]) -> Option<String> {
    let named = |wanted: &&str| {
        let mut all = leaves.iter();
        all.find(|(name, value)| name == wanted && !value.trim().is_empty())
    };
    let found = WORDS.iter().find_map(named);
    let found = found.or_else(|| {
        let mut all = leaves.iter();
        all.find(|(_, value)| value.trim().contains(char::is_whitespace))
    });
    found.map(|(_, value)| value.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_metadata_are_under_a_name_for_words_or_a_sentence() {
        let words = |leaves: &[(&str, &str)]| {
            let own = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
            let leaves: Vec<_> = leaves.iter().map(own).collect();
            words_in(&leaves)
        };
        let named = [("kind", "a b"), ("text", "x"), ("question", "Which?")];
        assert_eq!(words(&named).as_deref(), Some("Which?"));
        let sentence = [("kind", "ask"), ("q", "Which branch?")];
        assert_eq!(words(&sentence).as_deref(), Some("Which branch?"));
        assert_eq!(words(&[("kind", "ask"), ("message", " ")]), None);
    }
}
