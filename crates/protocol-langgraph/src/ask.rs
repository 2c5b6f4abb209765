//! The graph's questions. Their values are whatever the graph's author chose; the forms of the usual
//! middleware are recognised, and of other values what a person needs to answer.

use midturn_core::id::ActivityId;
use midturn_core::run_event::{AnswerForm, FinishOutcome, Interrupt};
use midturn_protocol::diagnostic::{Kind, start_of};
use midturn_protocol::form::{WORDS, form};
use midturn_protocol::json;
use midturn_protocol::out::Out;
use midturn_protocol::value::{Flag, Many, One, Text};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::calls::Calls;
use super::memory::{Action, Asked, AskedKind};
use super::translate::Translator;
use super::wire::object;

/// The reason of a question about a tool call.
const CALL: &str = "tool_call";

/// Names of the text of a question, the best first.
const MESSAGES: [&str; 8] = [
    "question",
    "message",
    "prompt",
    "query",
    "description",
    "text",
    "title",
    "instructions",
];

/// Names of a tool's name.
const TOOLS: [&str; 4] = ["tool", "tool_name", "action", "name"];

/// Names of a tool's arguments.
const ARGUMENTS: [&str; 6] = [
    "args",
    "arguments",
    "tool_args",
    "tool_input",
    "input",
    "parameters",
];

/// A question on the wire.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
struct Raised<'a> {
    id: Text<'a>,
    interrupt_id: Text<'a>,
    value: Option<&'a RawValue>,
    payload: Option<&'a RawValue>,
    response_schema: Option<&'a RawValue>,
}

/// The value of a question from the middleware.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
struct Review<'a> {
    action_requests: Many<One<'a, Requested<'a>>>,
    /// The same from the middleware in JavaScript, which wants its answer in camel case too.
    #[serde(rename = "actionRequests")]
    camel_requests: Many<One<'a, Requested<'a>>>,
    #[serde(rename = "review_configs", alias = "reviewConfigs")]
    configs: Many<One<'a, ReviewConfig<'a>>>,
}

/// An action that waits for a decision.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
struct Requested<'a> {
    name: Text<'a>,
    action: Text<'a>,
    args: Option<&'a RawValue>,
    arguments: Option<&'a RawValue>,
    description: Text<'a>,
}

/// Which decisions an action allows.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
struct ReviewConfig<'a> {
    #[serde(alias = "actionName")]
    action_name: Text<'a>,
    #[serde(alias = "allowedDecisions")]
    allowed_decisions: Many<Text<'a>>,
}

/// A question in the older form of agent inboxes.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
struct Inbox<'a> {
    action_request: One<'a, Requested<'a>>,
    config: One<'a, InboxConfig>,
    description: Text<'a>,
}

/// Which responses an inbox allows.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct InboxConfig {
    #[serde(rename = "allow_accept")]
    accept: Flag,
    #[serde(rename = "allow_edit")]
    edit: Flag,
    #[serde(rename = "allow_respond")]
    respond: Flag,
    #[serde(rename = "allow_ignore")]
    ignore: Flag,
}

impl Translator {
    /// Reads a list of questions. A question is reported by each graph around its own. `namespace`:
    /// that of the graph that asks; empty for the main agent, and where it is not needed.
    pub(super) fn ask(&mut self, list: &RawValue, namespace: &str, out: &mut Out) {
        let raised = json::list(list).unwrap_or_else(|| vec![list]);
        for raised in raised {
            let raised = One::<Raised<'_>>::deserialize(raised).ok();
            let Some(raised) = raised.and_then(One::object) else {
                out.note(Kind::BadField, "__interrupt__ is no question");
                continue;
            };
            let ids = [&raised.id, &raised.interrupt_id];
            let server = ids.into_iter().find_map(Text::string).unwrap_or_default();
            let is_first = self.questions.is_empty();
            let asked = &self.memory.asked;
            if !is_first
                && asked
                    .iter()
                    .any(|held| !server.is_empty() && held.id == server)
            {
                continue;
            }
            let id = if server.is_empty() {
                format!("{}:question:{}", self.run, self.questions.len())
            } else {
                server.clone()
            };
            let (kind, questions) = read(&id, &raised, &mut self.calls);
            if is_first {
                self.memory.asked.clear();
            }
            self.memory.asked.push(Asked {
                id: server,
                namespace: namespace.to_owned(),
                kind,
            });
            self.memory.run_mut(self.run.as_str()).asks = true;
            self.questions.extend(questions);
        }
        self.remember(out);
    }

