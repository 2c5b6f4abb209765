//! A text of the agent on the page. The text is fed to the parser a little at a time, so that an
//! answer of any size does not block the page.
//!
//! Not responsible for the DOM nodes (see [`page`](super::page)).

use leptos::prelude::*;
use std::cell::RefCell;
use std::rc::Rc;

use midturn_core::id::MessageId;
use midturn_markdown::{Shown, Step, Stream, follow, grow};
use web_sys::{Element, Node};

use super::highlight::now;
use super::nodes::{element, text};
use super::page::DomPage;
use crate::components::Ui;
use crate::hooks::{at_end, effect, later};
use crate::state::TextCell;

/// How long one task draws, in milliseconds: it fits in a frame.
const BUDGET: f64 = 12.0;

/// The usual size of a slice in bytes, used while each slice completes a block. While a block stays
/// open, the slices get larger, because every slice makes the parser read the open block again.
const SLICE: usize = 4096;

/// How long a part of the text that may become something else waits for more, in milliseconds.
const PATIENCE: f64 = 200.0;

/// The pause after a long step, as a multiple of the step's time.
const REST: f64 = 3.0;

/// A text of the agent, which grows while `grows` is true.
#[component]
pub fn AnswerText(
    /// The turn with the text.
    turn: MessageId,
    /// The text.
    text: TextCell,
    /// Whether more text may follow.
    #[prop(into)]
    grows: Signal<bool>,
    /// Whether the text breaks off at its end: the turn was stopped, or failed.
    #[prop(into)]
    cut: Signal<bool>,
) -> impl IntoView {
    let begin =
        move |root: Element| write(&Ui::get(), turn.clone(), root, text.clone(), grows, cut);
    let finished = move || if grows.get() { "no" } else { "yes" };
    view! { <div class="mt-text mt-answer" part="answer" translate=finished use:begin></div> }
}

/// Draws the text in `root`: begins with the present text, and goes on as more arrives.
fn write(
    ui: &Ui,
    turn: MessageId,
    root: Element,
    text: TextCell,
    grows: Signal<bool>,
    cut: Signal<bool>,
) {
    let TextCell { text, replaced, .. } = text;
    let owner = Owner::current().unwrap_or_default().downgrade();
    let written = Rc::new(Written {
        state: RefCell::new(State::new(ui, turn, owner, &root)),
        root,
        said: text.clone(),
        cut,
    });
    let (shown, answers) = (written.clone(), ui.answers());
    let mut first = true;
    effect(move || {
        let grows = grows.get();
        if std::mem::take(&mut first) {
            shown.state.borrow_mut().page.whole = !grows;
        }
        text.track();
        shown.changed(grows, (answers.changes(), replaced.get()));
    });
    at_end(move || {
        written.state.borrow_mut().stage = Stage::Gone;
    });
}

/// A text on the page.
pub(super) struct Written {
    root: Element,
    said: ArcRwSignal<String>,
    cut: Signal<bool>,
    state: RefCell<State>,
}

struct State {
    ui: Ui,
    turn: MessageId,
    owner: WeakOwner,
    page: DomPage,
    stream: Stream,
    /// How many bytes of the text the parser has received.
    fed: usize,
    open: Vec<Shown<Node>>,
    stage: Stage,
    slice: usize,
    /// At the last drawing: the value of [`Answers::changes`](super::setting::Answers::changes), and how
    /// often the text was replaced. With another value, the text is drawn from the start.
    drawn: (usize, usize),
    /// Whether the next task is scheduled.
    scheduled: bool,
    /// Do not draw before this time.
    rests: f64,
    /// When text came last.
    came: f64,
    /// Whether somebody waits for the text to rest.
    watched: bool,
}

/// The stage of the text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// More text may follow.
    Grows,
    /// Complete, but not all of it is drawn.
    Ends,
    /// All of it is drawn and settled.
    Finished,
    /// Removed from the page.
    Gone,
}

impl State {
    fn new(ui: &Ui, turn: MessageId, owner: WeakOwner, root: &Element) -> Self {
        Self {
            page: DomPage::new(ui, turn.clone(), owner.clone(), root),
            stream: Stream::new(ui.answers().rules()),
            fed: 0,
            open: Vec::new(),
            stage: Stage::Grows,
            slice: SLICE,
            drawn: (0, 0),
            scheduled: false,
            rests: 0.0,
            came: 0.0,
            watched: false,
            owner,
            turn,
            ui: *ui,
        }
    }
}

impl Written {
    fn changed(self: &Rc<Self>, grows: bool, drawn: (usize, usize)) {
        let mut state = self.state.borrow_mut();
        let state = &mut *state;
        if state.stage == Stage::Gone {
            return;
        }
        let changed = std::mem::replace(&mut state.drawn, drawn) != drawn;
        // A finished text that grows again is drawn from the start too, because all of its blocks have
        // settled.
        let is_more = self.said.with_untracked(|text| text.len() > state.fed);
        if changed || (is_more && state.stage == Stage::Finished) {
            self.draw_anew(state);
        }
        if state.stage == Stage::Finished {
            return;
        }
        state.stage = if grows { Stage::Grows } else { Stage::Ends };
        if !state.scheduled {
            self.go_on(state);
        }
    }

