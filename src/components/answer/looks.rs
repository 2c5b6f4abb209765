//! Merges the tokens of a line into texts with the same class.
//!
//! Not responsible for the DOM nodes, nor for finding tokens (see [`highlight`](super::highlight)).

/// The texts of a line, in order, each with its class (empty for plain text).
///
/// `tokens` are pairs of a length in UTF-16 units and an index into `classes`. Neighbours with the
/// same class, and the space between them, become one text: the browser has to lay out a node for
/// each text. Text without a token is plain.
pub(super) fn looks<'a>(
    line: &str,
    tokens: &[(usize, usize)],
    classes: &'a [String],
) -> Vec<(&'a str, String)> {
    let units: Vec<u16> = line.encode_utf16().collect();
    let mut looks = Vec::new();
    let mut push = |class: &'a str, text: String| {
        if !text.is_empty() {
            looks.push((class, text));
        }
    };
    // The current class, its text, and the space after it. More text of that class may follow.
    let (mut look, mut text, mut space) = ("", String::new(), String::new());
    let mut at = 0;
    let mut tokens = tokens.iter();
    while at < units.len() {
        let rest = (units.len() - at, 0);
        let (length, kind) = tokens.next().copied().unwrap_or(rest);
        let end = (at + length).min(units.len());
        let token = String::from_utf16_lossy(units.get(at..end).unwrap_or_default());
        at = end;
        let class = classes.get(kind).map_or("", String::as_str);
        if class == look {
            text.push_str(&space);
            text.push_str(&token);
            space.clear();
        } else if class.is_empty() && token.trim_ascii().is_empty() {
            space.push_str(&token);
        } else {
            push(look, text);
            (look, text) = if class.is_empty() {
                (class, std::mem::take(&mut space) + &token)
            } else {
                push("", std::mem::take(&mut space));
                (class, token)
            };
        }
    }
    push(look, text);
    push("", space);
    looks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(line: &str, tokens: &[(usize, usize)]) -> Vec<(String, String)> {
        let classes = ["", "word", "sign"].map(str::to_owned);
        let looks = looks(line, tokens, &classes);
        let owned = |(class, text): (&str, String)| (class.to_owned(), text);
        looks.into_iter().map(owned).collect()
    }

    fn expected(texts: &[(&str, &str)]) -> Vec<(String, String)> {
        let owned = |(class, text): &(&str, &str)| ((*class).to_owned(), (*text).to_owned());
        texts.iter().map(owned).collect()
    }

    #[test]
    fn neighbours_with_the_same_class_and_the_space_between_them_merge() {
        assert_eq!(
            of("ab cd +", &[(2, 1), (1, 0), (2, 1), (1, 0), (1, 2)]),
            expected(&[("word", "ab cd"), ("", " "), ("sign", "+")])
        );
    }

    #[test]
    fn space_before_plain_text_merges_with_it() {
        assert_eq!(
            of("ab  x\n", &[(2, 1), (2, 0), (2, 0)]),
            expected(&[("word", "ab"), ("", "  x\n")])
        );
    }

    #[test]
    fn lengths_count_utf16_units_and_text_without_a_token_is_plain() {
        assert_eq!(
            of("\u{1f600}é end", &[(2, 1), (1, 2)]),
            expected(&[("word", "\u{1f600}"), ("sign", "é"), ("", " end")])
        );
        assert_eq!(of("ab", &[(9, 1)]), expected(&[("word", "ab")]));
        assert_eq!(of("ab", &[(2, 9)]), expected(&[("", "ab")]));
        assert_eq!(of("", &[]), expected(&[]));
    }
}