    /// Reads the state after a run: the answer of a server that does not stream.
    pub(super) fn whole_run(&mut self, body: &str, out: &mut Out) {
        let Some(fields) = json::fields(body) else {
            return;
        };
        let field = |wanted: &str| {
            let found = fields.iter().rev().find(|(name, _)| name == wanted);
            found.map(|(_, json)| *json)
        };
        let messages = field("messages").and_then(json::list);
        let error = field("__error__");
        let raised = field("__interrupt__");
        if messages.is_none() && error.is_none() && raised.is_none() {
            return;
        }
        self.work(out);
        self.read_state(&messages.unwrap_or_default(), out);
        if let Some(raised) = raised {
            self.ask(raised, "", out);
        }
        let questions = std::mem::take(&mut self.questions);
        if let Some(error) = error {
            self.error(error.get(), out);
        } else if questions.is_empty() {
            self.end(FinishOutcome::Success, out);
        } else {
            self.end(FinishOutcome::Interrupt(questions), out);
        }
    }
}

/// The kind of a question, and what the person is asked.
fn read(id: &str, raised: &Raised<'_>, calls: &mut Calls) -> (AskedKind, Vec<Interrupt>) {
    let value = raised.value.or(raised.payload);
    let value = value.map_or("null", RawValue::get);
    let schema = raised.response_schema.map(RawValue::get);
    let schema = schema.filter(|schema| schema.starts_with('{'));
    if schema.is_none() {
        let review = of_middleware(id, value, calls).or_else(|| of_inbox(id, value, calls));
        if let Some((kind, questions)) = review.filter(|(_, questions)| !questions.is_empty()) {
            return (kind, questions);
        }
    }
    let kind = if schema.is_some() {
        AskedKind::Schema
    } else {
        AskedKind::Own
    };
    (kind, vec![own(id, value, schema, calls)])
}

fn of_middleware(id: &str, value: &str, calls: &mut Calls) -> Option<(AskedKind, Vec<Interrupt>)> {
    let review = object::<Review<'_>>(value)?;
    let (requests, camel) = match review.action_requests.list() {
        Some(requests) => (requests, false),
        None => (review.camel_requests.list()?, true),
    };
    let configs = review.configs.list().unwrap_or_default();
    let configs: Vec<_> = configs.into_iter().filter_map(One::object).collect();
    let mut actions = Vec::new();
    let mut questions = Vec::new();
    for (place, request) in requests.into_iter().enumerate() {
        let request = request.object().unwrap_or_default();
        let name = request.name();
        let of_name = configs
            .iter()
            .find(|config| config.action_name.as_str() == name);
        let config = of_name.or_else(|| configs.get(place));
        let allowed: Vec<String> = config
            .and_then(|config| match &config.allowed_decisions {
                Many::List(list) => Some(list.iter().filter_map(Text::string).collect()),
                Many::Absent | Many::Other => None,
            })
            .unwrap_or_else(|| ["approve", "edit", "reject"].map(str::to_owned).to_vec());
        let action = Action {
            name,
            allowed,
            camel,
        };
        questions.push(question(&format!("{id}/{place}"), &request, &action, calls));
        actions.push(action);
    }
    Some((AskedKind::Actions(actions), questions))
}

fn of_inbox(id: &str, value: &str, calls: &mut Calls) -> Option<(AskedKind, Vec<Interrupt>)> {
    let json = json::raw(value)?;
    let items = json::list(json).unwrap_or_else(|| vec![json]);
    let mut actions = Vec::new();
    let mut questions = Vec::new();
    for (place, item) in items.into_iter().enumerate() {
        let mut inbox = object::<Inbox<'_>>(item.get())?;
        let mut request = std::mem::take(&mut inbox.action_request).object()?;
        if inbox.description.is_there() {
            request.description = inbox.description;
        }
        let config = inbox.config.object().unwrap_or_default();
        let allowed = [
            (config.accept, "approve"),
            (config.edit, "edit"),
            (config.respond, "respond"),
            (config.ignore, "reject"),
        ];
        let allowed = allowed.into_iter().filter(|(flag, _)| flag.0 == Some(true));
        let action = Action {
            name: request.name(),
            allowed: allowed.map(|(_, word)| word.to_owned()).collect(),
            camel: false,
        };
        questions.push(question(&format!("{id}/{place}"), &request, &action, calls));
        actions.push(action);
    }
    Some((AskedKind::Inbox(actions), questions))
}