    fn go_on(self: &Rc<Self>, state: &mut State) {
        let start = now();
        if start < state.rests {
            self.later(state, state.rests - start);
            return;
        }
        loop {
            let begun = now();
            let more = self.said.with_untracked(|text| self.step(state, text));
            let end = now();
            if end - begun > BUDGET {
                state.rests = end + (end - begun) * REST;
            }
            if !more {
                state.came = end;
                self.watch(state, PATIENCE);
                return;
            }
            if end - start > BUDGET {
                self.later(state, 0.0);
                return;
            }
        }
    }

    /// Draws what is left of the text at once, if it is in this element. Returns whether nothing is left.
    pub(super) fn finish(&self, within: &Node) -> bool {
        let mut state = self.state.borrow_mut();
        let state = &mut *state;
        if state.scheduled && !within.contains(Some(&self.root)) {
            return false;
        }
        while state.scheduled
            && matches!(state.stage, Stage::Grows | Stage::Ends)
            && self.said.with_untracked(|text| self.step(state, text))
        {}
        true
    }

    /// Feeds the parser one slice. Returns whether there is more to feed.
    fn step(&self, state: &mut State, text: &str) -> bool {
        let from = state.fed;
        let mut to = (from + state.slice).min(text.len());
        while !text.is_char_boundary(to) {
            to += 1;
        }
        let part = text.get(from..to).unwrap_or_default();
        state.fed = to;
        state.stream.write(part);
        let all = to == text.len();
        let ends = all && state.stage == Stage::Ends;
        let step = if ends && self.cut.get_untracked() {
            state.stream.cut()
        } else {
            state.stream.advance(!ends)
        };
        state.slice = if step.settled > 0 || all {
            SLICE
        } else {
            state.slice.saturating_mul(2)
        };
        if ends {
            state.stage = Stage::Finished;
        }
        self.show(state, step);
        state.fed < text.len()
    }

    /// Shows what is held back once the text has not grown for a moment.
    fn watch(self: &Rc<Self>, state: &mut State, milliseconds: f64) {
        if state.watched || state.stage != Stage::Grows || !state.stream.waits() {
            return;
        }
        state.watched = true;
        let this = self.clone();
        after(milliseconds, move || {
            let mut state = this.state.borrow_mut();
            let state = &mut *state;
            state.watched = false;
            let left = state.came + PATIENCE - now();
            if left > 0.0 {
                this.watch(state, left);
            } else if state.stage == Stage::Grows && state.stream.waits() {
                let step = state.stream.rest();
                this.show(state, step);
                let is_anew = this.said.with_untracked(|text| state.fed < text.len());
                if is_anew && !state.scheduled {
                    // What takes nodes away at rest would do so again.
                    state.watched = true;
                    this.go_on(state);
                    state.watched = false;
                }
            }
        });
    }

    fn show(&self, state: &mut State, step: Step) {
        if let Some(more) = step.more_code {
            grow(&mut state.page, &mut state.open, &more);
            return;
        }
        let root: &Node = &self.root;
        for renewed in step.renewed {
            let Some(before) = state.page.block(renewed.index) else {
                continue;
            };
            // Not empty: the first block in an element takes its direction from there.
            let scratch = element("div", &[], &[&text("")]);
            let mut made = Vec::new();
            follow(&mut state.page, &scratch, &mut made, vec![renewed.block]);
            if let Some(made) = made.first() {
                state.page.renew_block(&before, &made.node);
            }
        }
        follow(&mut state.page, root, &mut state.open, step.blocks);
        for shown in state.open.drain(..step.settled) {
            state.page.settle(&shown.node);
        }
        // A translator or another extension has taken a node away that was written to.
        if state.page.lost && self.root.is_connected() {
            self.draw_anew(state);
        }
    }

    fn draw_anew(&self, state: &mut State) {
        self.root.set_text_content(None);
        let whole = state.page.whole;
        *state = State {
            stage: match state.stage {
                Stage::Finished => Stage::Ends,
                going @ (Stage::Grows | Stage::Ends | Stage::Gone) => going,
            },
            scheduled: state.scheduled,
            watched: state.watched,
            rests: state.rests,
            drawn: state.drawn,
            ..State::new(
                &state.ui,
                state.turn.clone(),
                state.owner.clone(),
                &self.root,
            )
        };
        state.page.whole = whole;
    }

    fn later(self: &Rc<Self>, state: &mut State, milliseconds: f64) {
        state.scheduled = true;
        state.ui.answers().note_unfinished(self);
        let this = self.clone();
        after(milliseconds, move || {
            let mut state = this.state.borrow_mut();
            state.scheduled = false;
            if matches!(state.stage, Stage::Grows | Stage::Ends) {
                this.go_on(&mut state);
            }
        });
    }
}

/// Calls `call` after a short time, or at once if the time is negative.
fn after(milliseconds: f64, call: impl FnOnce() + 'static) {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a short time; a negative one becomes 0, which is at once"
    )]
    later(milliseconds as u32, call);
}
