//! Parts of messages, in every form and damaged.

use std::sync::Arc;

use midturn_core::attachment::{Attachment, Medium, Source};

use super::{Out, Piece, cleaned, last_of, read};
use crate::agui::Item;

fn piece(json: &str, id: Option<&str>) -> (Piece, Vec<String>) {
    let mut out = Out::default();
    let part = serde_json::from_str(json).unwrap();
    let piece = read(part, id.map(str::to_owned), 7, &mut out);
    let mut items = Vec::new();
    out.take(None, &mut items);
    let notes = items.into_iter().filter_map(|item| match item {
        Item::Diagnostic(diagnostic) => Some(diagnostic.detail),
        Item::Event { .. } | Item::Raw(_) => None,
    });
    (piece, notes.collect())
}

fn file(json: &str) -> Attachment {
    match piece(json, Some("c#0")) {
        (Piece::File(file), notes) => {
            assert_eq!(notes, [""; 0], "{json}");
            *file
        }
        (Piece::Text(text), _) => panic!("{json} is {text}"),
    }
}

#[test]
fn each_kind_is_read_with_each_source() {
    for (kind, medium) in [
        ("image", Medium::Image),
        ("audio", Medium::Audio),
        ("video", Medium::Video),
        ("document", Medium::Document),
    ] {
        let data = file(&format!(
            r#"{{"type":"{kind}","id":"p","metadata":{{"filename":"a.bin","n":1.0}},
                "source":{{"type":"data","value":"aGk=","mimeType":"x/y"}}}}"#
        ));
        let came = data.came.clone().unwrap();
        assert_eq!((came.kind, came.at), (medium, Some(7)));
        assert_eq!(came.source, Source::Data("aGk=".into()));
        assert_eq!(came.part.as_deref(), Some("p"));
        assert_eq!(
            came.metadata.as_deref(),
            Some(r#"{"filename":"a.bin","n":1.0}"#)
        );
        assert_eq!((data.name.as_str(), data.size), ("a.bin", 2));
        assert_eq!(data.media_type, "x/y");
        let url = file(&format!(
            r#"{{"type":"{kind}","source":{{"type":"url","value":"https://a.example/b/c.png?d"}}}}"#
        ));
        assert_eq!(url.address(), Some("https://a.example/b/c.png?d"));
        assert_eq!((url.name.as_str(), url.size), ("c.png", 0));
        assert_eq!(url.media_type, "");
        let handle = file(&format!(
            r#"{{"type":"{kind}","source":{{"type":"file","value":"f-1","provider":"openai"}}}}"#
        ));
        let expected = Source::Handle {
            value: "f-1".to_owned(),
            provider: Some("openai".to_owned()),
        };
        assert_eq!(handle.came.unwrap().source, expected);
        assert_eq!(handle.name, "");
    }
}

#[test]
fn a_binary_part_is_converted_to_the_form_of_1_0() {
    let read = |fields: &str| {
        let json = format!(r#"{{"type":"binary",{fields}}}"#);
        let file = file(&json);
        let came = Arc::unwrap_or_clone(file.came.unwrap());
        (came.kind, came.source, came.metadata, file.name)
    };
    let (kind, source, metadata, name) =
        read(r#""mimeType":"image/png","data":"aGk=","url":"https://a","filename":"x \"y\".png""#);
    assert_eq!(kind, Medium::Image);
    assert_eq!(source, Source::Data("aGk=".into()));
    assert_eq!(metadata.as_deref(), Some(r#"{"filename":"x \"y\".png"}"#));
    assert_eq!(name, "x \"y\".png");
    let (kind, source, metadata, name) =
        read(r#""mimeType":"audio/ogg","url":"https://a.example/s.ogg","id":"f""#);
    assert_eq!(kind, Medium::Audio);
    assert_eq!(source, Source::Url("https://a.example/s.ogg".into()));
    assert_eq!((metadata, name.as_str()), (None, "s.ogg"));
    let (kind, source, ..) = read(r#""mimeType":"application/pdf","id":"f-1""#);
    assert_eq!(kind, Medium::Document);
    let handle = Source::Handle {
        value: "f-1".to_owned(),
        provider: None,
    };
    assert_eq!(source, handle);
}

#[test]
fn a_data_url_gives_the_media_type_of_a_part() {
    let inside =
        file(r#"{"type":"image","source":{"type":"url","value":"data:image/png;base64,aGk="}}"#);
    assert_eq!((inside.media_type.as_str(), inside.size), ("image/png", 2));
    assert_eq!(inside.name, "");
}

#[test]
fn a_damaged_part_is_reported_and_described_as_text() {
    for (json, words) in [
        (r#"{"type":"image"}"#, "[image]"),
        (r#"{"type":"image","source":"x"}"#, "[image]"),
        (
            r#"{"type":"image","source":{"type":"data","value":"a*","mimeType":"image/png"}}"#,
            "[image image/png]",
        ),
        (
            r#"{"type":"image","source":{"type":"data","value":7,"mimeType":"image/png"}}"#,
            "[image image/png]",
        ),
        (
            r#"{"type":"video","source":{"type":"tape","value":"x"}}"#,
            "[video]",
        ),
        (
            r#"{"type":"audio","source":{"type":"url","value":""}}"#,
            "[audio ]",
        ),
        (r#"{"type":"binary","mimeType":"a/b"}"#, "[binary a/b]"),
    ] {
        let (piece, notes) = piece(json, Some("c#0"));
        assert!(
            matches!(piece, Piece::Text(text) if text == words),
            "{json}"
        );
        assert!(
            notes.contains(&"part.source is damaged".to_owned()),
            "{json}"
        );
    }
}

#[test]
fn bytes_without_a_media_type_are_kept() {
    let json = r#"{"type":"image","source":{"type":"data","value":"aGk="}}"#;
    let (piece, notes) = piece(json, Some("c#0"));
    let Piece::File(file) = piece else {
        panic!("no file");
    };
    assert_eq!(file.media_type, "application/octet-stream");
    assert_eq!(notes, ["source.mimeType is missing"]);
}

#[test]
fn without_a_place_for_files_a_part_is_described_as_text() {
    let json = r#"{"type":"image","source":{"type":"url","value":"https://a","mimeType":"b/c"}}"#;
    let (piece, notes) = piece(json, None);
    assert!(matches!(piece, Piece::Text(text) if text == "[image b/c https://a]"));
    assert_eq!(notes, [""; 0]);
}

#[test]
fn a_file_name_loses_folders_and_invisible_characters() {
    for (name, shown) in [
        ("report.pdf", "report.pdf"),
        ("../../etc/passwd", "passwd"),
        ("C:\\x\\run.exe", "run.exe"),
        ("gpj.\u{202e}exe\u{200f}.txt", "gpj.exe.txt"),
        (" a\nb\u{0} ", "ab"),
        ("\u{645}\u{644}\u{641}.pdf", "\u{645}\u{644}\u{641}.pdf"),
        ("/", ""),
    ] {
        assert_eq!(cleaned(name), shown);
    }
    assert_eq!(cleaned(&"x".repeat(500)).len(), 120);
    for (address, name) in [
        ("https://a.example/b/c.png?x=/d#e", "c.png"),
        ("https://a.example", ""),
        ("https://a.example/b/", ""),
        ("mailto:a@b", ""),
    ] {
        assert_eq!(last_of(address), name);
    }
}
