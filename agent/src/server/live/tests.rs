//! Which runs are admitted and when they end, and for which run a cancel is remembered.

use super::*;

const TERMS: Terms = Terms {
    announced: true,
    grace: 0,
};

#[test]
fn a_thread_has_one_run_at_a_time() {
    let runs = LiveRuns::default();
    let first = runs.admit("t", "r1", "m", TERMS).unwrap();
    assert_eq!(runs.admit("t", "r2", "m", TERMS).unwrap_err().run, "r1");
    assert!(runs.admit("u", "r1", "m", TERMS).is_ok());
    assert!(runs.while_idle("t", || ()).is_none());
    runs.leave("t", &first.live);
    assert!(first.live.over.is_cancelled());
    assert!(runs.while_idle("t", || ()).is_some());
    assert!(runs.admit("t", "r2", "m", TERMS).is_ok());
}

#[test]
fn an_early_cancel_applies_to_its_run_only_and_only_once() {
    let runs = LiveRuns::default();
    assert!(runs.remember("t", "r2", "changed my mind").is_none());
    let first = runs.admit("t", "r1", "m", TERMS).unwrap();
    assert_eq!(first.cancelled, None);
    runs.leave("t", &first.live);
    let second = runs.admit("t", "r2", "m", TERMS).unwrap();
    assert_eq!(second.cancelled.as_deref(), Some("changed my mind"));
    runs.leave("t", &second.live);
    assert_eq!(runs.admit("t", "r2", "m", TERMS).unwrap().cancelled, None);
}

#[test]
fn a_cancel_whose_run_was_admitted_meanwhile_goes_to_the_run() {
    let runs = LiveRuns::default();
    let first = runs.admit("t", "r1", "m", TERMS).unwrap();
    let found = runs.remember("t", "r1", "changed my mind").unwrap();
    assert_eq!(found.run, "r1");
    assert!(runs.registry.lock().early.is_empty());
    runs.leave("t", &first.live);
}

#[test]
fn the_number_of_remembered_cancels_is_limited() {
    let runs = LiveRuns::default();
    for run in 0..=EARLY_KEPT {
        assert!(runs.remember("t", &run.to_string(), "reason").is_none());
    }
    assert_eq!(runs.registry.lock().early.len(), EARLY_KEPT);
    assert_eq!(runs.admit("t", "0", "m", TERMS).unwrap().cancelled, None);
}

#[test]
fn the_size_of_a_remembered_cancel_is_limited() {
    let runs = LiveRuns::default();
    let long = "é".repeat(EARLY_REASON + 1);
    assert!(runs.remember(&long, "r", "reason").is_none());
    assert!(runs.remember("t", &long, "reason").is_none());
    assert!(runs.registry.lock().early.is_empty());
    assert!(runs.remember("t", "r", &long).is_none());
    let cancelled = runs.admit("t", "r", "m", TERMS).unwrap().cancelled;
    assert_eq!(cancelled.unwrap().chars().count(), EARLY_REASON);
}

#[test]
fn remembered_cancels_that_are_too_old_go_when_any_run_begins() {
    let runs = LiveRuns::default();
    assert!(runs.remember("t", "r", "reason").is_none());
    let old = Instant::now().checked_sub(EARLY_FOR).unwrap();
    runs.registry.lock().early[0].at = old;
    assert!(runs.admit("u", "r", "m", TERMS).is_ok());
    assert!(runs.registry.lock().early.is_empty());
}

#[test]
fn a_run_stops_with_its_last_client_unless_one_asked_it_to_continue() {
    let runs = LiveRuns::default();
    let live = runs.admit("t", "r1", "m", TERMS).unwrap().live;
    let first = live.listen(false).unwrap();
    let second = live.listen(false).unwrap();
    drop(first);
    assert!(!live.leaving.is_cancelled());
    drop(second);
    assert!(live.leaving.is_cancelled());
    assert!(live.listen(false).is_none(), "it is stopping");
    let live = runs.admit("u", "r1", "m", TERMS).unwrap().live;
    let first = live.listen(false).unwrap();
    drop(live.listen(true));
    drop(first);
    assert!(!live.leaving.is_cancelled());
    assert!(live.listen(false).is_some());
}
