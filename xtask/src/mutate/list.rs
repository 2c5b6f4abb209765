//! The list of mutations, and what each must be.

use anyhow::{Context, Result, ensure};

use crate::suites::Named;

/// The list. Its first lines explain the columns.
pub(super) const FILE: &str = "xtask/mutations.tsv";

const COLUMNS: usize = 5;

/// One mistake, and the test that must see it.
#[derive(Debug)]
pub(super) struct Mutation {
    /// What it breaks.
    pub(super) what: String,
    /// The file, from the root.
    pub(super) file: String,
    /// What is replaced; occurs once in the file.
    pub(super) text: String,
    /// What replaces it.
    pub(super) replacement: String,
    /// The test.
    pub(super) test: Named,
}

impl Mutation {
    /// The content of the file with the mistake.
    ///
    /// # Errors
    /// If the text does not occur exactly once.
    pub(super) fn make_in(&self, content: &str) -> Result<String> {
        let times = content.matches(&self.text).count();
        ensure!(
            times == 1,
            "`{}` occurs {times} times in {}, not once",
            self.text,
            self.file
        );
        Ok(content.replacen(&self.text, &self.replacement, 1))
    }
}

/// Reads the list.
///
/// # Errors
/// If a line has too few or too many columns, or names no test.
pub(super) fn read(text: &str) -> Result<Vec<Mutation>> {
    let lines = text.lines().enumerate();
    lines
        .filter(|(_, line)| !line.starts_with('#') && !line.is_empty())
        .map(|(at, line)| mutation(line).with_context(|| format!("line {} of {FILE}", at + 1)))
        .collect()
}

fn mutation(line: &str) -> Result<Mutation> {
    let columns: Vec<&str> = line.split('\t').collect();
    let [what, file, text, replacement, how] = columns[..] else {
        anyhow::bail!("{} columns, not {COLUMNS}", columns.len());
    };
    ensure!(text != replacement, "the replacement changes nothing");
    Ok(Mutation {
        what: what.to_owned(),
        file: file.to_owned(),
        text: text.to_owned(),
        replacement: replacement.to_owned(),
        test: Named::parse(how)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::Project;

    fn listed() -> (Project, Vec<Mutation>) {
        let project = Project::open().expect("the workspace can be read");
        let text = project.read(FILE).expect("the list is there");
        let list = read(&text).expect("every line can be read");
        (project, list)
    }

    #[test]
    fn each_mutation_can_be_made_and_compiles_into_another_file() {
        let (project, list) = listed();
        assert!(list.len() >= 24, "only {} mutations", list.len());
        for mutation in list {
            let content = project.read(&mutation.file).expect("the file is there");
            let made = mutation.make_in(&content);
            assert_ne!(made.expect("the text occurs once"), content);
        }
    }

    #[test]
    fn each_browser_test_is_in_its_spec_and_guards_a_merge() {
        let (project, list) = listed();
        for mutation in list {
            let Named::Browser { spec, title } = &mutation.test else {
                continue;
            };
            let text = project.read(&format!("end2end/specs/{spec}"));
            let text = text.expect("the spec is there");
            let (_, after) = text
                .split_once(title.as_str())
                .unwrap_or_else(|| panic!("{spec} has no test `{title}`"));
            // What stands between the title and the test's function says when it runs.
            let details = after.split("async").next().unwrap_or_default();
            let tagged = details.contains("@all") || details.contains(", ALL,");
            assert!(!tagged, "{spec}: `{title}` does not guard a merge");
        }
    }

    #[test]
    fn a_line_with_another_number_of_columns_is_refused() {
        let error = read("# columns\nwhat\tfile\ttext").expect_err("too few");
        assert!(format!("{error:#}").contains("line 2"), "{error:#}");
        assert!(read("a\tb\tc\td\tcargo p f\te").is_err());
        assert!(read("a\tb\tsame\tsame\tcargo p f").is_err());
    }
}
