//! The options that an embedder gives an element, as values of the program.

use midturn::components::answer::Rules;
use midturn::transport::{Credentials, RequestOptions};

/// The credentials mode of this name. Any other name is `same-origin`, as in `fetch`.
pub(super) fn credentials(name: &str) -> Credentials {
    match name {
        "omit" => Credentials::Omit,
        "include" => Credentials::Include,
        _ => Credentials::SameOrigin,
    }
}

/// Headers and credentials of every request.
pub(super) fn request(headers: Vec<(String, String)>, credentials_mode: &str) -> RequestOptions {
    RequestOptions {
        headers,
        credentials: credentials(credentials_mode),
    }
}

/// Which links may be followed: those with the given schemes, or else web and mail links.
pub(super) fn rules(schemes: Option<Vec<String>>, relative: bool) -> Rules {
    Rules {
        schemes: schemes.unwrap_or_else(|| Rules::default().schemes),
        relative,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_credentials_mode_is_same_origin() {
        assert_eq!(credentials("include"), Credentials::Include);
        assert_eq!(credentials("omit"), Credentials::Omit);
        assert_eq!(credentials("everywhere"), Credentials::SameOrigin);
    }

    #[test]
    fn without_given_schemes_the_default_rules_apply() {
        assert_eq!(rules(None, false), Rules::default());
        assert!(rules(Some(Vec::new()), true).schemes.is_empty());
    }

    #[test]
    fn headers_are_kept_in_order() {
        let headers = vec![
            ("A".to_owned(), "1".to_owned()),
            ("B".to_owned(), "2".to_owned()),
        ];
        assert_eq!(request(headers.clone(), "").headers, headers);
    }
}
