//! A run whose client does not read.

use tokio::sync::oneshot;

use super::*;
use crate::conversation::{Message, ToolCall};
use crate::engine::{CancelTarget, ModelDelta, Policy, RunStart};
use crate::record::Ending;
use crate::runtime::{ModelStream, ToolStream};
use crate::store::{Begin, Store};

/// A model that sends text without end, and tools that send nothing.
struct Endless;

impl Model for Endless {
    fn respond(&self, _: ModelRequest<'_>) -> ModelStream {
        stream::repeat(ModelItem::Delta(ModelDelta::Text("word ".to_owned()))).boxed()
    }
}

impl Tools for Endless {
    fn run(&self, _: &ToolCall) -> ToolStream {
        stream::pending().boxed()
    }
}

#[tokio::test]
async fn a_run_whose_client_does_not_read_waits_and_can_be_stopped() {
    let store = Store::open(None).await.unwrap();
    for by_request in [true, false] {
        let run_id = format!("r-{by_request}");
        let begin = Begin {
            thread: "t".to_owned(),
            run: run_id.clone(),
            message_id: String::new(),
            first_words: String::new(),
            messages: Vec::new(),
            leaves_out: false,
            at: 0,
        };
        store.begin(begin).await.unwrap();
        let (outlet, frames) = store.outlet("t", &run_id);
        let (requests, receiver) = mpsc::channel(1);
        let shutdown = CancellationToken::new();
        let record = Arc::new(RunRecord::default());
        let history = vec![Message::user("u", "go")];
        let start = RunStart {
            thread_id: "t".to_owned(),
            run_id: run_id.clone(),
            history,
            decisions: Vec::new(),
        };
        let run = Run {
            engine: Engine::new(start, Policy::default()),
            model: Arc::new(Endless),
            tools: Arc::new(Endless),
            outlet,
            requests: receiver,
            record: Arc::clone(&record),
            gate: None,
            disconnected: CancellationToken::new(),
            shutdown: shutdown.clone(),
        };
        let driven = tokio::spawn(run.drive());
        let ended = async {
            // Waits until the outlet is full, at 256 frames: the client reads nothing.
            while frames.len() < 256 {
                tokio::task::yield_now().await;
            }
            if by_request {
                let (reply, answer) = oneshot::channel();
                let cancel = Request::Cancel {
                    target: CancelTarget::Run,
                    reason: "enough".to_owned(),
                    urgency: Urgency::Now,
                    reply,
                };
                requests.send(cancel).await.unwrap();
                assert_eq!(answer.await.unwrap(), Ok(()));
            } else {
                shutdown.cancel();
            }
            driven.await.unwrap()
        };
        let ended = tokio::time::timeout(Duration::from_secs(20), ended).await;
        let outcome = ended.expect("it cannot be stopped");
        assert!(matches!(outcome, Outcome::Cancelled(_)));
        assert!(record.deltas() <= 256, "{} pieces", record.deltas());
        let transcript = store.transcript("t", &run_id).await.unwrap();
        assert_eq!(transcript.ending(), Some(Ending::Cancelled));
    }
}
