//! Turns acts into inputs, with the run, prompt or interjection filled in.

use super::acts::{Act, Cursor};
use super::{World, words};
use crate::storage::stored_and_read;
use midturn_core::attachment::{Attachment, AttachmentInput};
use midturn_core::client_tool::ClientTool;
use midturn_core::input::{
    AlwaysInput, EditInput, Input, InterjectionInput, QueueInput, UnsentInput,
};
use midturn_core::run_event::RunEvent;
use midturn_core::testing::invariants;

impl World {
    #[expect(clippy::too_many_lines, reason = "one arm an act")]
    pub(super) fn input(&mut self, act: Act) -> Input {
        match act {
            Act::Compose => {
                let before = self.conversation.composer().to_owned();
                Input::ComposerChanged {
                    text: self.typing(&before),
                }
            }
            Act::Type => match self.conversation.card().editor().map(str::to_owned) {
                Some(before) => Input::EditorChanged {
                    text: self.typing(&before),
                },
                None => Input::EditorChanged {
                    text: String::new(),
                },
            },
            Act::EditType => match self
                .conversation
                .queue()
                .edit()
                .map(|edit| edit.draft.clone())
            {
                Some(before) => Input::Queue(QueueInput::EditChanged(self.typing(&before))),
                None => Input::Queue(QueueInput::EditChanged(String::new())),
            },
            Act::EditClear => {
                // Saving an empty edit discards the prompt with its words.
                let edit = self.conversation.queue().edit();
                let cleared = words(edit.map(|edit| edit.draft.as_str()).into_iter());
                self.typed.retain(|word| !cleared.contains(word));
                Input::Queue(QueueInput::EditChanged(" ".into()))
            }
            Act::Plain(input) => {
                if matches!(input, Input::Queue(QueueInput::EditAbandoned)) {
                    self.forget_edit();
                }
                input
            }
            Act::Submit => Input::Submit { id: self.message() },
            Act::EditorSubmit => Input::EditorSubmit { id: self.message() },
            Act::Stop(which) => Input::Stop {
                run: self.run(which),
            },
            Act::Replace(which) => Input::Replace {
                run: self.run(which),
                id: self.message(),
            },
            Act::CancelClicked(which) => Input::CancelClicked {
                run: self.run(which),
            },
            Act::Edit(place) => Input::Queue(QueueInput::Edit(self.prompt(place))),
            Act::Move(from, to) => Input::Queue(QueueInput::Move {
                id: self.prompt(from),
                to,
            }),
            Act::Remove(place) => Input::Queue(QueueInput::Remove(self.prompt(place))),
            Act::Hold(place, held) => Input::Queue(QueueInput::Hold {
                id: self.prompt(place),
                held,
            }),
            Act::RunNow(place) => Input::Queue(QueueInput::RunNow(self.prompt(place))),
            Act::SendAgain(back) => {
                let turn = self.conversation.turns().iter().rev().nth(back);
                let said = turn.map(|turn| (turn.id.clone(), turn.text.clone()));
                let (turn, text) = said.unwrap_or_else(|| ("none".into(), String::new()));
                Input::SendAgain {
                    turn,
                    id: self.message(),
                    text,
                }
            }
            Act::TryAgain => {
                let last = self.conversation.turns().last().map(|turn| turn.id.clone());
                Input::TryAgain {
                    turn: last.unwrap_or_else(|| "none".into()),
                    id: self.message(),
                }
            }
            Act::Event(which, cursor, event) => {
                let cursor = match cursor {
                    Cursor::None => None,
                    Cursor::Next => {
                        self.cursor += 1;
                        Some(self.cursor)
                    }
                    Cursor::Repeated => Some(self.cursor),
                };
                // Transport events have no cursor in the backend's log.
                let cursor = match event {
                    RunEvent::Opened | RunEvent::OpenFailed(_) | RunEvent::Lost(_) => None,
                    _ => cursor,
                };
                Input::Run {
                    run: self.run(which),
                    cursor,
                    event,
                }
            }
            Act::Answer(which, answer) => Input::CancelAnswered {
                run: self.run(which),
                answer,
            },
            Act::Interject(which) => Input::Interject {
                run: self.run(which),
                id: self.message(),
            },
            Act::Revise(place) => {
                let (id, before) = self.said(place);
                let text = self.typing(&before);
                Input::Interjection(InterjectionInput::Revise { id, text })
            }
            Act::TakeBack(place) => {
                Input::Interjection(InterjectionInput::TakeBack(self.said(place).0))
            }
            Act::QueueInstead(place) => {
                Input::Interjection(InterjectionInput::QueueInstead(self.said(place).0))
            }
            Act::Heard(which, place, answer) => Input::InterjectionAnswered {
                run: self.run(which),
                id: self.said(place).0,
                answer,
            },
            Act::Delivered(which, place, got) => {
                let id = self.said(place).0;
                Input::Run {
                    run: self.run(which),
                    cursor: None,
                    event: if got {
                        RunEvent::InterjectionDelivered { id, step: None }
                    } else {
                        RunEvent::InterjectionUndelivered { id }
                    },
                }
            }
            Act::Always(place) => {
                let last = self.conversation.turns().last();
                Input::Always(AlwaysInput::Allow {
                    turn: last.map_or_else(|| "none".into(), |turn| turn.id.clone()),
                    interrupt: last
                        .and_then(|turn| turn.open_interrupts().nth(place))
                        .map_or_else(String::new, |interrupt| interrupt.id.clone()),
                })
            }
            Act::AskAgain => Input::Always(AlwaysInput::AskAgain {
                tool: "search".into(),
            }),
            Act::Reply(place, answer) => {
                let last = self.conversation.turns().last();
                Input::Answer {
                    turn: last.map_or_else(|| "none".into(), |turn| turn.id.clone()),
                    interrupt: last
                        .and_then(|turn| turn.open_interrupts().nth(place))
                        .map_or_else(String::new, |interrupt| interrupt.id.clone()),
                    answer,
                }
            }
            Act::StopTask(which, task) => Input::StopTask {
                run: self.run(which),
                task: task.into(),
            },
            Act::Force(which, whole) => Input::Force {
                run: self.run(which),
                task: (!whole).then(|| "s".into()),
            },
            Act::Offer(confirm) => Input::ToolsOffered(vec![ClientTool {
                name: "search".into(),
                confirm,
            }]),
            Act::ToolAnswered(which, failed) => Input::ToolAnswered {
                run: self.run(which),
                call: "c".into(),
                content: "r".into(),
                failed,
            },
            Act::Due(which, what) => Input::RetryDue {
                run: self.run(which),
                what,
            },
            Act::Online => Input::Online,
            Act::Attach => {
                self.words += 1;
                Input::Attachment(AttachmentInput::Added(Attachment {
                    id: format!("f{}", self.words).into(),
                    name: "file.txt".to_owned(),
                    media_type: "text/plain".to_owned(),
                    size: 1,
                    came: None,
                }))
            }
            Act::Detach(place) => Input::Attachment(AttachmentInput::Removed(self.file(place))),
            Act::Lose(place) => Input::Attachment(AttachmentInput::Unreadable(self.file(place))),
            Act::FileRead(which, place, found) => {
                let active = self.conversation.active();
                let mut files = active
                    .into_iter()
                    .flat_map(|run| run.unread.iter().chain(&run.lost));
                let file = files.nth(place).cloned();
                Input::FileRead {
                    run: self.run(which),
                    file: file.unwrap_or_else(|| "none".into()),
                    found,
                }
            }
            Act::EditMessage(back) => {
                let turn = self.conversation.turns().iter().rev().nth(back);
                let id = turn.map_or_else(|| "none".into(), |turn| turn.id.clone());
                Input::Edit(EditInput::Begin(id))
            }
            Act::EditSaid(place) => Input::Edit(EditInput::Begin(self.said(place).0)),
            Act::EditMore(place) => {
                let (id, before) = self.edit(place);
                let text = match &before {
                    Some(before) => self.typing(before),
                    None => String::new(),
                };
                Input::Edit(EditInput::Changed { id, text })
            }
            Act::EditSave(place) => {
                let (id, text) = self.edit(place);
                let text = text.unwrap_or_default();
                if self.conversation.turn(&id).is_some() {
                    let (turn, id) = (id, self.message());
                    Input::SendAgain { turn, id, text }
                } else {
                    Input::Interjection(InterjectionInput::Revise { id, text })
                }
            }
            Act::EditLeave(place) => {
                let (id, text) = self.edit(place);
                // The person discards what is only in the editor.
                let thrown = words(text.as_deref().into_iter());
                let mut rest = self.conversation.clone();
                rest.apply(Input::Edit(EditInput::Abandoned(id.clone())), self.now);
                let kept = words(invariants::kept_texts(&rest, true));
                self.typed
                    .retain(|word| !thrown.contains(word) || kept.contains(word));
                Input::Edit(EditInput::Abandoned(id))
            }
            Act::SendWithout(which) => Input::Unsent(UnsentInput::SendWithout {
                run: self.run(which),
            }),
            Act::KeepEditing(which) => Input::Unsent(UnsentInput::KeepEditing {
                run: self.run(which),
            }),
            Act::EditAgain => {
                let last = self.conversation.turns().last();
                Input::EditAgain {
                    turn: last.map_or_else(|| "none".into(), |turn| turn.id.clone()),
                }
            }
            Act::Rate(place, rating) => {
                let turn = self.conversation.turns().get(place);
                Input::Rate {
                    turn: turn.map_or_else(|| "none".into(), |turn| turn.id.clone()),
                    rating,
                }
            }
            Act::Reload => {
                // A file removed from the composer can be restored only until a reload.
                if let Some(file) = self.conversation.attached().removed() {
                    self.files.remove(&file.id);
                }
                self.conversation = stored_and_read(&self.conversation);
                Input::Restored
            }
        }
    }
}
