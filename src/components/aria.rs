//! What screen readers are told: the values of attributes, and the name of a button that stands in a
//! list.

use crate::i18n::Catalogue;

/// The value of an attribute that is `true` or `false`.
pub fn flag(value: bool) -> &'static str {
    if value { "true" } else { "false" }
}

/// The most characters of an object in a name.
const LONGEST: usize = 40;

/// An action with its object: `Delete “Find the race”`. Only the start of a long object is named.
pub fn object_named(texts: &Catalogue, action: &str, object: &str) -> String {
    let object = object.trim();
    let first = object.lines().next().unwrap_or_default();
    let mut named: String = first.chars().take(LONGEST).collect();
    if named.len() < object.len() {
        named.push('\u{2026}');
    }
    if named.is_empty() {
        return action.to_owned();
    }
    format!("{action}{}", texts.control.object.of(&named))
}

#[cfg(test)]
mod tests {
    use super::object_named;
    use crate::i18n::Locale;

    #[test]
    fn a_name_has_the_start_of_its_object() {
        let texts = Locale::En.catalogue();
        let named = |object: &str| object_named(texts, "Delete", object);
        assert_eq!(named("slow"), "Delete “slow”");
        assert_eq!(named(" \n"), "Delete");
        assert_eq!(named("one\ntwo"), "Delete “one…”");
        assert_eq!(
            named(&"é".repeat(41)),
            format!("Delete “{}…”", "é".repeat(40))
        );
        assert_eq!(
            named(&"é".repeat(40)),
            format!("Delete “{}”", "é".repeat(40))
        );
    }
}
