//! A file's name, details and address, as text.
//!
//! What a backend says about a file is not trusted: it becomes plain text of limited length.

use midturn_core::attachment::{Attachment, Medium, Source};
use midturn_markdown::{Address, host};

use crate::components::Ui;
use crate::hooks::later;
use crate::i18n::Catalogue;
use crate::state::GotBytes;

/// The maximum number of characters of one detail.
const LONGEST: usize = 80;

/// The media type for saving a backend's file. The file's own type could make the browser run the
/// file as a page.
pub(super) const SAVED_AS: &str = "application/octet-stream";

/// Reads the bytes of a file.
pub(super) fn read(ui: &Ui, file: &Attachment, done: GotBytes) {
    if file.is_own() {
        ui.files().read(&ui.cells.thread(), &file.id, done);
    } else {
        // Later, because decoding megabytes takes time.
        let file = file.clone();
        later(0, move || done(file.bytes()));
    }
}

/// The name of a file; `Image`, `Audio`, `Video` or `Document` if it has no name.
pub(super) fn name_of(texts: &Catalogue, file: &Attachment) -> String {
    let words = &texts.attach;
    match &file.came {
        Some(came) if file.name.is_empty() => match came.kind {
            Medium::Image => texts.answer.image,
            Medium::Audio => words.audio,
            Medium::Video => words.video,
            Medium::Document => words.document,
        }
        .to_owned(),
        Some(_) | None => file.name.clone(),
    }
}

/// The name for saving a file, with an extension for its media type.
pub(super) fn file_name(texts: &Catalogue, file: &Attachment) -> String {
    let name = name_of(texts, file);
    if file.is_own() || name.contains('.') {
        return name;
    }
    let media_type = bare_media_type(file);
    let subtype = media_type
        .rsplit_once('/')
        .map_or("", |(_, subtype)| subtype);
    let extension = subtype.split('+').next().unwrap_or_default();
    let plain = extension.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if (1..=5).contains(&extension.len()) && plain {
        format!("{name}.{extension}")
    } else {
        name
    }
}

/// The media type without its parameters, in lower case.
pub(super) fn bare_media_type(file: &Attachment) -> String {
    let media_type = file.media_type.split(';').next().unwrap_or_default();
    media_type.trim().to_ascii_lowercase()
}

/// The details beside a file's name, such as type, size and host.
pub(super) fn facts(texts: &Catalogue, file: &Attachment) -> Vec<String> {
    let words = &texts.attach;
    let mut facts = vec![short(&kind(file))];
    match file.came.as_ref().map(|came| &came.source) {
        Some(Source::Handle { provider, .. }) => {
            facts.push(match provider.as_deref() {
                None | Some("") => words.held.to_owned(),
                Some(provider) => words.held_by(&short(provider)),
            });
        }
        _ => match file.address() {
            Some(address) => facts.push(short(&host(address).unwrap_or(address.to_owned()))),
            None => facts.push(texts.size(file.size)),
        },
    }
    facts.retain(|fact| !fact.is_empty());
    facts
}

/// The start of a text, up to [`LONGEST`] characters.
fn short(text: &str) -> String {
    let mut characters = text.chars();
    let mut short: String = characters.by_ref().take(LONGEST).collect();
    if characters.next().is_some() {
        short.push('…');
    }
    short
}

/// What a file is, in a word: its extension, else its media type.
fn kind(file: &Attachment) -> String {
    let ending = file.name.rsplit_once('.').map(|(_, ending)| ending);
    let is_extension = |text: &&str| (1..=5).contains(&text.len()) && text.is_ascii();
    match ending.filter(is_extension) {
        Some(extension) => extension.to_ascii_uppercase(),
        None => file.media_type.clone(),
    }
}

/// The address of a remote file, if links may lead there.
pub(super) fn link_to(ui: &Ui, file: &Attachment) -> Option<String> {
    match ui.answers().rules().read(file.address()?) {
        Address::Allowed(url) => Some(url),
        Address::Refused => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::Locale;

    fn file(name: &str, media_type: &str, source: Source) -> Attachment {
        let (name, media_type) = (name.to_owned(), media_type.to_owned());
        Attachment {
            size: 1,
            ..Attachment::from_backend("f".into(), name, media_type, source)
        }
    }

    fn data(name: &str, media_type: &str) -> Attachment {
        file(name, media_type, Source::Data("aGk=".into()))
    }

    #[test]
    fn a_file_without_a_name_is_named_by_its_kind_and_saved_with_an_extension() {
        for (name, media_type, shown, saved) in [
            ("a.png", "image/png", "a.png", "a.png"),
            ("", "image/svg+xml", "Image", "Image.svg"),
            ("", "audio/ogg; codecs=opus", "Audio", "Audio.ogg"),
            ("", "video/mp4", "Video", "Video.mp4"),
            ("report", "application/pdf", "report", "report.pdf"),
            ("", "a/../../b", "Document", "Document.b"),
            ("", "x/vnd.ms-excel", "Document", "Document"),
            ("", "", "Document", "Document"),
        ] {
            let file = data(name, media_type);
            assert_eq!(name_of(Locale::En.catalogue(), &file), shown);
            assert_eq!(file_name(Locale::En.catalogue(), &file), saved);
        }
    }

    #[test]
    fn facts_are_short_and_name_the_type_and_the_size_or_place() {
        assert_eq!(
            facts(Locale::En.catalogue(), &data("a.png", "image/png")),
            ["PNG", "1 byte"]
        );
        let url = |url: &str| file("", "a/b", Source::Url(url.into()));
        let remote = url("https://me@Files.example:8/x");
        assert_eq!(
            facts(Locale::En.catalogue(), &remote),
            ["a/b", "files.example:8"]
        );
        let long = url(&["data:,", &"x".repeat(5_000_000)].concat());
        assert!(facts(Locale::En.catalogue(), &long).concat().len() < 100);
        let held = |provider: Option<&str>| Source::Handle {
            value: "secret".to_owned(),
            provider: provider.map(str::to_owned),
        };
        let by = |provider| facts(Locale::En.catalogue(), &file("", "", held(provider)));
        assert_eq!(by(Some("openai")), ["Kept by openai"]);
        assert_eq!(by(None), ["Kept by the agent"]);
    }
}
