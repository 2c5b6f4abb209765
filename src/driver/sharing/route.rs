//! Routes inputs: apply here, send to the page that drives the thread, or drop.

use std::rc::Rc;

use midturn_core::change::ChatChange;
use midturn_core::chat::{ChatEffect, ChatInput};
use midturn_core::effect::Effect;
use midturn_core::id::{PageId, ThreadId};
use midturn_core::input::Input;
use midturn_core::recording::TimedInput;
use midturn_core::sharing::{Draft, SharingInput};
use midturn_core::time::Millis;

use super::super::letter::{Origin, Post, is_of_list};
use super::super::pages::{Right, Shared};
use super::super::storage::{Keys, Table, Write, given_key, read_record, record};
use super::SharedThreads;

/// An input to tell other pages about after it was applied here.
pub(in super::super) struct Told {
    thread: ThreadId,
    input: Option<TimedInput>,
    words: bool,
}

impl SharedThreads {
    /// Routes an input. Returns the input if this page must apply it.
    pub(in super::super) fn route(self: &Rc<Self>, post: Post) -> Option<Post> {
        let Some(thread) = thread_of(&post.input).cloned() else {
            return Some(post);
        };
        let (driving, following) = self
            .pages
            .with(&thread, |held| {
                (held.sharing.is_driving(), held.sharing.is_following())
            })
            .unwrap_or_default();
        match &post.from {
            Origin::Driver { .. } => following.then_some(post),
            Origin::Page { page, act } => {
                if !driving {
                    return None;
                }
                if self.has_had(&thread, &post.input) {
                    let (page, act) = (page.clone(), *act);
                    self.take(&thread, SharingInput::Known { page, act });
                    return None;
                }
                self.keep_overwritten(&thread, &post.input, page);
                self.note_writer(&thread, &post.input, page);
                Some(post)
            }
            Origin::Here => {
                let loaded = self.cx.chat().conversation(&thread).is_some();
                let ChatInput::In(_, input) = &post.input else {
                    if driving || self.pages.right_to(&thread) == Right::Head {
                        return Some(post);
                    }
                    return self.ask_driver(&thread, post);
                };
                if driving {
                    self.note_writer(&thread, &post.input, &self.pages.own());
                }
                // Text written before its thread is loaded is kept until then.
                if input.is_own() || driving || !loaded {
                    Some(post)
                } else if input.is_act() {
                    self.ask_driver(&thread, post)
                } else {
                    None
                }
            }
        }
    }

    /// Puts the text of an editor into the composer if this act of `page` is about to overwrite it.
    /// The act may have been under way for long, so the person could not know of text that was
    /// written elsewhere since. A page that wrote that text itself knows it.
    fn keep_overwritten(&self, thread: &ThreadId, input: &ChatInput, page: &PageId) {
        let ChatInput::In(_, input) = input else {
            return;
        };
        let wrote = |held: &mut Shared| held.writer.as_ref() == Some(page);
        let knows = *page != self.pages.own() && self.pages.with(thread, wrote) == Some(true);
        if knows {
            return;
        }
        let chat = self.cx.chat();
        let conversation = chat.conversation(thread);
        let text = conversation.and_then(|held| held.overwritten_by(input));
        if let Some(text) = text {
            let said = text.to_owned().into();
            self.cx
                .push(ChatInput::In(thread.clone(), Input::Kept { said }), true);
        }
    }

    /// Notes which page wrote last in an editor that all pages share.
    fn note_writer(&self, thread: &ThreadId, input: &ChatInput, page: &PageId) {
        if matches!(input, ChatInput::In(_, input) if input.is_edit()) {
            let writer = Some(page.clone());
            self.pages.with(thread, |held| held.writer = writer);
        }
    }

    fn has_had(&self, thread: &ThreadId, input: &ChatInput) -> bool {
        let ChatInput::In(_, input) = input else {
            return false;
        };
        let chat = self.cx.chat();
        let conversation = chat.conversation(thread);
        let had = |id| conversation.is_some_and(|held| held.has_message(id));
        input.message().is_some_and(had)
    }

    /// Asks the page that drives the thread to perform the person's act. Sends the composer's
    /// content along if the act uses it.
    fn ask_driver(self: &Rc<Self>, thread: &ThreadId, post: Post) -> Option<Post> {
        // Code gives its own words, and leaves the composer alone.
        let by_code = matches!(post.input, ChatInput::In(_, Input::By { .. }));
        let input = self.with_composer(thread, post.input);
        let ChatInput::In(_, Input::By { said, input: inner }) = &input else {
            self.acted(thread, input, false);
            return None;
        };
        let takes = inner.takes_composer();
        if takes && said.is_blank() {
            return None;
        }
        let words = matches!(&input, ChatInput::In(_, held) if held.has_words());
        // Send the act first, then clear the composer: the text is always stored somewhere.
        self.acted(thread, input, words);
        let takes = takes && !by_code;
        #[cfg(test)]
        let takes = takes
            && !self
                .pages
                .is_seeded(super::super::pages::seeded::SharingBug::HandedOverAndKept);
        takes.then(|| Post {
            input: ChatInput::HandedOver(thread.clone()),
            urgent: true,
            from: Origin::Here,
        })
    }

