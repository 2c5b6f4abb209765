//! State shared by all requests.
//!
//! `store` keeps what outlives the process.

use std::collections::HashMap;
use std::sync::Arc;

use axum::http::HeaderMap;
use indexmap::IndexSet;
use parking_lot::Mutex;
use tokio_util::sync::CancellationToken;

use super::backend::Backend;
use super::error::ApiError;
use super::live::LiveRuns;
use super::terms::{self, Terms};
use crate::agui::RunInput;
use crate::engine::{Policy, WhenStreaming};
use crate::options::Options;
use crate::runtime::{Gate, Hold, Records};
use crate::store::Store;

pub(super) use crate::options::OnDisconnect;

/// How many refused messages are remembered.
const REFUSALS_KEPT: usize = 1024;

#[derive(Debug)]
pub(super) struct App {
    pub(super) records: Records,
    pub(super) store: Arc<Store>,
    pub(super) live: LiveRuns,
    pub(super) speed: f64,
    pub(super) max_body: usize,
    pub(super) max_messages: usize,
    pub(super) shutdown: CancellationToken,
    pub(super) backend: Backend,
    policy: Policy,
    terms: Terms,
    on_disconnect: OnDisconnect,
    test_mode: bool,
    holds: Mutex<HashMap<String, Arc<Hold>>>,
    /// By thread and message, the oldest first.
    refused: Mutex<IndexSet<(String, String)>>,
}

impl App {
    pub(super) fn new(
        options: &Options,
        backend: Backend,
        store: Arc<Store>,
        shutdown: CancellationToken,
    ) -> Self {
        Self {
            records: Records::new(options.test_mode),
            store,
            live: LiveRuns::default(),
            policy: backend.policy(options),
            backend,
            terms: Terms {
                announced: options.announces(),
                grace: options.grace.saturating_mul(1000),
            },
            speed: options.speed,
            max_body: options.max_body,
            max_messages: options.max_messages,
            shutdown,
            on_disconnect: options.on_disconnect,
            test_mode: options.test_mode,
            holds: Mutex::default(),
            refused: Mutex::default(),
        }
    }

    /// The terms of the run that a request asks for. Outside test mode the headers of tests mean
    /// nothing, like all headers that the agent does not know.
    pub(super) fn terms(&self, headers: &HeaderMap) -> Result<Terms, ApiError> {
        if self.test_mode {
            terms::chosen(headers, self.terms)
        } else {
            Ok(self.terms)
        }
    }

    /// What happens to the run when its client disconnects: the client's choice, else the setting.
    /// A client may choose `continue` only if the run announces how to cancel it. Otherwise
    /// disconnecting is the only way to stop it.
    pub(super) fn on_disconnect(&self, input: &RunInput, terms: Terms) -> OnDisconnect {
        match input.received["forwardedProps"]["midturn"]["onDisconnect"].as_str() {
            Some("continue") if terms.announced => OnDisconnect::Continue,
            Some("cancel") => OnDisconnect::Cancel,
            _ => self.on_disconnect,
        }
    }

    /// The rules of a run. The client may choose when an interjection reaches the model.
    pub(super) fn policy_of(&self, input: &RunInput, terms: Terms) -> Policy {
        let mut policy = self.policy.clone();
        if !terms.announced {
            policy.control = None;
        }
        match input.received["forwardedProps"]["midturn"]["interject"].as_str() {
            Some("boundary") => policy.when_streaming = WhenStreaming::Now,
            Some("after-response") => policy.when_streaming = WhenStreaming::AfterResponse,
            _ => {}
        }
        policy
    }

    /// The hold of a thread. The thread need not have had a run.
    pub(super) fn hold(&self, thread_id: &str) -> Arc<Hold> {
        Arc::clone(self.holds.lock().entry(thread_id.to_owned()).or_default())
    }

    /// The gate of a new run; `None` outside test mode.
    pub(super) fn gate(&self, thread_id: &str) -> Option<Arc<Gate>> {
        self.test_mode
            .then(|| Arc::new(Gate::new(self.hold(thread_id))))
    }

    /// Returns true the first time it is called for a message.
    pub(super) fn refuse_once(&self, thread_id: &str, message_id: &str) -> bool {
        let key = (thread_id.to_owned(), message_id.to_owned());
        let mut refused = self.refused.lock();
        let is_new = refused.insert(key);
        if refused.len() > REFUSALS_KEPT {
            refused.shift_remove_index(0);
        }
        is_new
    }
}
