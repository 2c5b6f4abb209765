//! The same scenario in the words of 1.0, in those of 0.3 on the new server, and on the old server:
//! the same events, except for named reasons.

use std::collections::BTreeMap;

use midturn_core::run_event::RunEvent;

use super::sessions::events_of;

/// Why two readings differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Why {
    /// They do not.
    Equal,
    /// The recording script let the client hang up, or cancel, after another number of pages.
    CutElsewhere,
    /// The old server's agent was written with other words and without a draft.
    OtherAgent,
    /// The old server does not say how the run ended: the stream ends, or stays open.
    Untold,
    /// Both rounds write to one artifact at once on the old server.
    BothRounds,
}

/// The scenario in 1.0 and in 0.3, and how the new server's 0.3 and the old server differ from 1.0.
const TABLE: [(&str, &str, Why, Why); 14] = [
    ("plain", "plain", Why::Equal, Why::Equal),
    ("brief", "brief", Why::Equal, Why::Equal),
    ("fail", "fail", Why::Equal, Why::Equal),
    ("crash", "crash", Why::Equal, Why::Untold),
    ("ask-yes-1", "ask-1", Why::Equal, Why::OtherAgent),
    ("ask-yes-2", "ask-2", Why::Equal, Why::OtherAgent),
    ("hangup", "hangup", Why::CutElsewhere, Why::CutElsewhere),
    ("rejoin", "rejoin", Why::CutElsewhere, Why::CutElsewhere),
    ("rejoin-over", "rejoin-over", Why::Equal, Why::Equal),
    ("cancel", "cancel", Why::CutElsewhere, Why::Untold),
    (
        "cancel-call",
        "cancel-call",
        Why::CutElsewhere,
        Why::CutElsewhere,
    ),
    ("cancel-again", "cancel-again", Why::Equal, Why::Equal),
    ("busy-1", "busy-1", Why::Equal, Why::Untold),
    ("busy-2", "busy-2", Why::Equal, Why::BothRounds),
];

/// The events as text, with ids numbered in the order they come, and without the memory.
fn plain(name: &str) -> Vec<String> {
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    let told = |event: &&RunEvent| !matches!(event, RunEvent::Memory(_));
    let events = events_of(name);
    let lines = events.iter().filter(told).map(|event| {
        let text = format!("{event:?}");
        let mut words = Vec::new();
        for word in text.split_inclusive(|c: char| !(c.is_ascii_alphanumeric() || c == '-')) {
            let id = word.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
            if id.len() == 36 && id.matches('-').count() == 4 {
                let next = known.len();
                let number = *known.entry(id.to_owned()).or_insert(next);
                words.push(word.replace(id, &format!("#{number}")));
            } else {
                words.push(word.to_owned());
            }
        }
        words.concat()
    });
    lines.collect()
}

#[test]
fn the_same_scenario_gives_the_same_events_in_every_version() {
    let (mut tried, mut equal) = (0, 0);
    for (new, old, compat, v03) in TABLE {
        let expected = plain(&format!("v1-{new}"));
        for (server, why) in [("compat", compat), ("v03", v03)] {
            let found = plain(&format!("{server}-{old}"));
            tried += 1;
            equal += usize::from(found == expected);
            assert_eq!(
                found == expected,
                why == Why::Equal,
                "{server}-{old}: {why:?}\n{expected:#?}\n{found:#?}"
            );
        }
    }
    assert_eq!(plain("v1-plain"), plain("v1-http-plain"));
    tried += 1;
    equal += 1;
    println!("a2a: {tried} pairs of versions, {equal} equal");
}