    fn acted(self: &Rc<Self>, thread: &ThreadId, input: ChatInput, words: bool) {
        self.take(thread, SharingInput::Acted { input, words });
    }

    /// Wraps an input with the composer's content, so that other pages can apply it.
    fn with_composer(&self, thread: &ThreadId, input: ChatInput) -> ChatInput {
        let ChatInput::In(to, input) = input else {
            return input;
        };
        if matches!(input, Input::By { .. }) {
            return ChatInput::In(to, input);
        }
        let chat = self.cx.chat();
        let said = chat.conversation(thread).map(|held| held.said_for(&input));
        let (said, input) = (said.unwrap_or_default(), Box::new(input));
        ChatInput::In(to, Input::By { said, input })
    }

    /// What to tell other pages about an input, noted before the input is applied.
    pub(in super::super) fn to_be_told(
        &self,
        input: &ChatInput,
        from: &Origin,
        at: Millis,
    ) -> Option<Told> {
        let thread = thread_of(input)?;
        let shared = |held: &mut Shared| {
            let driving = held.sharing.is_driving();
            driving.then(|| held.sharing.is_followed())
        };
        let followed = self.pages.with(thread, shared).flatten()?;
        let inside = if let ChatInput::In(_, input) = input {
            Some(input)
        } else {
            None
        };
        if inside.is_some_and(Input::is_own) {
            return None;
        }
        let words = inside.is_some_and(is_worded) && *from == Origin::Here;
        let told = (followed || words).then(|| self.with_composer(thread, input.clone()));
        Some(Told {
            thread: thread.clone(),
            input: told.map(|input| TimedInput { at, input }),
            words,
        })
    }

    /// Tells other pages which input was applied here, and the thread's changed entry in the list.
    pub(in super::super) fn tell_pages(
        self: &Rc<Self>,
        told: Option<Told>,
        from: &Origin,
        changes: &[ChatChange],
    ) {
        let Some(Told {
            thread,
            input,
            words,
        }) = told
        else {
            return;
        };
        let (by, act) = match from {
            Origin::Page { page, act } => (page.clone(), Some(*act)),
            Origin::Here | Origin::Driver { .. } => (self.pages.own(), None),
        };
        if let Some(TimedInput { input, .. }) = input.clone().filter(|_| words) {
            self.take(&thread, SharingInput::Acted { input, words });
        }
        self.take(&thread, SharingInput::Applied { by, act, input });
        if changes.contains(&ChatChange::Threads) {
            let head = self.cx.chat().head(&thread).cloned();
            if let Some(head) = head {
                self.pages.tell_heads(&ChatInput::Heard(head));
            }
        }
    }

    /// Takes news of a thread from another page.
    pub(super) fn heard_of(self: &Rc<Self>, input: ChatInput) {
        if let ChatInput::Heard(_) = input {
            self.cx.push(input, false);
        } else if is_of_list(&input) {
            let thread = thread_of(&input);
            let drives = |held: &mut Shared| held.sharing.is_driving();
            let driving = thread.and_then(|thread| self.pages.with(thread, drives));
            if driving == Some(true) {
                self.cx.push(input, true);
            }
        }
        self.cx.drain();
    }

    /// The effect of an input with this origin, if this page performs it. What only an input of
    /// another page causes is performed here.
    pub(in super::super) fn own_effect(
        self: &Rc<Self>,
        from: &Origin,
        effect: ChatEffect,
    ) -> Option<ChatEffect> {
        let (thread, effect) = match (from, effect) {
            (_, ChatEffect::In(thread, effect)) => (thread, effect),
            // The driving page purges the thread and tells the backend.
            (Origin::Driver { .. }, ChatEffect::Purge(thread)) => {
                drop(self.pages.leave(&thread));
                return None;
            }
            (Origin::Driver { .. }, ChatEffect::NoteDeletion(_) | ChatEffect::DropDeletion(_)) => {
                return None;
            }
            (_, effect) => return Some(effect),
        };
        match (from, effect) {
            (Origin::Page { page, act }, Effect::GiveBack { said, .. }) => {
                if *page == self.pages.own() {
                    self.returned(&thread, *act);
                    let kept = ChatInput::In(thread, Input::Kept { said });
                    self.cx.push(kept, false);
                } else {
                    let draft = Draft {
                        said,
                        outbox: Vec::new(),
                    };
                    self.store.write_aside(vec![Write::Put {
                        table: Table::Drafts,
                        key: given_key(thread.as_str(), page.as_str(), *act),
                        value: record::write(&draft),
                    }]);
                }
                None
            }
            (Origin::Driver { act: Some(act), .. }, Effect::GiveBack { said, .. }) => {
                self.returned(&thread, *act);
                let kept = ChatInput::In(thread.clone(), Input::Kept { said });
                self.cx.push(kept, true);
                self.given(&thread, *act);
                None
            }
            // Code of the embedder has closed an editor: its text is the person's. A message that was
            // not sent stays with the code, which is told.
            (Origin::Here, Effect::GiveBack { said, refused }) => {
                if !refused {
                    self.cx
                        .push(ChatInput::In(thread, Input::Kept { said }), true);
                }
                None
            }
            // The person acts in another page, so the focus is there.
            (Origin::Page { page, .. }, Effect::Focus(_)) if *page != self.pages.own() => None,
            (Origin::Driver { act, .. }, effect) => {
                let own = matches!(effect, Effect::Announce(_) | Effect::Diagnose(_))
                    || (act.is_some() && matches!(effect, Effect::Focus(_)));
                own.then_some(ChatEffect::In(thread, effect))
            }
            (Origin::Here | Origin::Page { .. }, effect) => Some(ChatEffect::In(thread, effect)),
        }
    }

