//! The scripted model's description of an attached file.

use serde_json::Value;

/// The file's name, type and size, in a few words.
pub(super) fn describe(part: &Value) -> String {
    let source = &part["source"];
    let name = part["metadata"]["filename"].as_str();
    let name = name.unwrap_or("a file without a name");
    let kind = part["type"].as_str().unwrap_or("part");
    let mime = source["mimeType"].as_str().unwrap_or("of unknown type");
    let size = match (source["type"].as_str(), source["value"].as_str()) {
        (Some("data"), Some(value)) => format!("{} bytes", bytes_of(value)),
        (Some("url"), Some(url)) => format!("at {url}"),
        _ => "without bytes".to_owned(),
    };
    format!("{name}: {kind}, {mime}, {size}")
}

/// How many bytes a Base64 text encodes.
fn bytes_of(base64: &str) -> usize {
    base64.trim_end_matches('=').len() * 3 / 4
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_file_is_described_by_its_available_metadata() {
        let part = json!({
            "type": "image",
            "source": {"type": "data", "value": "AP+AAA==", "mimeType": "image/png"},
            "metadata": {"filename": "a.png"},
        });
        assert_eq!(describe(&part), "a.png: image, image/png, 4 bytes");
        let part = json!({"type": "document", "source": {"type": "url", "value": "https://x"}});
        let said = "a file without a name: document, of unknown type, at https://x";
        assert_eq!(describe(&part), said);
        assert_eq!(
            describe(&json!({})),
            "a file without a name: part, of unknown type, without bytes"
        );
    }

    #[test]
    fn bytes_are_counted_without_the_padding() {
        for (text, count) in [("", 0), ("aA==", 1), ("aGk=", 2), ("aGlo", 3)] {
            assert_eq!(bytes_of(text), count, "{text}");
        }
    }
}
