//! Which URLs links may lead to. Images are not checked here: the page asks for consent
//! before it loads them.

/// The links that an embedder allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The allowed schemes of links, in lower case. By default `http`, `https` and `mailto`.
    pub schemes: Vec<String>,
    /// Whether to allow URLs without a scheme, which lead to the page's own origin. Off by default:
    /// an agent does not know the page that shows its text.
    pub relative: bool,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            schemes: ["http", "https", "mailto"].map(str::to_owned).into(),
            relative: false,
        }
    }
}

/// A URL after the check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Address {
    /// The link may be followed.
    Allowed(String),
    /// The link may not be followed.
    Refused,
}

impl Rules {
    /// Reads a URL as a browser does: removes tabs and line breaks anywhere, and control characters
    /// and spaces around it (WHATWG URL, "basic URL parser").
    pub fn read(&self, given: &str) -> Address {
        let kept: String = given
            .chars()
            .filter(|held| !matches!(held, '\t' | '\n' | '\r'))
            .collect();
        let url = kept.trim_matches(|held: char| held <= ' ');
        let allowed = match scheme(url) {
            Some(scheme) => self
                .schemes
                .iter()
                .any(|held| held.eq_ignore_ascii_case(scheme)),
            None => self.relative && !url.is_empty(),
        };
        if allowed {
            Address::Allowed(url.to_owned())
        } else {
            Address::Refused
        }
    }
}

/// The host of an `http` or `https` URL, in lower case, with its port but without user info:
/// `https://bank.example@evil.example` leads to `evil.example`.
pub fn host(url: &str) -> Option<String> {
    let scheme = scheme(url)?;
    if !scheme.eq_ignore_ascii_case("http") && !scheme.eq_ignore_ascii_case("https") {
        return None;
    }
    let slash = |held: char| matches!(held, '/' | '\\');
    let rest = url.get(scheme.len() + 1..)?.trim_start_matches(slash);
    let authority = rest
        .split(|held| slash(held) || matches!(held, '?' | '#'))
        .next()?;
    let host = authority.rsplit('@').next()?;
    (!host.is_empty()).then(|| host.to_ascii_lowercase())
}

fn scheme(url: &str) -> Option<&str> {
    let (scheme, _) = url.split_once(':')?;
    let mut bytes = scheme.bytes();
    let begins = bytes.next().is_some_and(|byte| byte.is_ascii_alphabetic());
    let goes_on = bytes.all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    (begins && goes_on).then_some(scheme)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(url: &str) -> bool {
        matches!(Rules::default().read(url), Address::Allowed(_))
    }

    #[test]
    fn by_default_only_http_https_and_mailto_are_allowed() {
        assert!(allowed("https://example.com/a?b#c"));
        assert!(allowed("HTTP://example.com"));
        assert!(allowed("mailto:a@example.com"));
        for url in [
            "javascript:alert(1)",
            "JaVaScRiPt:alert(1)",
            "java\nscript:alert(1)",
            "\u{1}javascript:alert(1)",
            " data:text/html,x",
            "vbscript:x",
            "file:///etc/passwd",
            "blob:https://example.com/x",
            "/logout",
            "//example.com",
            "#top",
            "",
            "1http://example.com",
        ] {
            assert!(!allowed(url), "{url:?}");
        }
    }

    #[test]
    fn the_host_is_the_one_that_a_browser_would_open() {
        let hosts = [
            ("https://Example.com/a@b", "example.com"),
            ("https://bank.example@evil.example/x", "evil.example"),
            ("https:\\\\evil.example\\@bank.example", "evil.example"),
            ("http:evil.example?x", "evil.example"),
            ("https://a.example:8080", "a.example:8080"),
        ];
        for (url, expected) in hosts {
            assert_eq!(host(url).as_deref(), Some(expected), "{url}");
        }
        assert_eq!(host("mailto:a@b.example"), None);
        assert_eq!(host("https://"), None);
    }

    #[test]
    fn the_embedder_sets_the_allowed_schemes() {
        let rules = Rules {
            schemes: vec!["app".to_owned()],
            relative: true,
        };
        let read = |url: &str| rules.read(url);
        assert_eq!(read("app:x"), Address::Allowed("app:x".to_owned()));
        assert_eq!(read(" /docs\n"), Address::Allowed("/docs".to_owned()));
        assert_eq!(read("https://example.com"), Address::Refused);
        assert_eq!(read("javascript:x"), Address::Refused);
    }
}