    /// Drops an act whose text has come back to this page's composer, unless its message is in the
    /// thread. The next driver would give the text back once more.
    fn returned(self: &Rc<Self>, thread: &ThreadId, act: u64) {
        let of_act = |held: &mut Shared| {
            let mut acts = held.sharing.outbox().iter();
            acts.find(|held| held.number == act)
                .map(|held| held.input.clone())
        };
        let input = self.pages.with(thread, of_act).flatten();
        if input.is_some_and(|input| !self.has_had(thread, &input)) {
            self.take(thread, SharingInput::Returned(act));
        }
    }

    /// Deletes the stored copy of a text given back to this page: its composer has it now. Copies of
    /// other acts stay: this page may have missed them.
    fn given(self: &Rc<Self>, thread: &ThreadId, act: u64) {
        let key = given_key(thread.as_str(), self.pages.own().as_str(), act);
        let keys = Keys::Of(thread.as_str().to_owned());
        let me = self.clone();
        self.reads.begin((), async move {
            let keys = me.store.keys(Table::Drafts, keys).await;
            me.saving.save();
            if keys.is_ok_and(|keys| keys.contains(&key)) {
                let (table, keys) = (Table::Drafts, Keys::One(key));
                me.store.write_aside(vec![Write::Delete { table, keys }]);
            }
        });
    }

    /// Takes back the text of an act whose outcome this page did not receive. The driving page has
    /// stored the text.
    pub(super) fn take_given(self: &Rc<Self>, thread: &ThreadId, act: u64) {
        let key = given_key(thread.as_str(), self.pages.own().as_str(), act);
        let (me, thread) = (self.clone(), thread.clone());
        self.reads.begin((), async move {
            let records = me.store.records(Table::Drafts, Keys::One(key)).await;
            let record = records.ok().and_then(|mut records| records.pop());
            if let Some(draft) = record.and_then(|(_, bytes)| read_record::<Draft>(&bytes).ok()) {
                let said = draft.said;
                let kept = ChatInput::In(thread.clone(), Input::Kept { said });
                me.cx.push(kept, true);
                me.cx.drain();
                me.given(&thread, act);
            }
        });
    }

    /// Tells other pages of the rename or deletion of a thread that is not open here. The page that
    /// drives the thread applies the input; the others take the new entry into their lists.
    pub(in super::super) fn tell_unopened(&self, input: &ChatInput) {
        let Some(thread) = thread_of(input).filter(|_| is_of_list(input)) else {
            return;
        };
        if self.pages.right_to(thread) != Right::Head {
            return;
        }
        self.pages.tell_heads(input);
        let head = self.cx.chat().head(thread).cloned();
        if let Some(head) = head {
            self.pages.tell_heads(&ChatInput::Heard(head));
        }
    }
}

fn is_worded(input: &Input) -> bool {
    input.has_words() || input.takes_composer()
}

/// The thread that an input is about; `None` for inputs that pages do not share.
fn thread_of(input: &ChatInput) -> Option<&ThreadId> {
    match input {
        ChatInput::In(thread, _)
        | ChatInput::Rename { thread, .. }
        | ChatInput::Delete(thread)
        | ChatInput::Undelete(thread)
        | ChatInput::Forget(thread) => Some(thread),
        ChatInput::Listed(_)
        | ChatInput::Open(_)
        | ChatInput::Loaded(_)
        | ChatInput::Mirrored(_)
        | ChatInput::Taken(_)
        | ChatInput::HandedOver(_)
        | ChatInput::Left(_)
        | ChatInput::Heard(_)
        | ChatInput::Agent(_)
        | ChatInput::Online
        | ChatInput::Tools(_) => None,
    }
}
