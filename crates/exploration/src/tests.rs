//! The world without bugs has no counterexample; each seeded bug has one.

use stateright::{Checker, HasDiscoveries, Model};

use super::seeded::ClientBug;
use super::server::ServerBug;
use super::world::Setup;

const SMALL: Setup = Setup {
    controlled: true,
    words: 2,
    faults: 1,
    reloads: 0,
    queue: false,
    files: false,
    client_bug: None,
    server_bug: None,
};

const THREADS: usize = 2;

fn explore(setup: Setup, threads: usize) -> impl Checker<Setup> {
    setup
        .checker()
        .threads(threads)
        .finish_when(HasDiscoveries::AnyFailures)
        .spawn_bfs()
        .join()
}

/// Asserts that there is no counterexample and that the number of states is not trivially small.
fn sound(name: &str, setup: Setup, at_least: usize) {
    let checker = explore(setup, THREADS);
    println!("{name}: {} unique states", checker.unique_state_count());
    if let Some((property, path)) = checker.discoveries().into_iter().next() {
        let steps: Vec<_> = path.into_actions();
        panic!("{name}: {property}: {steps:#?}");
    }
    assert!(
        checker.unique_state_count() >= at_least,
        "{name}: {}",
        checker.unique_state_count()
    );
}

/// Asserts that there is a counterexample. Only one thread explores, so that the shortest one is
/// found. A bug that breaks several properties may be reported under any of them.
fn caught(name: &str, setup: Setup) {
    let checker = explore(setup, 1);
    let Some((property, path)) = checker.discoveries().into_iter().next() else {
        panic!(
            "{name}: not caught in {} states",
            checker.unique_state_count()
        );
    };
    let steps = path.into_actions();
    println!(
        "{name}: \"{property}\" is broken after {} steps",
        steps.len()
    );
    assert!(!steps.is_empty(), "{name}: broken from the start");
}

fn client_bug(bug: ClientBug) {
    caught(
        &format!("{bug:?}"),
        Setup {
            client_bug: Some(bug),
            ..SMALL
        },
    );
}

fn server_bug(bug: ServerBug) {
    caught(
        &format!("{bug:?}"),
        Setup {
            server_bug: Some(bug),
            ..SMALL
        },
    );
}

#[test]
fn a_controlled_backend_has_no_counterexample() {
    sound("controlled", Setup { faults: 2, ..SMALL }, 100_000);
}

#[test]
fn a_controlled_backend_with_queue_actions_has_no_counterexample() {
    sound(
        "controlled, queue",
        Setup {
            words: 3,
            faults: 0,
            queue: true,
            ..SMALL
        },
        10_000,
    );
}

#[test]
fn a_controlled_backend_with_reloads_has_no_counterexample() {
    sound(
        "controlled, reloads",
        Setup {
            faults: 0,
            reloads: 1,
            ..SMALL
        },
        5_000,
    );
}

#[test]
fn a_plain_backend_has_no_counterexample() {
    let plain = Setup {
        controlled: false,
        faults: 1,
        reloads: 1,
        ..SMALL
    };
    sound("plain", plain, 5_000);
}

#[test]
fn messages_with_files_have_no_counterexample() {
    let files = Setup {
        files: true,
        ..SMALL
    };
    sound("files", Setup { faults: 0, ..files }, 1_000);
    let reloads = Setup {
        words: 1,
        reloads: 1,
        ..files
    };
    sound("files, reloads", reloads, 500);
}

#[test]
fn a_message_sent_without_a_file_that_cannot_be_read_is_caught() {
    let bug = Setup {
        client_bug: Some(ClientBug::SendWithoutAsking),
        files: true,
        ..SMALL
    };
    caught("SendWithoutAsking", bug);
}

macro_rules! each_is_a_test {
    ($($name:ident: $check:expr;)+) => {$(
        #[test]
        fn $name() {
            $check;
        }
    )+};
}

each_is_a_test! {
    a_missing_idempotency_key_is_caught: client_bug(ClientBug::NoIdempotencyKey);
    a_late_finish_that_starts_the_queue_is_caught: client_bug(ClientBug::LateFinishStartsQueue);
    stale_events_applied_are_caught: client_bug(ClientBug::StaleEventsApplied);
    a_replay_that_is_not_deduplicated_is_caught: client_bug(ClientBug::ReplayNotDeduplicated);
    a_cancel_that_is_not_retried_is_caught: client_bug(ClientBug::CancelNotRetried);
    a_message_sent_before_the_cancel_is_answered_is_caught: client_bug(ClientBug::SendBeforeCancelAnswered);
    a_disconnect_treated_as_a_cancel_is_caught: server_bug(ServerBug::DisconnectIsCancel);
    a_cancel_that_overtakes_its_request_and_is_lost_is_caught: server_bug(ServerBug::EarlyCancelLost);
    a_cancel_forgotten_after_a_tool_is_caught: server_bug(ServerBug::CancelForgottenAfterTool);
}
