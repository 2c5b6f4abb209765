//! Replays a report that was saved from the debug panel, and prints each input with its effects:
//! `cargo xtask replay FILE`.

#[path = "../src/report.rs"]
mod report;

use std::process::ExitCode;

use midturn_core::chat::{ChatInput, ChatStep};
use midturn_core::time::Millis;

use report::Report;

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("which report?");
        return ExitCode::FAILURE;
    };
    let text = std::fs::read_to_string(&path).map_err(|error| error.to_string());
    let report = match text.and_then(|text| Report::read(&text)) {
        Ok(report) => report,
        Err(error) => {
            eprintln!("{path}: {error}");
            return ExitCode::FAILURE;
        }
    };
    let mut played = 0;
    let mut first = None;
    let differences = report.play(|at, input, step| {
        let since = at - *first.get_or_insert(at);
        print(since, input, step);
        played += 1;
    });
    for difference in &differences {
        println!(
            "\nanother thing came of input {} than was recorded:\n{}\nand now:\n{}",
            difference.input, difference.recorded, difference.now
        );
    }
    if differences.is_empty() {
        println!("\n{played} inputs, as recorded");
        ExitCode::SUCCESS
    } else {
        println!("\n{played} inputs, {} differences", differences.len());
        ExitCode::FAILURE
    }
}

fn print(since: Millis, input: &ChatInput, step: &ChatStep) {
    println!("{:>8}.{:03}  {input:?}", since / 1000, since % 1000);
    for effect in &step.effects {
        println!("              → {effect:?}");
    }
}
