//! The beginning of a text.

/// Stands for the omitted rest.
pub(super) const MORE: &str = "…";

/// The beginning of a text.
pub(super) fn beginning(text: &str, most: usize) -> String {
    if text.len() <= most {
        return text.to_owned();
    }
    let mut end = most;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    format!("{}{MORE}", text.get(..end).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::beginning;

    #[test]
    fn a_text_is_cut_between_characters() {
        assert_eq!(beginning("aé", 2), "a…");
        assert_eq!(beginning("aé", 3), "aé");
    }
}
