//! What all requests share.
//!
//! Not responsible for: what outlives the process (`store`).

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use super::live::LiveRuns;
use crate::agui::RunInput;
use crate::engine::{Control, Millis, Policy, RetryRule};
use crate::options::Options;
use crate::runtime::{Gate, Hold, Model, Pacer, Records, Tools};
use crate::script::{self, ScriptedModel, ScriptedTools};
use crate::store::Store;

pub(super) use crate::options::OnDisconnect;

/// How many refused messages are remembered.
const REFUSALS_KEPT: usize = 1024;

#[derive(Debug)]
pub(super) struct App {
    pub(super) records: Records,
    pub(super) store: Arc<Store>,
    pub(super) live: LiveRuns,
    pub(super) policy: Policy,
    /// How long a running tool may take to finish its step when it is cancelled.
    pub(super) grace: Millis,
    pub(super) speed: f64,
    pub(super) max_body: usize,
    pub(super) max_messages: usize,
    pub(super) shutdown: CancellationToken,
    on_disconnect: OnDisconnect,
    test_mode: bool,
    holds: Mutex<HashMap<String, Arc<Hold>>>,
    refused: Mutex<Refused>,
}

#[derive(Debug, Default)]
struct Refused {
    keys: HashSet<(String, String)>,
    order: VecDeque<(String, String)>,
}

impl App {
    pub(super) fn new(options: &Options, store: Arc<Store>, shutdown: CancellationToken) -> Self {
        Self {
            records: Records::new(options.test_mode),
            store,
            live: LiveRuns::default(),
            policy: policy(options),
            grace: options.grace.saturating_mul(1000),
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

    /// Whether clients are told of the control extension.
    pub(super) fn announces(&self) -> bool {
        self.policy.control.is_some()
    }

    /// Whether the first word of a message chooses a scene.
    pub(super) fn scripted(&self) -> bool {
        true
    }

    /// What becomes of the run when its client goes: what the client asks for, else the setting.
    pub(super) fn on_disconnect(&self, input: &RunInput) -> OnDisconnect {
        match input.received["forwardedProps"]["midturn"]["onDisconnect"].as_str() {
            Some("continue") => OnDisconnect::Continue,
            Some("cancel") => OnDisconnect::Cancel,
            _ => self.on_disconnect,
        }
    }

    /// What answers one run, and what it can use.
    pub(super) fn model_and_tools(&self, pacer: &Pacer) -> (Arc<dyn Model>, Arc<dyn Tools>) {
        let model = ScriptedModel::new(pacer.clone());
        let tools = ScriptedTools::new(pacer.clone());
        (Arc::new(model), Arc::new(tools))
    }

    /// The hold of a thread, whether or not it has had a run.
    pub(super) fn hold(&self, thread_id: &str) -> Arc<Hold> {
        let mut holds = self.holds.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(holds.entry(thread_id.to_owned()).or_default())
    }

    /// The gate of a new run; none outside test mode.
    pub(super) fn gate(&self, thread_id: &str) -> Option<Arc<Gate>> {
        self.test_mode.then(|| self.hold(thread_id).gate())
    }

    /// True the first time it is asked about this message.
    pub(super) fn refuse_once(&self, thread_id: &str, message_id: &str) -> bool {
        let key = (thread_id.to_owned(), message_id.to_owned());
        let mut refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        if !refused.keys.insert(key.clone()) {
            return false;
        }
        refused.order.push_back(key);
        if refused.order.len() > REFUSALS_KEPT
            && let Some(oldest) = refused.order.pop_front()
        {
            refused.keys.remove(&oldest);
        }
        true
    }
}

fn policy(options: &Options) -> Policy {
    let time_limit = options
        .run_limit
        .map(|seconds| seconds.saturating_mul(1000));
    let script = script::policy(time_limit);
    let scaled = |pause: Millis| {
        let seconds = Duration::from_millis(pause).as_secs_f64() / options.speed;
        let pause = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        Millis::try_from(pause.as_millis()).unwrap_or(Millis::MAX)
    };
    Policy {
        when_streaming: options.when_streaming.into(),
        control: options.announces().then(|| Control {
            // Relative to the agent's URL, so that both move together behind a proxy.
            url: "agui/control".to_owned(),
            events: "agui/events".to_owned(),
        }),
        retry: RetryRule {
            first_pause: scaled(script.retry.first_pause),
            longest_pause: scaled(script.retry.longest_pause),
            ..script.retry
        },
        ..script
    }
}
