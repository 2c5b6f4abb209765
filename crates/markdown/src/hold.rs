//! Holds back the end of a text while it is ambiguous, so that nothing is drawn as one element and
//! then as another. A `-` may begin a list, a rule or a heading's underline; a line with bars may
//! be the head of a table.
//!
//! Unclosed emphasis, links and images are held back or closed by [`ending`](crate::ending).

/// How many bytes of an unfinished text may be parsed. `fenced`: the text ends inside a fence.
/// `waits`: so is what says something by itself: a number, a definition, the head of a table.
pub(crate) fn shown(text: &str, fenced: bool, waits: bool) -> usize {
    let start = text.rfind('\n').map_or(0, |end| end + 1);
    let partial = text.get(start..).unwrap_or_default();
    let line = partial.trim_start_matches(' ');
    if fenced {
        let closes = !line.is_empty() && line.bytes().all(|byte| byte == b'`' || byte == b'~');
        return if closes { start } else { text.len() };
    }
    let above = text.get(..start).unwrap_or_default();
    if waits && let Some(head) = head_of_table(above, line) {
        return head;
    }
    let may_change = || is_number(line) || is_definition(line) || begins_table(above, line);
    if is_marker(line) || (waits && may_change()) {
        start
    } else {
        text.len()
    }
}

/// Whether a line has only characters that begin lists, headings, quotes, rules and underlines.
fn is_marker(line: &str) -> bool {
    let line = line.trim_end();
    if line.is_empty() {
        return false;
    }
    // A bar alone is no row yet.
    if line == "|" {
        return true;
    }
    // Three backticks or tildes begin a fence, which is shown at once.
    let fence = line.starts_with("```") || line.starts_with("~~~");
    !fence && line.bytes().all(|byte| b"-=*_#+>`~ ".contains(&byte))
}

/// Whether a line has only a number, which may begin a list.
fn is_number(line: &str) -> bool {
    let line = line.trim_end();
    let rest = line.trim_start_matches(|held: char| held.is_ascii_digit());
    rest.len() < line.len() && matches!(rest, "" | "." | ")")
}

/// Whether a line is a definition whose target may be incomplete.
fn is_definition(line: &str) -> bool {
    line.starts_with('[') && line.contains("]:")
}

/// Whether a line begins with a bar, and the line above does not: it may become the head of a table.
fn begins_table(above: &str, line: &str) -> bool {
    line.starts_with('|')
        && (above.ends_with("\n\n") || !above.lines().next_back().is_some_and(is_row))
}

fn is_row(line: &str) -> bool {
    line.trim_start_matches(' ').starts_with('|')
}

/// The start of a possible table head, if the line below may still confirm it.
fn head_of_table(above: &str, below: &str) -> Option<usize> {
    if !below.bytes().all(|byte| b"|:- \t".contains(&byte)) {
        return None;
    }
    let above = above.strip_suffix('\n')?;
    let start = above.rfind('\n').map_or(0, |end| end + 1);
    let (before, head) = above.split_at_checked(start)?;
    (is_row(head) && begins_table(before, head.trim_start_matches(' '))).then_some(start)
}

#[cfg(test)]
mod tests {
    use super::shown;

    fn held(text: &str) -> &str {
        &text[shown(text, false, true)..]
    }

    #[test]
    fn an_ambiguous_last_line_is_held_back() {
        for text in [
            "-", "a\n-", "a\n\n1", "a\n12.", "##", "> ", "a\n===", "  * ", "``",
        ] {
            let line = text.rsplit('\n').next().unwrap_or_default();
            assert_eq!(held(text), line, "{text:?}");
        }
        assert_eq!(held("x\n\n[a]: http://e"), "[a]: http://e");
        assert_eq!(held("x\n\n| a | b"), "| a | b");
        assert_eq!(held("| a | b |\n"), "| a | b |\n");
        assert_eq!(held("| a | b |\n|--"), "| a | b |\n|--");
    }

    #[test]
    fn a_clear_last_line_is_shown() {
        for text in [
            "a",
            "- a",
            "1. a",
            "# a",
            "a *",
            "```",
            "```rust",
            "| a |\n| b",
            "",
            "a\n",
        ] {
            assert_eq!(held(text), "", "{text:?}");
        }
    }

    #[test]
    fn in_a_fence_only_a_possible_end_is_held_back() {
        assert_eq!(shown("```\n-", true, true), 5);
        assert_eq!(shown("```\n| a |\n", true, true), 10);
        assert_eq!(shown("```\na\n``", true, true), 6);
    }
}
