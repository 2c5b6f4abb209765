//! What holds in every language.

use super::Locale;

#[test]
fn a_tag_is_read_by_its_primary_subtag() {
    assert_eq!(Locale::parse("fr-CA"), Some(Locale::Fr));
    assert_eq!(Locale::parse("AR_eg"), Some(Locale::Ar));
    assert_eq!(Locale::parse("fro"), None);
    assert_eq!(Locale::parse(""), None);
}

#[test]
fn the_first_language_spoken_here_wins() {
    assert_eq!(Locale::negotiate(["de", "fr-FR", "en"]), Locale::Fr);
    assert_eq!(Locale::negotiate(["de", "ja"]), Locale::En);
    assert_eq!(Locale::negotiate([""; 0]), Locale::En);
}
