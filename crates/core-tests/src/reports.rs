//! Replays the reports in `reports/`: every file there is a regression test. The format is in
//! [`crate::report`].

use std::fs;
use std::path::Path;

use crate::report::{Difference, Report};

fn all() -> Vec<(String, String)> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("reports");
    let files = fs::read_dir(directory).expect("there are reports");
    let paths = files.map(|file| file.expect("it can be listed").path());
    let read = |path: std::path::PathBuf| {
        let text = fs::read_to_string(&path).expect("it can be read");
        (path.display().to_string(), text)
    };
    paths.map(read).collect()
}

#[test]
fn every_report_replays_without_a_difference() {
    let reports = all();
    assert!(!reports.is_empty());
    for (path, text) in reports {
        let report = Report::read(&text).unwrap_or_else(|error| panic!("{path}: {error}"));
        let mut played = 0;
        let differences = report.play(|_, _, _| played += 1);
        assert_eq!(differences, [], "{path}");
        assert!(played > 0, "{path} has no inputs");
    }
}

#[test]
fn a_changed_result_is_reported_as_a_difference() {
    let (_, text) = all().remove(0);
    let mut report: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    let entries = report["entries"].as_array_mut().expect("a list");
    let place = entries
        .iter()
        .filter(|entry| entry["kind"] == "input")
        .position(|entry| entry["effects"] != serde_json::json!([]))
        .expect("something was done");
    let entry = entries.iter_mut().find(|entry| {
        entry["effects"]
            .as_array()
            .is_some_and(|all| !all.is_empty())
    });
    entry.expect("something was done")["effects"] = serde_json::json!(["Focus(Nowhere)"]);
    let report = Report::read(&report.to_string()).expect("it is a report");
    let differences = report.play(|_, _, _| ());
    let [
        Difference {
            input, recorded, ..
        },
    ] = &*differences
    else {
        panic!("one difference, not {differences:?}");
    };
    assert_eq!((*input, recorded.as_str()), (place, "Focus(Nowhere)"));
}

#[test]
fn an_invalid_report_is_refused_with_a_reason() {
    let error = |text: &str| Report::read(text).err().expect("it is none");
    assert!(error("{").contains("EOF"));
    assert!(error("{}").contains("no report"));
    let newer = r#"{"report":1,"thread":"t","start":{"form":"of later"},"end":{},"entries":[]}"#;
    assert!(error(newer).contains("newer version"));
}
