//! The state between two runs: the client's messages, what the store knows of earlier runs, and how
//! the person begins the next run.

use std::collections::BTreeMap;

use fastrand::Rng;
use midturn_agent::agui::RunInput;
use midturn_agent::conversation::{Interjection, Message, ToolCall};
use midturn_agent::engine::{Delivery, Edit, Suspended};
use midturn_agent::record::{DeliveryState, Ending};
use serde_json::{Value, json};

use super::crash::transcript;
use crate::invariants::{Facts, Watch, outline};

const EDITED: &str = r#"{"task":"edited"}"#;

/// One request for a run.
pub(crate) struct Turn {
    pub(crate) run: String,
    pub(crate) body: Value,
    pub(crate) input: RunInput,
    /// The calls that the person approved, with the arguments that they must run with.
    pub(crate) approved: BTreeMap<String, String>,
    /// Whether this request answers a question that is not open, so that the run must fail.
    pub(crate) stale: bool,
    /// The kinds of answers, for the tally.
    pub(crate) answers: Vec<&'static str>,
}

#[derive(Default)]
pub(super) struct Conversation {
    runs: u32,
    said: u32,
    /// The messages that the client has.
    messages: Vec<Value>,
    /// The interjections that the main agent got in earlier turns.
    pub(super) deliveries: Vec<Delivery>,
    /// The calls that wait for an answer.
    pub(super) open: Vec<ToolCall>,
    /// The nested agents that wait for an answer.
    pub(super) suspended: Vec<Suspended>,
    /// The arguments that the person edited.
    pub(super) edits: Vec<Edit>,
    /// The events of all runs so far.
    log: Vec<Value>,
    /// The calls whose questions are closed.
    closed: Vec<String>,
    /// What the invariants know of all runs so far.
    facts: Facts,
}

impl Conversation {
    pub(super) fn facts(&self) -> Facts {
        self.facts.clone()
    }

    /// Chooses the person's next message or answers.
    pub(super) fn next_turn(&mut self, random: &mut Rng) -> Turn {
        if !self.closed.is_empty() && random.u8(..8) == 0 {
            return self.answer(random, true);
        }
        if self.open.is_empty() {
            return self.say_next("go");
        }
        match random.u8(..5) {
            0 => {
                let mut turn = self.say_next("something else");
                turn.answers.push("said something else");
                turn
            }
            _ => self.answer(random, false),
        }
    }

    pub(super) fn say_next(&mut self, text: &str) -> Turn {
        self.push_message(text);
        self.turn(&[], BTreeMap::new(), false, Vec::new())
    }

    fn push_message(&mut self, text: &str) {
        let id = format!("u{}", self.runs + 1);
        let message = json!({"id": id, "role": "user", "content": text});
        self.messages.push(message);
    }

    /// Answers some of the open questions at random. With `stale`, also answers a closed one.
    fn answer(&mut self, random: &mut Rng, stale: bool) -> Turn {
        let mut resume = Vec::new();
        let mut approved = BTreeMap::new();
        let mut answers = vec!["resumes"];
        for call in &self.open {
            let id = format!("approve:{}", call.id);
            let yes =
                json!({"interruptId": id, "status": "resolved", "payload": {"approved": true}});
            let (entry, name) = match random.u8(..6) {
                0 => continue,
                1 => (
                    json!({"interruptId": id, "status": "cancelled"}),
                    "abandoned",
                ),
                2 => {
                    let payload = json!({"approved": false});
                    let no = json!({"interruptId": id, "status": "resolved", "payload": payload});
                    (no, "denied")
                }
                3 => {
                    approved.insert(call.id.clone(), EDITED.to_owned());
                    let mut edited = yes;
                    edited["payload"]["editedArgs"] = serde_json::from_str(EDITED).unwrap();
                    (edited, "edited")
                }
                _ => {
                    approved.insert(call.id.clone(), call.arguments.clone());
                    (yes, "approved")
                }
            };
            resume.push(entry);
            answers.push(name);
        }
        if stale {
            let id = format!("approve:{}", random.choice(&self.closed).unwrap());
            let entry = json!({"interruptId": id, "status": "resolved", "payload": true});
            resume.insert(random.usize(..=resume.len()), entry);
            approved.clear();
            answers = vec!["stale answers"];
        }
        if resume.is_empty() {
            let mut turn = self.say_next("something else");
            turn.answers.push("said something else");
            return turn;
        }
        if random.u8(..4) == 0 {
            self.push_message("and besides");
        }
        self.turn(&resume, approved, stale, answers)
    }

    fn turn(
        &mut self,
        resume: &[Value],
        approved: BTreeMap<String, String>,
        stale: bool,
        answers: Vec<&'static str>,
    ) -> Turn {
        self.runs += 1;
        let run = format!("r{}", self.runs);
        let body = json!({
            "threadId": "t", "runId": run, "messages": self.messages, "resume": resume,
        });
        let input = RunInput::parse(body.to_string().as_bytes()).unwrap();
        Turn {
            run,
            body,
            input,
            approved,
            stale,
            answers,
        }
    }

    /// Returns the id of an interjection: sometimes a new one, sometimes one used before.
    pub(super) fn say(&mut self, random: &mut Rng) -> String {
        self.said += 1;
        format!("i{}", random.u32(1..=self.said))
    }

    pub(super) fn is_delivered(&self, id: &str) -> bool {
        self.facts.told.contains_key(id)
    }

    /// Takes over the results of an ended run from its log. `history` is the main agent's history;
    /// `None` after a crash.
    pub(super) fn take_in(
        &mut self,
        turn: &Turn,
        log: &[Value],
        history: Option<&[Message]>,
        watch: &Watch,
    ) -> Ending {
        let transcript = transcript(log);
        let ending = transcript.ending().unwrap();
        assert_eq!(
            turn.stale,
            transcript.answered_nothing(),
            "{:?}",
            turn.body["resume"]
        );
        self.messages.extend(transcript.messages().iter().cloned());
        for said in transcript.interjections() {
            let DeliveryState::Delivered {
                tool_call_id,
                after_id,
                ..
            } = &said.delivery
            else {
                continue;
            };
            let interjection = Interjection {
                id: said.id.clone(),
                text: said.message.clone(),
                attachments: said.attachments.clone(),
            };
            let at_root = said.parent_id == "root";
            self.facts.told.insert(said.id.clone(), at_root);
            if at_root {
                self.deliveries.push(Delivery {
                    interjection,
                    tool_call_id: tool_call_id.clone(),
                    after_id: after_id.clone(),
                });
            }
        }
        self.log.extend(log.iter().cloned());
        self.edits.extend(transcript.edits().iter().cloned());
        if !turn.stale {
            let whole = self::transcript(&self.log);
            self.suspended = whole.suspended(&transcript.waiting_agents());
            let was_open = std::mem::replace(&mut self.open, transcript.open_calls());
            self.closed.extend(was_open.into_iter().map(|call| call.id));
        }
        self.facts.take_in(watch, log);
        // A run with a stale answer changed nothing, so its history is not compared.
        let history = history.filter(|_| !turn.stale);
        self.facts.outline = history.map(|history| {
            let mut lines = outline(history);
            // The next run does not restore interjections that were not delivered.
            lines.retain(|id| !id.starts_with('i') || self.facts.told.contains_key(id));
            lines
        });
        let open = self.open.iter().map(|call| call.id.clone());
        let suspended = self.suspended.iter().map(|one| one.call.id.clone());
        self.facts.waiting = open.chain(suspended).collect();
        ending
    }
}
