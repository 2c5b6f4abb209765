//! The value that resumes a graph: the person's answers, in the forms that its questions want.

use std::collections::BTreeMap;

use midturn_core::run_event::AnswerForm;
use midturn_core::transcript::{Answer, Resume};
use midturn_protocol::json::{self, raw, to_json};
use serde::Serialize;
use serde_json::value::RawValue;

use super::memory::{Action, Asked, AskedKind, Memory};
use super::options::Options;

/// What the agent is told if the person has closed a question. In English, because it is for the
/// model.
const NOBODY: &str = "The user did not answer. Do not do this, and do not ask again.";

/// The decision about one action.
#[derive(Serialize)]
struct Decision<'a> {
    r#type: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    edited_action: Option<Edited<'a>>,
    #[serde(rename = "editedAction", skip_serializing_if = "Option::is_none")]
    camel_action: Option<Edited<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
}

#[derive(Serialize)]
struct Edited<'a> {
    name: &'a str,
    args: &'a RawValue,
}

#[derive(Serialize)]
struct Decisions<'a> {
    decisions: Vec<Decision<'a>>,
}

/// The response to one action in an inbox.
#[derive(Serialize)]
struct Response<'a> {
    r#type: &'static str,
    args: Args<'a>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Args<'a> {
    Nothing(()),
    Text(String),
    Edited { action: &'a str, args: &'a RawValue },
}

/// An answer by a schema with the field `approved`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ApprovedOrNot<'a> {
    approved: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    edited_args: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
}

/// The answers to one question of the server.
struct Group<'a> {
    id: &'a str,
    kind: AskedKind,
    /// The answers, by their place in the question.
    answers: Vec<(usize, &'a Resume)>,
}

/// The value of `command.resume`, as JSON text.
pub(super) fn resume(answers: &[Resume], memory: &Memory, options: &Options) -> String {
    let groups = groups(answers, memory);
    let value = |group: &Group<'_>| value(group, options);
    match groups.as_slice() {
        // The server takes a map only if all its keys look like its own ids.
        [only] if !is_server_id(only.id) => value(only),
        _ => {
            let map = groups.iter().map(|group| {
                let value = RawValue::from_string(value(group)).unwrap_or_default();
                (group.id, value)
            });
            to_json(&map.collect::<BTreeMap<&str, Box<RawValue>>>())
        }
    }
}

/// Whether an id has the form of the server's: a hash of 32 hexadecimal digits.
fn is_server_id(id: &str) -> bool {
    id.len() == 32
        && id
            .bytes()
            .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

fn groups<'a>(answers: &'a [Resume], memory: &'a Memory) -> Vec<Group<'a>> {
    let mut groups: Vec<Group<'a>> = Vec::new();
    for given in answers {
        let (id, place, kind) = asked(&given.interrupt, memory);
        match groups.iter_mut().find(|group| group.id == id) {
            Some(group) => group.answers.push((place, given)),
            None => groups.push(Group {
                id,
                kind,
                answers: vec![(place, given)],
            }),
        }
    }
    groups
}

/// The server's question for an id, and the place in it. If the memory is lost, the id tells.
fn asked<'a>(id: &'a str, memory: &Memory) -> (&'a str, usize, AskedKind) {
    let held = |id: &str| memory.asked.iter().find(|held: &&Asked| held.id == id);
    let part = id.rsplit_once('/');
    let part = part.and_then(|(id, place)| Some((id, place.parse::<usize>().ok()?)));
    match (held(id), part) {
        (Some(held), _) => (id, 0, held.kind.clone()),
        (None, Some((id, place))) => {
            // A question without an id is the only one.
            let kind = held(id).or_else(|| held("")).map(|held| held.kind.clone());
            (id, place, kind.unwrap_or(AskedKind::Actions(Vec::new())))
        }
        (None, None) => {
            let kind = held("").map(|held| held.kind.clone());
            (id, 0, kind.unwrap_or_default())
        }
    }
}

fn value(group: &Group<'_>, options: &Options) -> String {
    match &group.kind {
        AskedKind::Actions(actions) => to_json(&Decisions {
            decisions: each(group, actions, decision),
        }),
        AskedKind::Inbox(actions) => to_json(&each(group, actions, response)),
        AskedKind::Own | AskedKind::Schema => {
            let given = group.answers.first().map(|(_, given)| *given);
            given.map_or_else(
                || "null".to_owned(),
                |given| own(given, &group.kind, options),
            )
        }
    }
}

/// One value for each action, in order. An action without an answer is refused.
fn each<'a, T>(
    group: &Group<'a>,
    actions: &'a [Action],
    make: impl Fn(&'a Answer, Option<&'a Action>) -> T,
) -> Vec<T> {
    let answered = group.answers.iter().map(|(place, _)| place + 1).max();
    // The memory has them all; else there are as many as answers. A place is never made up of more
    // answers than were given.
    let count = if actions.is_empty() {
        answered.unwrap_or_default().min(group.answers.len())
    } else {
        actions.len()
    };
    let answer = |place: usize| {
        let given = group.answers.iter().find(|(held, _)| *held == place);
        given.map_or(&Answer::Abandoned, |(_, given)| &given.answer)
    };
    (0..count)
        .map(|place| make(answer(place), actions.get(place)))
        .collect()
}

