//! Whole conversations from recordings of real servers.

use std::fs;
use std::path::{Path, PathBuf};

use midturn_core::transcript::Outcome;

use super::harness::Harness;
use crate::transport::TransportEvent;

fn recordings() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    [
        "crates/protocol/tests/recordings",
        "../shared/agui/recordings",
    ]
    .iter()
    .map(|place| root.join(place))
    .find(|place| place.is_dir())
}

/// Replays recordings as the turns of one conversation, in chunks of this many bytes.
fn play(names: &[&str], size: usize) {
    let Some(place) = recordings() else {
        println!("skipped: there are no recordings here");
        return;
    };
    let page = Harness::new();
    page.open("t");
    for name in names {
        let bytes = fs::read(place.join(name)).expect("the recording is there");
        page.say("t", name);
        let stream = page.last();
        stream.open();
        for chunk in bytes.chunks(size) {
            stream.chunk(chunk);
        }
        stream.tell(TransportEvent::Ended);
        assert_eq!(page.outcome("t"), Some(Outcome::Completed), "{name}");
    }
    let whole = page.conversation("t");
    assert_eq!(whole.turns().len(), names.len());
    for turn in whole.turns() {
        assert!(!turn.is_blank(), "{} showed nothing", turn.text);
    }

    let page = page.reload();
    page.open("t");
    assert_eq!(page.conversation("t"), whole);
}

#[test]
fn recorded_conversations_complete_and_survive_a_reload() {
    let names = [
        "pydantic/text.sse",
        "llamaindex/tool.sse",
        "langgraph/lean-tool.sse",
    ];
    for size in [1, 7, 4096] {
        play(&names, size);
    }
}
