//! Stopping a run at the app's own route.

use midturn_core::control::CancelAnswer;
use midturn_core::input::Input;
use midturn_core::run_event::{Abilities, RunEvent};
use midturn_core::transcript::{Outcome, Stop};
use midturn_protocol::protocol::{Endpoints, Protocol};
use midturn_protocol::testing::events;
use midturn_protocol_ai_sdk::AiSdk;

use super::session::{before, exchange, reader_of};

#[test]
fn a_run_counts_as_stopped_when_its_stream_says_so_and_its_text_is_kept() {
    let endpoints = Endpoints {
        stop: Some("/api/chat/{threadId}/stop".to_owned()),
        ..Endpoints::default()
    };
    let protocol = AiSdk::new("");
    let abilities = protocol.abilities(&endpoints).unwrap();
    assert_eq!(
        abilities,
        Abilities {
            cancel: true,
            ..Abilities::default()
        }
    );
    let mut convo = before("stop-route-stream").with_abilities(abilities);
    let run = convo.run();
    let mut reader = reader_of(&protocol, &convo);
    let mut all = events(reader.push(&exchange("stop-route-stream").body));
    let end = all.pop().unwrap();
    for event in all {
        convo = convo.event_of(run.clone(), None, event);
    }
    convo.put(Input::Stop { run: run.clone() });
    convo = convo.answered("m1", CancelAnswer::Accepted);
    let outcome = |convo: &midturn_core::testing::builder::Convo| convo.turn("m1").outcome.clone();
    assert_eq!(outcome(&convo), Some(Outcome::Cancelled(Stop::Requested)));
    convo = convo.event_of(run, None, end.clone());
    assert_eq!(outcome(&convo), Some(Outcome::Cancelled(Stop::Confirmed)));
    assert!(matches!(end, RunEvent::Finished(_)));
    let said = format!("{:?}", convo.turn("m1").messages);
    assert!(said.contains("wave1 wave2"), "{said}");
}
