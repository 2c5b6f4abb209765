//! Writes an object field by field. Nothing can go wrong: there are only strings, lists of
//! objects, and what the caller knows to be JSON.
//!
//! Not responsible for which fields there are, nor for their names, which are written as they are.

/// An object, with its fields so far.
pub struct Writer(String);

/// The JSON text of an object with the fields that `fields` writes.
pub fn object_of(fields: impl FnOnce(&mut Writer)) -> String {
    let mut writer = Writer("{".to_owned());
    fields(&mut writer);
    writer.0.push('}');
    writer.0
}

impl Writer {
    /// A field that is a string.
    pub fn text(&mut self, name: &str, value: &str) {
        self.name(name);
        write_string(&mut self.0, value);
    }

    /// A field that is a string, left out if there is none.
    pub fn optional(&mut self, name: &str, value: Option<&str>) {
        if let Some(value) = value {
            self.text(name, value);
        }
    }

    /// A field of which the value is JSON text already.
    pub fn json(&mut self, name: &str, value: &str) {
        self.name(name);
        self.0.push_str(value);
    }

    /// A field that is a list of strings.
    pub fn texts<'a>(&mut self, name: &str, values: impl IntoIterator<Item = &'a str>) {
        self.name(name);
        self.0.push('[');
        for value in values {
            self.comma('[');
            write_string(&mut self.0, value);
        }
        self.0.push(']');
    }

    /// A field that is an object, with the fields that `fields` writes.
    pub fn object(&mut self, name: &str, fields: impl FnOnce(&mut Writer)) {
        self.name(name);
        self.0.push('{');
        fields(self);
        self.0.push('}');
    }

    /// A field that is bytes, as Base64. Written where it stands: they may be megabytes.
    pub fn base64(&mut self, name: &str, bytes: &[u8]) {
        self.name(name);
        self.0.push('"');
        write_base64(&mut self.0, bytes);
        self.0.push('"');
    }

    /// A field that is a list of objects, each with the fields that `fields` writes.
    pub fn list<T>(
        &mut self,
        name: &str,
        values: impl IntoIterator<Item = T>,
        mut fields: impl FnMut(&mut Writer, T),
    ) {
        self.name(name);
        self.0.push('[');
        for value in values {
            self.comma('[');
            self.0.push('{');
            fields(self, value);
            self.0.push('}');
        }
        self.0.push(']');
    }

    fn name(&mut self, name: &str) {
        self.comma('{');
        write_string(&mut self.0, name);
        self.0.push(':');
    }

    /// What is written before an entry, unless it is the first after `open`.
    fn comma(&mut self, open: char) {
        if !self.0.ends_with(open) {
            self.0.push(',');
        }
    }
}

/// Appends bytes as Base64 (RFC 4648, section 4). The `base64` crate makes 9 KB of code of it here,
/// which is more than all else that writes a request.
fn write_base64(out: &mut String, bytes: &[u8]) {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    out.reserve(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let byte = |place: usize| u32::from(group.get(place).copied().unwrap_or_default());
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for (place, shift) in [18, 12, 6, 0].into_iter().enumerate() {
            let sign = SIGNS[(bits >> shift & 63) as usize];
            let filled = place <= group.len();
            out.push(if filled { char::from(sign) } else { '=' });
        }
    }
}

/// A text as JSON.
pub fn string_of(text: &str) -> String {
    let mut out = String::new();
    write_string(&mut out, text);
    out
}

/// A text as it stands inside of a JSON string.
pub fn inside_string(text: &str) -> String {
    let whole = string_of(text);
    let inside = whole
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    inside.unwrap_or_default().to_owned()
}

/// Writes `text` as a JSON string. What needs no escape, which is nearly all, goes in one piece.
pub(super) fn write_string(out: &mut String, text: &str) {
    out.push('"');
    let escaped = |byte: u8| byte < b' ' || byte == b'"' || byte == b'\\';
    let mut rest = text;
    while let Some(place) = rest.bytes().position(escaped) {
        let (plain, from) = rest.split_at(place);
        out.push_str(plain);
        // One byte that is escaped is one character.
        let (sign, after) = from.split_at(1);
        match sign {
            "\"" => out.push_str("\\\""),
            "\\" => out.push_str("\\\\"),
            "\n" => out.push_str("\\n"),
            _ => {
                let byte = sign.as_bytes().first().copied().unwrap_or_default();
                out.push_str(if byte < 0x10 { "\\u000" } else { "\\u001" });
                out.extend(char::from_digit(u32::from(byte) % 16, 16));
            }
        }
        rest = after;
    }
    out.push_str(rest);
    out.push('"');
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;
    use proptest::prelude::*;

    use super::write_base64;

    proptest! {
        #[test]
        fn bytes_are_written_as_others_write_them(bytes in any::<Vec<u8>>()) {
            let mut written = "before".to_owned();
            write_base64(&mut written, &bytes);
            prop_assert_eq!(written, format!("before{}", STANDARD.encode(&bytes)));
        }
    }
}
