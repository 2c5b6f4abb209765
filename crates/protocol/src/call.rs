//! A request to a backend, as data. The shell sends it and adds the embedder's headers.

/// A request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The URL, absolute or relative to the agent's URL.
    pub url: String,
    /// Method and content.
    pub ask: Ask,
    /// Headers of the protocol, by name.
    pub headers: Vec<(&'static str, String)>,
    /// Whether the body of an answer that is not a stream counts, not its status alone. A status
    /// comes sooner.
    pub reads_body: bool,
}

/// The method and content of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// `POST` with this JSON body, or without a body if the text is empty.
    Post(String),
    /// `GET`, continuing after this event.
    Get {
        /// The `Last-Event-ID`.
        after: Option<String>,
    },
    /// `DELETE`.
    Delete,
}

/// The answer to a request whose response is not a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The HTTP status.
    pub status: u16,
    /// The body, up to the transport's limit.
    pub body: String,
}

impl Call {
    /// A `POST` of a JSON text.
    pub fn post(url: impl Into<String>, json: String) -> Self {
        Self::new(url.into(), Ask::Post(json))
    }

    /// A `GET`.
    pub fn get(url: impl Into<String>) -> Self {
        Self::new(url.into(), Ask::Get { after: None })
    }

    /// A `GET` of a stream after this event.
    pub fn get_after(url: impl Into<String>, after: Option<String>) -> Self {
        Self::new(url.into(), Ask::Get { after })
    }

    /// A `DELETE`.
    pub fn delete(url: impl Into<String>) -> Self {
        Self::new(url.into(), Ask::Delete)
    }

    /// The call with another header.
    #[must_use]
    pub fn with_header(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    /// The call of whose answer only the status counts.
    #[must_use]
    pub fn for_status(mut self) -> Self {
        self.reads_body = false;
        self
    }

    fn new(url: String, ask: Ask) -> Self {
        Self {
            url,
            ask,
            headers: Vec::new(),
            reads_body: true,
        }
    }
}

/// The URL with these segments added to its path, percent-encoded, in front of its query.
pub fn under(url: &str, segments: &[&str]) -> String {
    let end = url.find(['?', '#']).unwrap_or(url.len());
    let (path, rest) = url.split_at(end);
    let mut whole = path.trim_end_matches('/').to_owned();
    for segment in segments {
        whole.push('/');
        whole.push_str(&encoded(segment));
    }
    whole.push_str(rest);
    whole
}

/// A text percent-encoded as a path segment or a query value.
pub fn encoded(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push('%');
            for digit in [byte >> 4, byte & 15] {
                let digit = char::from_digit(u32::from(digit), 16).unwrap_or('0');
                out.push(digit.to_ascii_uppercase());
            }
        }
    }
    out
}

/// The URL with another query parameter, percent-encoded.
pub fn with_query(url: &str, name: &str, value: &str) -> String {
    let (url, fragment) = match url.split_once('#') {
        Some((url, fragment)) => (url, Some(fragment)),
        None => (url, None),
    };
    let mut whole = String::from(url);
    whole.push(if url.contains('?') { '&' } else { '?' });
    whole.push_str(name);
    whole.push('=');
    whole.push_str(&encoded(value));
    if let Some(fragment) = fragment {
        whole.push('#');
        whole.push_str(fragment);
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_are_added_to_the_path_and_not_to_the_query() {
        assert_eq!(under("/api", &["a b", "c"]), "/api/a%20b/c");
        assert_eq!(
            under("https://h/api/?k=1#f", &["x"]),
            "https://h/api/x?k=1#f"
        );
        assert_eq!(under("", &["x"]), "/x");
    }

    #[test]
    fn a_query_is_added_before_the_fragment_and_after_other_parameters() {
        assert_eq!(with_query("/e", "a", "b"), "/e?a=b");
        assert_eq!(with_query("/e?x=1", "a", "é /~"), "/e?x=1&a=%C3%A9%20%2F~");
        assert_eq!(with_query("/e#f", "a", "b"), "/e?a=b#f");
    }
}
