//! From the tokens of a line to what looks alike.
//!
//! Not responsible for nodes, nor for which tokens there are (see [`highlight`](super::highlight)).

/// The texts of a line, in order, each with its class; none for what looks like text.
///
/// `tokens` are lengths in units of UTF-16, with a place in `classes`. Neighbours of one class are one
/// text, with the space between them: each text is a node to be laid out whenever its block is. What
/// no token says looks like text.
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
    // Of one look, and the space after it, which may be in the middle of more of that look.
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
    fn neighbours_of_one_class_are_one_text_with_the_space_between_them() {
        assert_eq!(
            of("ab cd +", &[(2, 1), (1, 0), (2, 1), (1, 0), (1, 2)]),
            expected(&[("word", "ab cd"), ("", " "), ("sign", "+")])
        );
    }

    #[test]
    fn space_goes_with_the_text_after_it() {
        assert_eq!(
            of("ab  x\n", &[(2, 1), (2, 0), (2, 0)]),
            expected(&[("word", "ab"), ("", "  x\n")])
        );
    }

    #[test]
    fn lengths_are_those_of_utf16_and_what_is_left_is_text() {
        assert_eq!(
            of("\u{1f600}é end", &[(2, 1), (1, 2)]),
            expected(&[("word", "\u{1f600}"), ("sign", "é"), ("", " end")])
        );
        assert_eq!(of("ab", &[(9, 1)]), expected(&[("word", "ab")]));
        assert_eq!(of("ab", &[(2, 9)]), expected(&[("", "ab")]));
        assert_eq!(of("", &[]), expected(&[]));
    }
}
