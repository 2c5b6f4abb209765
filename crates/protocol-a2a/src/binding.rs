//! The two versions and the two bindings, and the requests about a task in each of them.

use midturn_protocol::call::{Call, under};
use midturn_protocol::json::to_json;
use serde::Serialize;

/// A version of A2A.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Version {
    /// 1.0.
    #[default]
    V1,
    /// 0.3.
    V03,
}

/// How requests and answers are wrapped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Binding {
    /// JSON-RPC: everything is posted to one URL.
    #[default]
    JsonRpc,
    /// HTTP+JSON: each method has its URL. Only in 1.0.
    Http,
}

/// A method, apart from its name in a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Method {
    Stream,
    Send,
    Cancel,
    Join,
    Get,
}

/// A server: its version, binding and URL.
#[derive(Clone, Copy, Debug)]
pub(super) struct Server<'a> {
    pub(super) version: Version,
    pub(super) binding: Binding,
    pub(super) url: &'a str,
}

#[derive(Serialize)]
struct Request<'a, P> {
    jsonrpc: &'static str,
    id: &'a str,
    method: &'static str,
    params: P,
}

#[derive(Serialize)]
struct TaskId<'a> {
    id: &'a str,
}

#[derive(Serialize)]
struct Nothing {}

impl Version {
    /// The version as the option spells it.
    pub fn name(self) -> &'static str {
        match self {
            Self::V1 => "1.0",
            Self::V03 => "0.3",
        }
    }

    /// The version of an option or an agent card.
    pub fn of(name: &str) -> Option<Self> {
        match name.split('.').next()? {
            "1" => Some(Self::V1),
            "0" => Some(Self::V03),
            _ => None,
        }
    }

    pub(super) fn other(self) -> Self {
        match self {
            Self::V1 => Self::V03,
            Self::V03 => Self::V1,
        }
    }

    /// Of two spellings of the same thing, the one of this version.
    pub(super) fn word(self, new: &'static str, old: &'static str) -> &'static str {
        match self {
            Self::V1 => new,
            Self::V03 => old,
        }
    }

    /// The field `kind` of an object, which only 0.3 has: 1.0 tells objects apart by their fields.
    pub(super) fn kind(self, name: &'static str) -> Option<&'static str> {
        (self == Self::V03).then_some(name)
    }
}

impl Method {
    fn name(self, version: Version) -> &'static str {
        let (new, old) = match self {
            Self::Stream => ("SendStreamingMessage", "message/stream"),
            Self::Send => ("SendMessage", "message/send"),
            Self::Cancel => ("CancelTask", "tasks/cancel"),
            Self::Join => ("SubscribeToTask", "tasks/resubscribe"),
            Self::Get => ("GetTask", "tasks/get"),
        };
        version.word(new, old)
    }
}

impl Server<'_> {
    /// The request that sends a message, with these `params`. `id` is the request's own id;
    /// `blocking` asks for the whole answer instead of a stream.
    pub(super) fn send(&self, blocking: bool, id: &str, params: impl Serialize) -> Call {
        let (method, verb) = if blocking {
            (Method::Send, ":send")
        } else {
            (Method::Stream, ":stream")
        };
        match self.binding {
            Binding::Http => {
                let url = with_verb(&under(self.url, &["message"]), verb);
                self.versioned(Call::post(url, to_json(&params)))
            }
            Binding::JsonRpc => self.rpc(id, method, params),
        }
    }

    /// A request about a task. `id` is the request's own id.
    pub(super) fn about(&self, method: Method, id: &str, task: &str) -> Call {
        if self.binding == Binding::JsonRpc {
            return self.rpc(id, method, TaskId { id: task });
        }
        let url = under(self.url, &["tasks", task]);
        let post = |verb| Call::post(with_verb(&url, verb), to_json(&Nothing {}));
        self.versioned(match method {
            Method::Cancel => post(":cancel"),
            Method::Join => post(":subscribe"),
            Method::Get | Method::Send | Method::Stream => Call::get(url),
        })
    }

    fn rpc(&self, id: &str, method: Method, params: impl Serialize) -> Call {
        let body = to_json(&Request {
            jsonrpc: "2.0",
            id,
            method: method.name(self.version),
            params,
        });
        self.versioned(Call::post(self.url, body))
    }

    /// Without the header, a server of 1.0 takes a request as one of 0.3.
    fn versioned(&self, call: Call) -> Call {
        match self.version {
            Version::V1 => call.with_header("A2A-Version", self.version.name()),
            Version::V03 => call,
        }
    }
}

/// The URL with a verb at the end of its path.
fn with_verb(url: &str, verb: &str) -> String {
    let end = url.find(['?', '#']).unwrap_or(url.len());
    let (path, rest) = url.split_at(end);
    format!("{path}{verb}{rest}")
}
