//! The runtime: takes one letter of the inbox at a time, from start to shutdown.

use std::rc::{Rc, Weak};

use midturn_core::change::{Change, ChatChange};
use midturn_core::chat::{Chat, ChatEffect, ChatInput, ThreadHead};
use midturn_core::effect::Effect;
use midturn_core::sharing::SharingInput;

use super::adopt::Adopting;
use super::attachments::Files;
use super::backend::Backend;
use super::context::{Context, Takes};
use super::control::Control;
use super::deletions::Deletions;
use super::detect::Detection;
use super::dirty::Subject;
use super::effects::Effects;
use super::inbox::InboxState;
use super::leftovers::Leftovers;
use super::letter::{Letter, Origin, Post, is_of_list};
use super::loading::{Loading, READERS_TIMEOUT_MS};
use super::observe::Listeners;
use super::options::Options;
use super::outgoing::StreamParts;
use super::pages::Pages;
use super::past::Past;
use super::requests::Requests;
use super::retries::Retries;
use super::saving::Saving;
use super::sharing::SharedThreads;
use super::shell::Shell;
use super::storage::StorageError;
use super::store::Store;
use super::streams::Streams;
use super::tools::Tools;

/// The parts of the driver, and what they do in turn.
pub(super) struct Runtime {
    pub(super) cx: Rc<Context>,
    pub(super) store: Rc<Store>,
    pub(super) requests: Rc<Requests>,
    pub(super) backend: Rc<Backend>,
    pub(super) listeners: Rc<Listeners>,
    pub(super) effects: Rc<Effects>,
    pub(super) leftovers: Rc<Leftovers>,
    pub(super) saving: Rc<Saving>,
    /// The threads that this page shares with other pages.
    pub(super) shared: Rc<SharedThreads>,
}

impl Runtime {
    pub(super) fn new(options: Options, shell: Shell) -> Rc<Self> {
        let chat = Chat::new(options.abilities);
        let cx = Rc::new(Context::new(shell, chat));
        let store = Rc::new(Store::new(cx.clone()));
        let requests = Rc::new(Requests::new(cx.clone(), store.clone(), options));
        let backend = Rc::new(Backend::new(cx.clone(), requests.clone()));
        let pages = Rc::new(Pages::new(cx.clone(), store.clone()));
        let past = Rc::new(Past::new(cx.clone(), requests.clone(), backend.clone()));
        let files = Rc::new(Files::new(cx.clone(), store.clone()));
        let tools = Rc::new(Tools::new(cx.clone()));
        let listeners = Rc::new(Listeners::new(cx.clone()));
        let streams = Rc::new(Streams::new(StreamParts {
            cx: cx.clone(),
            requests: requests.clone(),
            backend: backend.clone(),
            detection: Detection::new(cx.clone(), requests.clone()),
            past: past.clone(),
            files: files.clone(),
            tools: tools.clone(),
            listeners: listeners.clone(),
        }));
        let control = Control::new(
            cx.clone(),
            requests.clone(),
            backend.clone(),
            streams.clone(),
        );
        let leftovers = Rc::new(Leftovers::new(
            cx.clone(),
            store.clone(),
            files.clone(),
            pages.clone(),
        ));
        let effects = Rc::new(Effects {
            cx: cx.clone(),
            streams,
            control: Rc::new(control),
            retries: Retries::new(cx.clone()),
            tools,
            files,
            past,
            pages: pages.clone(),
        });
        let (asked, known) = (requests.clone(), backend.clone());
        let deletions = Deletions::new(cx.clone(), asked, known, store.clone());
        let adopting = Rc::new(Adopting::new(cx.clone(), store.clone(), pages.clone()));
        let saving = Rc::new(Saving::new(cx.clone(), store.clone(), pages.clone()));
        let shared = Rc::new(SharedThreads {
            cx: cx.clone(),
            store: store.clone(),
            requests: requests.clone(),
            pages,
            saving: saving.clone(),
            loading: Loading {
                cx: cx.clone(),
                store: store.clone(),
                adopting: adopting.clone(),
                leftovers: leftovers.clone(),
            },
            adopting,
            deletions: Rc::new(deletions),
            effects: effects.clone(),
            reads: cx.tasks(),
        });
        let me = Rc::new(Self {
            cx,
            store,
            requests,
            backend,
            listeners,
            effects,
            leftovers,
            saving,
            shared,
        });
        let taker: Weak<Self> = Rc::downgrade(&me);
        me.cx.set_taker(taker);
        me
    }

    /// Reads what earlier pages have stored, then takes letters, then calls `started`.
    pub(super) fn start(self: &Rc<Self>, started: Box<dyn FnOnce()>) {
        if !self.cx.inbox.goes(InboxState::New, InboxState::Starting) {
            return;
        }
        let me = Rc::downgrade(self);
        let (cx, requests, shared) = (self.cx.clone(), self.requests.clone(), self.shared.clone());
        self.cx.begin(async move {
            let heads = shared.loading.list().await;
            // Storage that does not answer now will not answer later.
            if heads.is_ok() {
                cx.within(READERS_TIMEOUT_MS, requests.recall()).await;
            }
            drop(shared);
            if let Some(me) = me.upgrade() {
                me.listed(heads, started);
            }
        });
    }

