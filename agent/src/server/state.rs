//! What all requests share.
//!
//! Not responsible for: anything that outlives the process.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use tokio_util::sync::CancellationToken;

use crate::engine::Millis;
use crate::options::Options;
use crate::runtime::{Gate, Hold, Records};

/// How many refused messages are remembered.
const REFUSALS_KEPT: usize = 1024;

#[derive(Debug)]
pub(super) struct App {
    pub(super) records: Records,
    pub(super) speed: f64,
    pub(super) max_body: usize,
    pub(super) time_limit: Option<Millis>,
    pub(super) shutdown: CancellationToken,
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
    pub(super) fn new(options: &Options, shutdown: CancellationToken) -> Self {
        Self {
            records: Records::new(options.test_mode),
            speed: options.speed,
            max_body: options.max_body,
            time_limit: options
                .run_limit
                .map(|seconds| seconds.saturating_mul(1000)),
            shutdown,
            test_mode: options.test_mode,
            holds: Mutex::default(),
            refused: Mutex::default(),
        }
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