/// The question about one action.
fn question(id: &str, request: &Requested<'_>, action: &Action, calls: &mut Calls) -> Interrupt {
    let arguments = request.args.or(request.arguments).map(RawValue::get);
    let allows = |word: &str| action.allowed.iter().any(|held| held == word);
    // A tool that is answered in place of the tool itself asks for words.
    let form = if allows("respond") && !allows("approve") && !allows("edit") {
        AnswerForm::Words { field: None }
    } else {
        AnswerForm::Decision {
            reason: allows("reject") || allows("respond"),
            edits: allows("edit"),
            bare: false,
        }
    };
    Interrupt {
        id: id.to_owned(),
        reason: CALL.to_owned(),
        message: request.description.string().filter(|text| !text.is_empty()),
        call: calls.take_for_question(Some(&action.name), arguments),
        metadata: Some(about(&action.name, arguments)),
        form,
        ..Interrupt::default()
    }
}

/// A question of the graph's own making.
fn own(id: &str, value: &str, schema: Option<&str>, calls: &mut Calls) -> Interrupt {
    let fields = json::fields(value);
    let named = fields.as_deref().unwrap_or_default();
    let text = |names: &[&str]| {
        names.iter().find_map(|wanted| {
            let (_, json) = named.iter().find(|(name, _)| name == wanted)?;
            let text = json::text(json)?.0.into_owned();
            (!text.is_empty()).then_some(text)
        })
    };
    let message = json::text_of(value).or_else(|| text(&MESSAGES));
    let tool = text(&TOOLS);
    let arguments = ARGUMENTS.iter().find_map(|wanted| {
        let (_, json) = named.iter().find(|(name, _)| name == wanted)?;
        json.get().starts_with('{').then(|| json.get())
    });
    let call: Option<ActivityId> = match (&tool, arguments) {
        (Some(tool), _) => calls.take_for_question(Some(tool), arguments),
        (None, Some(_)) => calls.take_for_question(None, None),
        (None, None) => None,
    };
    let told = text(&["type", "reason", "kind"]);
    let is_about_tool = call.is_some() || (tool.is_some() && arguments.is_some());
    let reason = match told {
        _ if is_about_tool => CALL.to_owned(),
        Some(told) => start_of(&told).to_owned(),
        None => WORDS.to_owned(),
    };
    let of_reason = form(&reason, call.is_some(), schema);
    let form = match of_reason {
        // Without a schema, the answer is what the embedder says approves and denies.
        AnswerForm::Decision { .. } if schema.is_none() => AnswerForm::Decision {
            reason: false,
            edits: false,
            bare: true,
        },
        form => form,
    };
    let is_message_only = named.len() == 1 && message.is_some();
    let metadata = match &fields {
        Some(_) if is_message_only => None,
        Some(_) => Some(value.to_owned()),
        None if message.is_some() || value == "null" => None,
        None => Some(format!("{{\"value\":{value}}}")),
    };
    Interrupt {
        id: id.to_owned(),
        reason,
        message,
        call,
        schema: schema.map(str::to_owned),
        metadata,
        form,
        ..Interrupt::default()
    }
}

impl Requested<'_> {
    fn name(&self) -> String {
        let names = [&self.name, &self.action];
        names.into_iter().find_map(Text::string).unwrap_or_default()
    }
}

/// What the person is told of an action, as a JSON object.
fn about(name: &str, arguments: Option<&str>) -> String {
    let name = json::string_of(name);
    let arguments = arguments.unwrap_or("{}");
    format!("{{\"tool\":{name},\"args\":{arguments}}}")
}
