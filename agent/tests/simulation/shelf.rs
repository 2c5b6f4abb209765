//! Plays some conversations again through the real store, in a file. After each run, with or
//! without a crash, the store must have what the simulation continued with.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use midturn_agent::conversation::ToolCall;
use midturn_agent::engine::{Delivery, Suspended};
use midturn_agent::record::Ending;
use midturn_agent::store::{Begin, Store};
use serde_json::Value;
use tokio::runtime::{Builder, Runtime};

/// A played run: what the store is given, and what it must return.
#[derive(Debug, PartialEq)]
pub(crate) struct Played {
    pub(crate) run: String,
    pub(crate) body: Value,
    /// The events in the log when the run ended or the process crashed.
    pub(crate) committed: Vec<Value>,
    /// The expected log after the next start.
    pub(crate) log: Vec<Value>,
    /// Whether the process crashed before the run's end was stored.
    pub(crate) crashed: bool,
    /// The deliveries that the next run must restore.
    pub(crate) deliveries: Vec<Delivery>,
    pub(crate) open: Vec<ToolCall>,
    pub(crate) suspended: Vec<Suspended>,
    pub(crate) ending: Ending,
}

/// One process with its store.
struct Process {
    runtime: Runtime,
    store: Arc<Store>,
}

impl Process {
    fn start(file: &Path) -> Self {
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        let store = runtime.block_on(Store::open(Some(file))).unwrap();
        Self { runtime, store }
    }

    fn write(&self, played: &Played, at: i64) {
        self.runtime.block_on(async {
            let begin = Begin {
                thread: "t".to_owned(),
                run: played.run.clone(),
                message_id: String::new(),
                first_words: String::new(),
                messages: played.body["messages"].as_array().unwrap().clone(),
                leaves_out: false,
                at,
            };
            self.store.begin(begin).await.unwrap();
            let (outlet, _) = self.store.outlet("t", &played.run);
            for event in &played.committed {
                outlet.event(event.to_string()).await;
            }
            assert!(outlet.flush().await);
            if !played.crashed {
                let finished = self.store.finish("t", &played.run, None, at).await;
                finished.unwrap();
            }
        });
    }

    /// Compares the store with the played run, whose events come after number `before`. Returns the
    /// number of the last event.
    fn compare(&self, played: &Played, before: i64) -> i64 {
        self.runtime.block_on(async {
            let mut log = Vec::new();
            let mut last = before;
            loop {
                let page = self.store.events_after("t", last).await.unwrap();
                let Some(end) = page.last() else {
                    break;
                };
                last = end.seq;
                log.extend(page.iter().map(|stored| event(&stored.data)));
            }
            let expected: Vec<Value> = played.log.iter().cloned().map(timeless).collect();
            assert_eq!(log, expected, "the log of {}", played.run);
            let run = self.store.run("t", &played.run).await.unwrap().unwrap();
            assert_eq!(run.state, played.ending.name());
            let deliveries = self.store.delivered("t").await.unwrap();
            assert_eq!(deliveries, played.deliveries);
            let open = self.store.open_calls("t").await.unwrap();
            assert_eq!(open, played.open);
            let suspended = self.store.suspended("t").await.unwrap();
            assert_eq!(suspended, played.suspended);
            let runs = self.store.runs("t").await.unwrap();
            let shown = self.store.snapshot("t", &runs).await.unwrap();
            assert_eq!(at_work(&shown), waiting(played), "what is shown as at work");
            last
        })
    }
}

/// Plays the same runs and crashes through a store, and compares after each run.
pub(crate) fn check(runs: &[Played]) {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("agent.db");
    let mut process = Process::start(&file);
    let mut last = 0;
    for (played, at) in runs.iter().zip(1..) {
        process.write(played, at);
        if played.crashed {
            // Drops the runtime with all its tasks, as a crash does.
            drop(process);
            process = Process::start(&file);
        }
        last = process.compare(played, last);
    }
}

fn event(data: &str) -> Value {
    timeless(serde_json::from_str(data).unwrap())
}

/// Removes the timestamp: the store adds the last events of a crashed run at the real time.
fn timeless(mut event: Value) -> Value {
    event["timestamp"] = Value::Null;
    event
}

/// Calls and agents that wait for an answer, and the calls of those agents.
fn waiting(played: &Played) -> BTreeSet<&str> {
    let open = played.open.iter().map(|call| call.id.as_str());
    let agents = played.suspended.iter();
    let agents = agents.flat_map(|one| [one.id.as_str(), one.call.id.as_str()]);
    open.chain(agents).collect()
}

/// The ids of the activities that are shown as running.
fn at_work(shown: &[Value]) -> BTreeSet<&str> {
    let activities = shown
        .iter()
        .filter_map(|message| message["content"]["activities"].as_array());
    let running = activities
        .flatten()
        .filter(|one| one["status"] == "running");
    running.map(|one| one["id"].as_str().unwrap()).collect()
}
