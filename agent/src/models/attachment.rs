//! An attachment of a message, read from AG-UI's content part.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

/// The most characters of a text file that a model gets: about 25,000 tokens.
const LONGEST_TEXT: usize = 100_000;
/// What an image costs, in characters of text: about 1,600 tokens with the APIs that publish it.
const IMAGE: usize = 6_400;
/// How many characters of a PDF's Base64 cost as much as one of text. A page of text has about
/// 60 KB, and costs 3,000 tokens. A PDF counts at most as much as the longest text: often its bytes are
/// those of photographs, and one of 3 MB would displace the conversation, itself included.
const PDF: usize = 6;

/// A file, an image or a recording that a person attached.
#[derive(Debug, Clone, Copy)]
pub(super) struct Attachment<'a> {
    part: &'a Value,
}

/// Where the content of an attachment is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Source<'a> {
    /// At this URL.
    Url(&'a str),
    /// In the part, in base64.
    Data(&'a str),
    /// Nowhere that a model could reach.
    Unknown,
}

impl<'a> Attachment<'a> {
    /// The source's type in place of a file that the model refused.
    pub(super) const REFUSED: &'static str = "refused";

    pub(super) fn new(part: &'a Value) -> Self {
        Self { part }
    }

    /// `image`, `audio`, `video`, `document` or another word.
    pub(super) fn kind(self) -> &'a str {
        self.part["type"].as_str().unwrap_or("file")
    }

    pub(super) fn mime(self) -> &'a str {
        let given = self.part["source"]["mimeType"].as_str();
        given.unwrap_or("application/octet-stream")
    }

    pub(super) fn source(self) -> Source<'a> {
        let source = &self.part["source"];
        match (source["type"].as_str(), source["value"].as_str()) {
            (Some("url"), Some(url)) => Source::Url(url),
            (Some("data"), Some(data)) => Source::Data(data),
            _ => Source::Unknown,
        }
    }

    /// The name of the file, if the client gave one.
    pub(super) fn name(self) -> Option<&'a str> {
        self.part["metadata"]["filename"].as_str()
    }

    /// The content as one URL: data becomes a `data:` URL.
    pub(super) fn url(self) -> Option<String> {
        match self.source() {
            Source::Url(url) => Some(url.to_owned()),
            Source::Data(data) => Some(format!("data:{};base64,{data}", self.mime())),
            Source::Unknown => None,
        }
    }

    /// Whether the model refused the image, so that its content is gone.
    pub(super) fn is_refused(self) -> bool {
        self.part["source"]["type"] == Self::REFUSED
    }

    pub(super) fn is_pdf(self) -> bool {
        self.mime() == "application/pdf"
    }

    /// What a model gets where its API has no place for the attachment: the content of a text file, of
    /// others the name.
    pub(super) fn words(self) -> String {
        match (self.text(), self.source()) {
            (Some(text), _) => format!("{}\n{}", self.mention(), shortened(text)),
            (None, Source::Data(_)) => self.left_out("cannot be sent"),
            _ if self.is_refused() => self.left_out("this model does not take"),
            (None, _) => self.mention(),
        }
    }

    /// Names an attachment that is not sent, and says why.
    pub(super) fn left_out(self, why: &str) -> String {
        let (what, mime) = (self.described(), self.mime());
        format!("[Attached {what} ({mime}), which {why}]")
    }

    /// Names the attachment.
    pub(super) fn mention(self) -> String {
        let what = self.described();
        match self.source() {
            Source::Url(url) if !url.starts_with("data:") => format!("[Attached {what}: {url}]"),
            Source::Url(_) | Source::Data(_) | Source::Unknown => format!("[Attached {what}]"),
        }
    }

    /// Its kind, and its name if it has one.
    fn described(self) -> String {
        let words = [Some(self.kind()), self.name()];
        words.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    /// What it costs a model, in characters of text. The length of its Base64 says little: a
    /// photograph has half a million characters, and costs as much as a page.
    pub(super) fn length(self) -> usize {
        match (self.kind(), self.source()) {
            ("image", _) => IMAGE,
            (_, Source::Data(data)) if self.is_pdf() => (data.len() / PDF).min(LONGEST_TEXT),
            _ => self.words().len(),
        }
    }

    /// The content, if it is text. Its type says little: browsers do not know that of `main.rs`.
    fn text(self) -> Option<String> {
        let Source::Data(data) = self.source() else {
            return None;
        };
        let text = String::from_utf8(STANDARD.decode(data).ok()?).ok()?;
        (!text.contains('\0') && !self.is_pdf()).then_some(text)
    }
}

fn shortened(text: String) -> String {
    let Some((end, _)) = text.char_indices().nth(LONGEST_TEXT) else {
        return text;
    };
    let (beginning, rest) = text.split_at(end);
    let rest = rest.chars().count();
    format!("{beginning}\n[{rest} more characters are left out]")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn part(kind: &str, name: &str, content: &[u8]) -> Value {
        json!({
            "type": kind, "metadata": {"filename": name},
            "source": {"type": "data", "value": STANDARD.encode(content), "mimeType": "a/b"},
        })
    }

    #[test]
    fn a_text_file_is_given_with_its_name_whatever_its_type_says() {
        let file = part("document", "notes.md", "# Été\n".as_bytes());
        let words = Attachment::new(&file).words();
        assert_eq!(words, "[Attached document notes.md]\n# Été\n");
    }

    #[test]
    fn of_a_long_text_the_beginning_is_given_and_the_rest_counted() {
        let file = part("document", "log", "é".repeat(LONGEST_TEXT + 7).as_bytes());
        let words = Attachment::new(&file).words();
        assert!(words.ends_with("é\n[7 more characters are left out]"));
    }

    #[test]
    fn what_is_no_text_is_named() {
        for content in [&b"PK\x03\x04\xff"[..], b"a\0b"] {
            let file = part("document", "a.zip", content);
            let words = Attachment::new(&file).words();
            assert_eq!(
                words,
                "[Attached document a.zip (a/b), which cannot be sent]"
            );
        }
        let sound = json!({"type": "audio", "source": {"type": "url", "value": "https://e.org/a"}});
        let sound = Attachment::new(&sound);
        assert_eq!(sound.words(), "[Attached audio: https://e.org/a]");
    }

    #[test]
    fn a_photograph_counts_as_a_page_of_text_and_a_long_pdf_as_a_long_text() {
        let photograph = part("image", "a.png", &vec![0xff; 400_000]);
        assert_eq!(Attachment::new(&photograph).length(), IMAGE);
        let notes = part("document", "notes.md", &[b'a'; 1_000]);
        assert!((1_000..1_100).contains(&Attachment::new(&notes).length()));
        let mut pdf = part("document", "a.pdf", &vec![0xff; 4_000_000]);
        pdf["source"]["mimeType"] = json!("application/pdf");
        assert_eq!(Attachment::new(&pdf).length(), LONGEST_TEXT);
    }
}
