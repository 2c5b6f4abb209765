//! `cargo xtask`: the commands of this repository.
//!
//! Reads the command line and calls the module of that command. It does not know how any of
//! them works; what each needs is in [`tools`].

mod agent;
mod bench;
mod build;
mod children;
mod cli;
mod files;
mod process;
mod project;
mod replay;
mod serve;
mod steps;
mod suites;
mod tidy;
mod tools;

use std::process::ExitCode;

use cli::Command;
use project::Project;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let command = match cli::parse(&arguments) {
        Ok(command) => command,
        Err(error) => {
            eprintln!("{error}\n\n{}", cli::USAGE);
            return ExitCode::from(2);
        }
    };
    match run(command) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("\n{}", last_words(&format!("{error:#}")));
            ExitCode::FAILURE
        }
    }
}

/// An error as it is told: what it is stands in the last line, also where it comes with more.
fn last_words(error: &str) -> String {
    match error.split_once('\n') {
        Some((first, _)) => format!("{error}\n\nerror: {first}"),
        None => format!("error: {error}"),
    }
}

fn run(command: Command) -> anyhow::Result<ExitCode> {
    if matches!(command, Command::Help) {
        println!("{}", cli::USAGE);
        return Ok(ExitCode::SUCCESS);
    }
    let project = Project::open()?;
    match command {
        Command::Help => {}
        Command::Setup => tools::setup(&project)?,
        Command::Build { release } => build::run(&project, release)?,
        Command::Serve { how, port, store } => serve::run(&project, how, port, store)?,
        Command::Test {
            backends,
            filter,
            rest,
        } => {
            let suites = if backends {
                suites::BACKENDS
            } else {
                suites::CI
            };
            return suites::run(&project, suites, filter.as_deref(), &rest);
        }
        Command::Size => build::weigh(&project)?,
        Command::Tidy => return tidy::command(&project),
        Command::Replay { file } => return replay::run(&project, &file),
        Command::Bench { what } => bench::run(&project, &what)?,
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::last_words;

    #[test]
    fn the_last_line_says_what_is_wrong() {
        assert_eq!(last_words("a: b"), "error: a: b");
        assert_eq!(last_words("a: b\nmore"), "a: b\nmore\n\nerror: a: b");
    }
}
