//! `cargo xtask`: the commands of this repository.
//!
//! Parses the command line and calls the module of the command. [`tools`] installs what each
//! command needs.

mod agent;
mod bench;
mod build;
mod children;
mod cli;
mod counts;
mod files;
mod mutate;
mod process;
mod project;
mod replay;
mod serve;
mod steps;
mod suites;
mod tidy;
mod tools;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use cli::{Cli, Command};
use project::Project;
use serve::How;

fn main() -> ExitCode {
    let Some(command) = Cli::parse().command else {
        print!("{}", Cli::command().render_help());
        return ExitCode::SUCCESS;
    };
    match run(command) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("\n{}", last_words(&format!("{error:#}")));
            ExitCode::FAILURE
        }
    }
}

/// Formats an error so that the last line says what is wrong: repeats the first line after details.
fn last_words(error: &str) -> String {
    match error.split_once('\n') {
        Some((first, _)) => format!("{error}\n\nerror: {first}"),
        None => format!("error: {error}"),
    }
}

fn run(command: Command) -> anyhow::Result<ExitCode> {
    let project = Project::open()?;
    match command {
        Command::Setup => tools::setup(&project)?,
        Command::Build { release } => build::run(&project, release)?,
        Command::Serve { release, place } => {
            let how = if release { How::Optimised } else { How::Quick };
            serve::run(&project, how, place)?;
        }
        Command::Dev { place } => serve::run(&project, How::Live, place)?,
        Command::Check => return suites::check(&project),
        Command::Test(test) => {
            let how = suites::How {
                rest: &test.rest,
                all: test.all,
                repeat: test.repeat,
                busy: test.busy,
                is_built: false,
            };
            return suites::run(&project, test.which(), test.filter.as_deref(), &how);
        }
        Command::Mutate { only } => return mutate::run(&project, &only),
        Command::Package => build::package(&project)?,
        Command::Size => build::weigh(&project)?,
        Command::Tidy => return tidy::command(&project),
        Command::Replay { file } => return replay::run(&project, &file),
        Command::Bench(what) => bench::run(&project, &what)?,
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::last_words;

    #[test]
    fn the_last_line_of_an_error_says_what_is_wrong() {
        assert_eq!(last_words("a: b"), "error: a: b");
        assert_eq!(last_words("a: b\nmore"), "a: b\nmore\n\nerror: a: b");
    }
}
