//! The options that an embedder gives an element, as values of the program.

use crate::components::answer::Rules;
use crate::transport::{Credentials, FurtherHeaders, RequestOptions};

/// The credentials mode of this name. Any other name is `same-origin`, as in `fetch`.
pub fn credentials(name: &str) -> Credentials {
    match name {
        "omit" => Credentials::Omit,
        "include" => Credentials::Include,
        _ => Credentials::SameOrigin,
    }
}

/// Headers and credentials of every request.
pub fn request(
    headers: Vec<(String, String)>,
    further: FurtherHeaders,
    credentials_mode: &str,
) -> RequestOptions {
    RequestOptions {
        headers,
        further,
        credentials: credentials(credentials_mode),
    }
}

/// Which links may be followed: those with the given schemes, or else web and mail links.
pub fn rules(schemes: Option<Vec<String>>, relative: bool) -> Rules {
    Rules {
        schemes: schemes.unwrap_or_else(|| Rules::default().schemes),
        relative,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn javascript_allows_the_names_that_the_program_knows() {
        use crate::preferences::{Density, Theme};
        use midturn_core::delivery::DeliveryMode;
        use midturn_protocol::name::Name;
        let script = include_str!("embed/checks.js");
        let allows = |option: &str, names: &[&str]| {
            let names: Vec<_> = names.iter().map(|name| format!("'{name}'")).collect();
            let line = format!("  {option}: oneOf({}),", names.join(", "));
            assert!(script.contains(&line), "{line}");
        };
        allows("protocol", &Name::ALL.map(Name::as_str));
        allows("theme", &[Theme::Light, Theme::Dark].map(Theme::name));
        allows(
            "density",
            &[Density::Comfortable, Density::Compact].map(Density::name),
        );
        allows("enter", &DeliveryMode::ALL.map(DeliveryMode::name));
    }

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
        assert_eq!(
            request(headers.clone(), FurtherHeaders::default(), "").headers,
            headers
        );
    }
}
