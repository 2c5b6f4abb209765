//! The content of a message: a string, or a list of strings and blocks. Providers name their blocks
//! differently.

use std::borrow::Cow;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use midturn_core::attachment::{Attachment, BackendFile, Medium, MessageContent, Source};
use midturn_protocol::json;
use midturn_protocol::request::file_in;
use midturn_protocol::value::{Many, One, Text};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::wire::Message;

/// A piece of a content, in order.
#[derive(Debug)]
pub(super) enum Piece<'a> {
    /// Text for the person.
    Text(Cow<'a, str>),
    /// Reasoning, and the number of its block, if there is one.
    Reasoning(Cow<'a, str>, Option<String>),
    /// A file.
    File(Box<File<'a>>),
    /// A block of another type, which this client does not show.
    Other(String),
}

/// A block on the wire: the fields of all types.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
struct Block<'a> {
    r#type: Text<'a>,
    text: Text<'a>,
    reasoning: Text<'a>,
    thinking: Text<'a>,
    summary: Many<One<'a, Summary<'a>>>,
    refusal: Text<'a>,
    index: Option<&'a RawValue>,
}

/// A part of a summary of reasoning.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
struct Summary<'a> {
    text: Text<'a>,
}

/// A block with a file, in the forms that providers use.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
pub(super) struct File<'a> {
    r#type: Text<'a>,
    image_url: Option<&'a RawValue>,
    url: Text<'a>,
    base64: Text<'a>,
    data: Text<'a>,
    mime_type: Text<'a>,
    media_type: Text<'a>,
    /// The Base64 of an `image_generation_call`.
    result: Text<'a>,
    output_format: Text<'a>,
    filename: Text<'a>,
    name: Text<'a>,
    source: One<'a, Box<File<'a>>>,
}

/// The field `additional_kwargs`, where some providers put reasoning, and a refusal.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'a"))]
struct Additional<'a> {
    reasoning_content: Text<'a>,
    reasoning: Text<'a>,
    refusal: Text<'a>,
}

/// The pieces of a content; none for null or a value that is no content.
pub(super) fn pieces(content: Option<&RawValue>) -> Vec<Piece<'_>> {
    let Some(content) = content else {
        return Vec::new();
    };
    if let Some((text, _)) = json::text(content) {
        return vec![Piece::Text(text)];
    }
    let blocks = json::list(content).unwrap_or_default();
    let mut pieces = Vec::new();
    for block in blocks {
        match json::text(block) {
            Some((text, _)) => pieces.push(Piece::Text(text)),
            None => read(block, &mut pieces),
        }
    }
    pieces
}

/// The pieces of an assistant's message: its content, and what is beside it.
pub(super) fn of_assistant<'a>(message: &Message<'a>) -> Vec<Piece<'a>> {
    let beside = additional(message.additional_kwargs);
    let thoughts = [beside.reasoning_content, beside.reasoning];
    let thought = thoughts.into_iter().find_map(filled);
    let thought = thought.map(|text| Piece::Reasoning(text, None));
    let refusal = filled(beside.refusal).map(Piece::Text);
    let content = pieces(message.content);
    thought.into_iter().chain(content).chain(refusal).collect()
}

fn additional(json: Option<&RawValue>) -> Additional<'_> {
    // Almost every chunk has an empty object here.
    let names = ["reasoning", "refusal"];
    let json = json.filter(|json| names.iter().any(|name| json.get().contains(name)));
    let fields = json.and_then(|json| One::deserialize(json).ok()?.object());
    fields.unwrap_or_default()
}

fn read<'a>(json: &'a RawValue, pieces: &mut Vec<Piece<'a>>) {
    let Some(block) = One::<Block<'_>>::deserialize(json)
        .ok()
        .and_then(One::object)
    else {
        return;
    };
    let index = block
        .index
        .map(|index| index.get().trim_matches('"').to_owned());
    match block.r#type.as_str() {
        "text" | "text_delta" | "output_text" => pieces.extend(string(block.text).map(Piece::Text)),
        "refusal" => pieces.extend(string(block.refusal).map(Piece::Text)),
        "reasoning" | "thinking" | "reasoning_content" => {
            let said = [block.reasoning, block.thinking, block.text];
            let said = said.into_iter().find_map(string);
            pieces.extend(said.map(|text| Piece::Reasoning(text, index.clone())));
            for part in block.summary.list().unwrap_or_default() {
                let text = part.object().and_then(|part| string(part.text));
                pieces.extend(text.map(|text| Piece::Reasoning(text, index.clone())));
            }
        }
        // The calls are in fields of their own.
        "tool_use" | "tool_call" | "tool_call_chunk" | "input_json_delta" | "function_call" => {}
        "image_url"
        | "image"
        | "image_generation_call"
        | "file"
        | "audio"
        | "video"
        | "document" => {
            let file = One::<File<'_>>::deserialize(json)
                .ok()
                .and_then(One::object);
            pieces.extend(file.map(|file| Piece::File(Box::new(file))));
        }
        other => pieces.push(Piece::Other(other.to_owned())),
    }
}