fn allows(action: Option<&Action>, word: &str) -> bool {
    action.is_none_or(|action| action.allowed.iter().any(|held| held == word))
}

fn decision<'a>(answer: &'a Answer, action: Option<&'a Action>) -> Decision<'a> {
    let plain = |r#type, message| Decision {
        r#type,
        edited_action: None,
        camel_action: None,
        message,
    };
    let refused = |message: Option<String>| {
        let responds = !allows(action, "reject") && allows(action, "respond");
        if responds {
            plain("respond", Some(message.unwrap_or_else(|| "No.".to_owned())))
        } else {
            plain("reject", message)
        }
    };
    match answer {
        Answer::Approved { arguments } => {
            let edited = arguments.as_deref().and_then(raw);
            match (edited, action) {
                (Some(args), Some(action)) if allows(Some(action), "edit") => {
                    let name = &action.name;
                    let edited = Some(Edited { name, args });
                    let (camel_action, edited_action) = if action.camel {
                        (edited, None)
                    } else {
                        (None, edited)
                    };
                    Decision {
                        edited_action,
                        camel_action,
                        ..plain("edit", None)
                    }
                }
                _ => plain("approve", None),
            }
        }
        Answer::Denied { reason } => refused(reason.clone().filter(|text| !text.is_empty())),
        Answer::Reply(json) => plain("respond", Some(words(json))),
        Answer::Abandoned => refused(Some(NOBODY.to_owned())),
    }
}

fn response<'a>(answer: &'a Answer, action: Option<&'a Action>) -> Response<'a> {
    let text = |text: String| Response {
        r#type: "response",
        args: Args::Text(text),
    };
    let plain = |r#type| Response {
        r#type,
        args: Args::Nothing(()),
    };
    let refused = |message: Option<String>| match message {
        Some(message) if allows(action, "respond") => text(message),
        _ => plain("ignore"),
    };
    match answer {
        Answer::Approved { arguments } => {
            let edited = arguments.as_deref().and_then(raw);
            match (edited, action) {
                (Some(args), Some(action)) if allows(Some(action), "edit") => Response {
                    r#type: "edit",
                    args: Args::Edited {
                        action: &action.name,
                        args,
                    },
                },
                _ => plain("accept"),
            }
        }
        Answer::Denied { reason } => refused(reason.clone().filter(|text| !text.is_empty())),
        Answer::Reply(json) => text(words(json)),
        Answer::Abandoned if allows(action, "reject") => plain("ignore"),
        Answer::Abandoned => refused(Some(NOBODY.to_owned())),
    }
}

/// The answer to a question of the graph's own making, or to one with a schema.
fn own(given: &Resume, kind: &AskedKind, options: &Options) -> String {
    let has_schema = *kind == AskedKind::Schema;
    let bare = matches!(given.form, AnswerForm::Decision { bare: true, .. });
    let set = |value: &Option<Box<RawValue>>, otherwise: bool| {
        let value = value.as_ref().filter(|_| !has_schema);
        value.map_or_else(|| otherwise.to_string(), |json| json.get().to_owned())
    };
    let decided = |approved: bool, arguments: Option<&str>, reason: Option<&str>| {
        if bare {
            return if approved {
                set(&options.approve, true)
            } else {
                set(&options.deny, false)
            };
        }
        to_json(&ApprovedOrNot {
            approved,
            edited_args: arguments.filter(|_| given.form.takes_edits()).and_then(raw),
            reason: reason.filter(|_| given.form.takes_reason()),
        })
    };
    match (&given.answer, &given.form) {
        (Answer::Approved { arguments }, _) => decided(true, arguments.as_deref(), None),
        (Answer::Denied { reason }, _) => decided(false, None, reason.as_deref()),
        (Answer::Abandoned, AnswerForm::Decision { .. }) => decided(false, None, Some(NOBODY)),
        (Answer::Abandoned, form) => in_field(&json::string_of(NOBODY), form),
        (Answer::Reply(json), form) => in_field(json, form),
    }
}

/// A reply, in the field that the schema names.
fn in_field(reply: &str, form: &AnswerForm) -> String {
    let reply = raw(reply);
    match form {
        AnswerForm::Words { field: Some(field) } => to_json(&BTreeMap::from([(field, reply)])),
        AnswerForm::Words { field: None } | AnswerForm::Decision { .. } | AnswerForm::Json => {
            to_json(&reply)
        }
    }
}

/// A reply as text.
fn words(json: &str) -> String {
    json::text_of(json).unwrap_or_else(|| json.to_owned())
}