    /// Takes the list of threads, or the failure to read it, and begins to take letters.
    fn listed(&self, heads: Result<Vec<ThreadHead>, StorageError>, started: Box<dyn FnOnce()>) {
        let inbox = &self.cx.inbox;
        if !inbox.is(InboxState::Starting) {
            return;
        }
        let heads = heads.unwrap_or_else(|error| {
            self.store.failed(error);
            Vec::new()
        });
        let agent = ChatInput::Agent(self.requests.options().agent_url.clone());
        for input in [ChatInput::Listed(heads), agent] {
            inbox.put_first(Letter::Input(Post {
                input,
                urgent: false,
                from: Origin::Here,
            }));
        }
        inbox.goes(InboxState::Starting, InboxState::Idle);
        self.shared.meet();
        self.drain();
        self.shared.deletions.settle_all();
        started();
    }

    /// Applies an input in this page.
    fn apply(&self, post: Post) {
        let Post {
            input,
            urgent,
            from,
        } = post;
        let at = match from {
            Origin::Driver { at, .. } => at,
            Origin::Here | Origin::Page { .. } => self.cx.now(),
        };
        let typing = matches!(&input, ChatInput::In(_, input) if input.is_typing());
        // Show a loaded conversation at once: a key typed before that would count as the composer's
        // whole text.
        let shown = urgent || matches!(input, ChatInput::Loaded(_) | ChatInput::Mirrored(_));
        let told = self.shared.to_be_told(&input, &from, at);
        let unopened = is_of_list(&input).then(|| input.clone());
        let subject = Subject::of(&input);
        self.listeners.input(&input, at);
        let step = self.cx.apply(input, at);
        self.listeners.step(&step);
        self.saving.mark(&subject, &step.changes);
        let view = self.cx.shell.view.clone();
        // A text that comes back to the composer is shown at once too, for the same reason.
        let composer = |change: &ChatChange| matches!(change, ChatChange::In(_, Change::Composer));
        let shown = shown || step.changes.iter().any(composer);
        view.publish(&self.cx.chat(), &step.changes, shown);
        self.shared.tell_pages(told, &from, &step.changes);
        if let Some(unopened) = unopened {
            self.shared.tell_unopened(&unopened);
        }
        // Save before the effects: after a reload, sent requests must still be known.
        let opens =
            |effect: &ChatEffect| matches!(effect, ChatEffect::In(_, Effect::OpenStream { .. }));
        // Messages that were sent while the thread was loading come next, and are saved then. A save
        // before that would take them out of the stored draft.
        let again = |effect: &ChatEffect| matches!(effect, ChatEffect::Again(..));
        if step.effects.iter().any(again) {
            self.saving.save_soon();
        } else if urgent && !typing || step.effects.iter().any(opens) {
            self.saving.begin_text();
            self.saving.save();
        } else if typing {
            self.saving.save_typed();
        } else {
            self.saving.save_soon();
        }
        for effect in step.effects {
            if self.cx.inbox.is_closed() {
                return;
            }
            if let Some(effect) = self.shared.own_effect(&from, effect) {
                self.perform(effect);
            }
        }
    }

    fn perform(&self, effect: ChatEffect) {
        match effect {
            ChatEffect::In(thread, effect) => self.effects.perform(thread, effect),
            ChatEffect::NoteDeletion(thread) => self.shared.deletions.note(&thread),
            ChatEffect::DropDeletion(thread) => self.shared.deletions.forget(&thread),
            ChatEffect::Load(thread) => self.shared.pages.share(&thread, SharingInput::Show),
            ChatEffect::Join(thread) => self.shared.pages.share(&thread, SharingInput::Join),
            ChatEffect::Purge(thread) => self.shared.purge_if_free(&thread),
            ChatEffect::Again(thread, inputs) => {
                for input in inputs.into_iter().rev() {
                    // Of a message and its shared state, only the message saves: if the state did, it
                    // would take the message out of the stored draft.
                    self.cx.inbox.put_first(Letter::Input(Post {
                        urgent: input.has_words(),
                        input: ChatInput::In(thread.clone(), input),
                        from: Origin::Here,
                    }));
                }
            }
        }
    }

    pub(super) fn shutdown(&self) {
        if self.cx.inbox.is_closed() {
            return;
        }
        self.saving.save_last();
        self.cx.inbox.close();
        self.clear();
    }

    /// Ends all work. It holds the parts, so without this they would outlive the driver.
    fn clear(&self) {
        self.effects.clear();
        self.backend.clear();
        self.leftovers.clear();
        self.saving.clear();
        self.shared.clear();
    }
}

impl Takes for Runtime {
    fn drain(&self) {
        let inbox = &self.cx.inbox;
        if !inbox.goes(InboxState::Idle, InboxState::Busy) {
            return;
        }
        while let Some(letter) = inbox.next() {
            match letter {
                Letter::Input(post) => {
                    if let Some(post) = self.shared.route(post) {
                        self.apply(post);
                    }
                }
                Letter::Sharing(thread, input) => self.shared.take(&thread, input),
                Letter::Ready(thread, ready) => self.shared.take_ready(&thread, ready),
                Letter::Adopted(thread, left) => self.shared.adopting.adopted(&thread, left),
            }
        }
        inbox.goes(InboxState::Busy, InboxState::Idle);
    }

    fn apply_now(&self, input: ChatInput) {
        self.apply(Post {
            input,
            urgent: false,
            from: Origin::Here,
        });
    }
}

impl Drop for Runtime {
    fn drop(&mut self) {
        self.cx.inbox.close();
        self.clear();
    }
}