/// All text of these pieces, and their files, whose ids begin with the owner's.
pub(super) fn whole(pieces: Vec<Piece<'_>>, owner: &str) -> MessageContent {
    gather(pieces, owner, false)
}

/// The same of the person's message, in which a text file went as text.
pub(super) fn of_person(content: Option<&RawValue>, owner: &str) -> MessageContent {
    gather(pieces(content), owner, true)
}

fn gather(pieces: Vec<Piece<'_>>, owner: &str, text_files: bool) -> MessageContent {
    let mut said = MessageContent::default();
    for piece in pieces {
        let id = format!("{owner}#{}", said.attachments.len());
        match piece {
            Piece::Text(text) => match file_in(&text).filter(|_| text_files) {
                Some((name, text)) => said.attachments.push(text_file(&id, name, text)),
                None => said.text.push_str(&text),
            },
            Piece::File(file) => said.attachments.extend(file.attachment(&id)),
            Piece::Reasoning(..) | Piece::Other(_) => {}
        }
    }
    said
}

fn text_file(id: &str, name: &str, text: &str) -> Attachment {
    let source = Source::Data(STANDARD.encode(text));
    Attachment::from_backend(id.into(), name.to_owned(), "text/plain".to_owned(), source)
}

/// The step for a file of an assistant's message, by its number in the message.
pub(super) fn file_call(message: &str, number: usize) -> String {
    format!("{message}/file-{number}")
}

/// A tool's result as text and files. A value that is no content is its JSON text.
pub(super) fn result(content: Option<&RawValue>, owner: &str) -> MessageContent {
    let said = whole(pieces(content), owner);
    let json = content.map(RawValue::get).unwrap_or_default();
    let is_blank = said.text.is_empty() && said.attachments.is_empty();
    if is_blank && !matches!(json, "" | "null" | "\"\"" | "[]") {
        return json.to_owned().into();
    }
    said
}

impl File<'_> {
    /// The media type of an image that a model's provider generated.
    fn generated(&self) -> Option<String> {
        let format = self.output_format.string();
        let format = format.unwrap_or_else(|| "png".to_owned());
        (self.r#type.as_str() == "image_generation_call").then(|| format!("image/{format}"))
    }

    /// The file as an attachment; `None` if neither bytes nor a URL came.
    pub(super) fn attachment(&self, id: &str) -> Option<Attachment> {
        let inner = match &self.source {
            One::Object(source) => Some(&**source),
            One::Absent | One::Other(_) => None,
        };
        let from = inner.unwrap_or(self);
        let source = [&from.base64, &from.data, &from.result]
            .into_iter()
            .find_map(Text::string);
        let source = match source {
            Some(data) => Source::Data(data),
            None => Source::Url(from.url.string().or_else(|| address(self.image_url?))?),
        };
        let told = [&from.mime_type, &from.media_type]
            .into_iter()
            .find_map(Text::string);
        let told = told.or_else(|| source.media_type().map(str::to_owned));
        let told = told.or_else(|| self.generated());
        let kind = match (self.r#type.as_str(), &told) {
            ("image_url" | "image" | "image_generation_call", _) => Medium::Image,
            ("audio", _) => Medium::Audio,
            ("video", _) => Medium::Video,
            (_, told) => told.as_deref().map_or(Medium::Document, Medium::of),
        };
        let name = [&self.filename, &self.name]
            .into_iter()
            .find_map(Text::string);
        Some(Attachment {
            id: id.into(),
            // A name is only shown; a folder in it would mislead.
            name: name
                .and_then(|name| name.rsplit(['/', '\\']).next().map(str::to_owned))
                .unwrap_or_default(),
            media_type: told.unwrap_or_default(),
            size: source.size().unwrap_or_default(),
            came: Some(Arc::new(BackendFile {
                kind,
                source,
                at: None,
                part: None,
                metadata: None,
            })),
        })
    }
}

/// The URL of an `image_url`: a string, or an object with one.
fn address(json: &RawValue) -> Option<String> {
    if let Some((url, _)) = json::text(json) {
        return Some(url.into_owned());
    }
    let object = One::<File<'_>>::deserialize(json).ok()?.object()?;
    object.url.string()
}

