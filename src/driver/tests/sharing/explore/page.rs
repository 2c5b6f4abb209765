//! One page of a walk: a real driver, and the actions of a person.

use std::rc::Rc;

use midturn_core::card::Card;
use midturn_core::chat::ChatInput;
use midturn_core::conversation::Conversation;
use midturn_core::id::ThreadId;
use midturn_core::input::{Input, QueueInput};
use midturn_core::sharing::Sharing;
use midturn_core::time::Millis;

use super::browser::{Browser, PageNo};
use super::trace;
use super::words::{Word, shared_texts, words_of};
use crate::driver::tests::fake_protocols::FakeProtocols;
use crate::driver::tests::fake_view::FakeView;
use crate::driver::tests::fakes::{FakeTime, FakeTransport};
use crate::driver::{Driver, Options, Shell};

pub(super) const THREAD: &str = "t";

pub(super) struct Page {
    pub(super) no: PageNo,
    pub(super) driver: Driver,
    pub(super) net: Rc<FakeTransport>,
    pub(super) time: Rc<FakeTime>,
    view: Rc<FakeView>,
    /// Set while the page does not run.
    pub(super) asleep: Option<Asleep>,
    /// The text in the card's editor on this screen, which may be ahead of the conversation's.
    field: Option<String>,
}

#[derive(Clone, Copy, Default)]
pub(super) struct Asleep {
    /// The time that has passed since the page fell asleep.
    pub(super) missed: Millis,
    /// Whether the page was suspended before, and must be resumed.
    pub(super) told: bool,
}

impl Page {
    pub(super) fn new(no: PageNo, browser: &Browser, now: Millis, shell: impl Fn(&Driver)) -> Self {
        let (net, time) = (Rc::<FakeTransport>::default(), Rc::<FakeTime>::default());
        time.now.set(now);
        let mine = browser.page(no);
        let view = Rc::<FakeView>::default();
        let options = Options {
            agent_url: "http://agent".to_owned(),
            ..Options::default()
        };
        let driver = Driver::new(
            options,
            Shell {
                transport: net.clone(),
                storage: mine.clone(),
                clock: time.clone(),
                timers: time.clone(),
                view: view.clone(),
                peers: mine,
                protocols: Rc::<FakeProtocols>::default(),
                spawn: crate::driver::tests::executor::spawn,
            },
        );
        shell(&driver);
        driver.start(|| ());
        driver.dispatch(ChatInput::Open(THREAD.into()));
        Self {
            no,
            driver,
            net,
            time,
            view,
            asleep: None,
            field: None,
        }
    }

    pub(super) fn pass(&mut self, ms: Millis) {
        match &mut self.asleep {
            Some(asleep) => asleep.missed += ms,
            None => self.time.advance(ms),
        }
    }

    /// The page runs again: its clock jumps ahead, and timers that are due fire at once.
    pub(super) fn wake(&mut self) {
        let Some(Asleep { missed, told }) = self.asleep.take() else {
            return;
        };
        self.time.now.set(self.time.now.get() + missed);
        if told {
            self.driver.resume();
        }
        self.time.advance(0);
    }

    pub(super) fn sharing(&self) -> Option<Sharing> {
        self.driver
            .0
            .shared
            .pages
            .sharing_of(&ThreadId::from(THREAD))
    }

    pub(super) fn look<R>(&self, look: impl FnOnce(&Conversation) -> R) -> Option<R> {
        let thread = ThreadId::from(THREAD);
        self.driver
            .read(|chat| chat.conversation(&thread).map(look))
    }

    /// All words in the page's memory. `None` while the thread is not loaded, because then the page
    /// may hold any of its words.
    pub(super) fn words(&self) -> Option<Vec<Word>> {
        let mut words = self.look(|held| {
            let texts = shared_texts(held).into_iter().chain([held.composer()]);
            texts
                .flat_map(|text| words_of(text.as_bytes()))
                .collect::<Vec<_>>()
        })?;
        let sharing = self.sharing();
        let acts = sharing.iter().flat_map(Sharing::outbox);
        let asked = acts.map(|act| serde_json::to_vec(&act.input).expect("it is written"));
        words.extend(asked.flat_map(|json| words_of(&json).collect::<Vec<_>>()));
        Some(words)
    }

    /// Whether the person has typed in the card's editor on this screen.
    pub(super) fn writes(&self) -> bool {
        self.field.is_some()
    }

    fn input(&self, input: Input) {
        let thread = THREAD.into();
        trace::note(format!("page {}: {input:?}", self.no));
        self.driver.dispatch(ChatInput::In(thread, input));
    }

    /// Types in the composer, behind what its field shows.
    fn types(&self, word: &str) {
        let text = format!("{} {word}", self.view.field.borrow());
        self.view.field.replace(text.clone());
        self.input(Input::ComposerChanged { text });
    }

    fn submits(&self, input: impl Fn(midturn_core::id::MessageId) -> Input) {
        self.input(input(self.driver.fresh_message_id()));
    }

    /// Performs the person's next action, selected by `roll`. `Some` if `word` was typed: true for
    /// the editor that all pages share, false for the composer.
    pub(super) fn act(&mut self, roll: u32, word: &str) -> Option<bool> {
        let loaded = self.look(|held| {
            let run = held.active().map(|run| run.id.clone());
            let prompts = held.queue().prompts().iter();
            let queue: Vec<_> = prompts.map(|prompt| prompt.id.clone()).collect();
            (held.card().clone(), run, queue)
        });
        let Some((card, run, queue)) = loaded else {
            // The composer is there before its thread. Nothing can be stored before the list of threads
            // is read, so the person does not type then.
            let thread = ThreadId::from(THREAD);
            let known = self.driver.read(|chat| chat.head(&thread).is_some());
            match roll {
                0..40 if known => {
                    self.types(word);
                    return Some(false);
                }
                40..60 if known => {
                    // No cell is set before the thread is loaded: the component empties its field.
                    self.view.field.take();
                    self.submits(|id| Input::Submit { id });
                }
                _ => {}
            }
            return None;
        };
        if !matches!(card, Card::Cancelling { .. } | Card::Resuming { .. }) {
            self.field = None;
        }
        match (roll, run) {
            (0..40, _) => {
                self.types(word);
                return Some(false);
            }
            (40..70, _) => self.submits(|id| Input::Submit { id }),
            (70..74, Some(run)) => self.input(Input::Stop { run }),
            (74..78, Some(run)) => self.submits(|id| Input::Replace {
                run: run.clone(),
                id,
            }),
            (78..82, Some(run)) => self.input(Input::CancelClicked { run }),
            (82..84, _) => self.input(Input::ResumeClicked),
            (84..91, _) => {
                let before = self.field.clone().or(card.editor().map(str::to_owned))?;
                let text = format!("{before} {word}");
                self.field = Some(text.clone());
                self.input(Input::EditorChanged { text });
                return Some(true);
            }
            (91..94, _) => self.submits(|id| Input::EditorSubmit { id }),
            (94..96, _) => self.input(Input::EditorDismiss),
            (96..98, _) => {
                if let Some(id) = queue.last() {
                    let (id, to) = (id.clone(), 0);
                    self.input(Input::Queue(QueueInput::Move { id, to }));
                }
            }
            (98..100, _) => {
                if let Some(id) = queue.last() {
                    self.input(Input::Queue(QueueInput::RunNow(id.clone())));
                }
            }
            _ => {}
        }
        None
    }
}
