//! Tidy: rules about the source that a compiler does not check. Each rule is one test.
//!
//! A rule is a function from the files to its complaints, so that it can be tested with made-up
//! files. The rules are in the modules below, grouped by subject.

mod circles;
mod dependencies;
mod files;
mod imports;
mod machine;
mod source;
mod style;

use std::process::ExitCode;

use anyhow::Result;

use crate::counts::Counts;
use crate::project::Project;
use crate::steps::note;
use files::File;

/// A rule and its check.
struct Rule {
    /// The rule, as one sentence.
    what: &'static str,
    /// Returns the complaints. Each begins with a path.
    check: fn(&[File]) -> Vec<String>,
}

const RULES: [Rule; 18] = [
    Rule {
        what: "every Rust file begins with //! and says what it is",
        check: source::begins_with_docs,
    },
    Rule {
        what: "no Rust file is longer than 400 lines",
        check: source::is_short,
    },
    Rule {
        what: "nothing is left for later",
        check: source::leaves_nothing_for_later,
    },
    Rule {
        what: "no text becomes markup",
        check: source::renders_no_markup,
    },
    Rule {
        what: "every style sheet is used",
        check: style::uses_every_sheet,
    },
    Rule {
        what: "no class is styled by two style sheets",
        check: style::styles_a_class_once,
    },
    Rule {
        what: "no part of the chat is a query container",
        check: style::has_no_query_container,
    },
    Rule {
        what: "no rule is for any element after another one",
        check: style::has_no_universal_sibling,
    },
    Rule {
        what: "what Safari knows only with its prefix has it",
        check: style::has_the_prefix_of_safari,
    },
    Rule {
        what: "components name neither transport, driver nor the crates of the protocols",
        check: imports::components,
    },
    Rule {
        what: "state names neither protocol, transport, driver nor components",
        check: imports::state,
    },
    Rule {
        what: "transport and driver name neither state nor components",
        check: imports::lower_arm,
    },
    Rule {
        what: "the page uses the element by its public API alone",
        check: imports::page,
    },
    Rule {
        what: "core and protocols are pure",
        check: imports::pure_crates,
    },
    Rule {
        what: "no two top modules of a crate use each other in a circle",
        check: circles::between_modules,
    },
    Rule {
        what: "every crate has the workspace's lints",
        check: dependencies::inherit_lints,
    },
    Rule {
        what: "no path of one machine",
        check: machine::names_no_path,
    },
    Rule {
        what: "no host of a registry in a lock file or setting",
        check: machine::names_no_registry,
    },
];

/// `cargo xtask tidy`.
///
/// # Errors
/// If the files cannot be read.
pub(crate) fn command(project: &Project) -> Result<ExitCode> {
    let counts = suite(project)?;
    println!("{} passed, {} failed", counts.passed, counts.failed);
    Ok(if counts.failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Checks every rule and prints the complaints.
///
/// # Errors
/// If the files cannot be read.
pub(crate) fn suite(project: &Project) -> Result<Counts> {
    let files = files::read_all(project.root())?;
    let mut counts = Counts::default();
    for rule in &RULES {
        record(&mut counts, rule.what, &(rule.check)(&files));
    }
    let complaints = dependencies::core_tree(project)?;
    record(&mut counts, dependencies::CORE_TREE, &complaints);
    Ok(counts)
}

fn record(counts: &mut Counts, what: &str, complaints: &[String]) {
    if complaints.is_empty() {
        counts.passed += 1;
        return;
    }
    counts.failed += 1;
    counts.failures.push(what.to_owned());
    note(&format!("not so: {what}"));
    for complaint in complaints {
        note(&format!("  {complaint}"));
    }
}