fn filled(text: Text<'_>) -> Option<Cow<'_, str>> {
    string(text).filter(|text| !text.is_empty())
}

fn string(text: Text<'_>) -> Option<Cow<'_, str>> {
    match text {
        Text::String(text) | Text::Repaired(text) => Some(text),
        Text::Absent | Text::Other(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(json: &str) -> Vec<String> {
        pieces(json::raw(json)).into_iter().map(tell).collect()
    }

    fn tell(piece: Piece<'_>) -> String {
        match piece {
            Piece::Text(text) => text.into_owned(),
            Piece::Reasoning(text, index) => format!("({text}) {index:?}"),
            Piece::File(file) => format!("{:?}", file.attachment("f").map(|file| file.media_type)),
            Piece::Other(kind) => format!("? {kind}"),
        }
    }

    #[test]
    fn a_content_is_a_string_a_list_or_null() {
        assert_eq!(told(r#""a""#), ["a"]);
        assert_eq!(
            told(r#"["a",{"type":"text","text":"b","index":0},7]"#),
            ["a", "b"]
        );
        assert!(told("null").is_empty());
        assert!(told("7").is_empty());
    }

    #[test]
    fn reasoning_is_found_under_each_name() {
        for json in [
            r#"[{"type":"reasoning","reasoning":"x","index":0}]"#,
            r#"[{"type":"thinking","thinking":"x","index":0}]"#,
            r#"[{"type":"reasoning","summary":[{"type":"summary_text","text":"x"}],"index":"0"}]"#,
        ] {
            assert_eq!(told(json), ["(x) Some(\"0\")"], "{json}");
        }
    }

    #[test]
    fn reasoning_and_a_refusal_may_be_beside_the_content() {
        for (json, expected) in [
            (
                r#"{"content":"hi","additional_kwargs":{"reasoning_content":"x","refusal":null}}"#,
                ["(x) None", "hi"],
            ),
            (
                r#"{"content":"hi","additional_kwargs":{"refusal":"No."}}"#,
                ["hi", "No."],
            ),
            (
                r#"{"content":["hi",{"type":"refusal","refusal":"No."}]}"#,
                ["hi", "No."],
            ),
        ] {
            let message = super::super::wire::object::<Message<'_>>(json).unwrap();
            let found: Vec<_> = of_assistant(&message).into_iter().map(tell).collect();
            assert_eq!(found, expected, "{json}");
        }
    }

    #[test]
    fn files_are_read_in_each_form() {
        for json in [
            r#"[{"type":"image_url","image_url":{"url":"data:image/png;base64,aGk="}}]"#,
            r#"[{"type":"image_url","image_url":"data:image/png;base64,aGk="}]"#,
            r#"[{"type":"image","base64":"aGk=","mime_type":"image/png"}]"#,
            r#"[{"type":"image","source_type":"base64","data":"aGk=","mime_type":"image/png"}]"#,
            r#"[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"aGk="}}]"#,
            r#"[{"type":"image_generation_call","id":"x","result":"aGk="}]"#,
        ] {
            assert_eq!(told(json), ["Some(\"image/png\")"], "{json}");
            let file = whole(pieces(json::raw(json)), "m").attachments.remove(0);
            assert_eq!(
                (file.id.as_str(), file.bytes()),
                ("m#0", Some(b"hi".to_vec())),
                "{json}"
            );
        }
        assert_eq!(told(r#"[{"type":"file","file_id":"x"}]"#), ["None"]);
    }

    #[test]
    fn a_text_file_of_the_person_is_a_file_again() {
        let text = "[Attached document a.md]\\nhi";
        let json =
            format!(r#"[{{"type":"text","text":"look"}},{{"type":"text","text":"{text}"}}]"#);
        let said = of_person(json::raw(&json), "m");
        let file = &said.attachments[0];
        assert_eq!((&*said.text, &*file.name), ("look", "a.md"));
        assert_eq!(file.bytes(), Some(b"hi".to_vec()));
        let said = whole(pieces(json::raw(&json)), "m");
        assert!(said.attachments.is_empty());
    }

    #[test]
    fn a_result_that_is_no_content_is_its_json_text() {
        assert_eq!(result(json::raw(r#"{"a":1}"#), "m").text, r#"{"a":1}"#);
        assert_eq!(result(json::raw(r#"[{"a":1}]"#), "m").text, r#"[{"a":1}]"#);
        assert_eq!(result(json::raw("null"), "m").text, "");
        assert_eq!(result(json::raw(r#""x""#), "m").text, "x");
    }
}
