//! Decodes Base64 as backends write it: either alphabet (RFC 4648, sections 4 and 5), with or
//! without padding, and with line breaks.

/// The number of bytes that a Base64 text encodes; `None` if it is not Base64.
pub(super) fn length(text: &str) -> Option<u64> {
    let mut signs = 0_u64;
    let mut padded = false;
    for byte in text.bytes() {
        match byte {
            b'=' => padded = true,
            _ if byte.is_ascii_whitespace() => {}
            _ if padded || bits_of(byte).is_none() => return None,
            _ => signs += 1,
        }
    }
    // A single leftover character has only six bits: not a byte.
    (signs % 4 != 1).then_some(signs * 3 / 4)
}

/// The decoded bytes; `None` if the text is not Base64.
pub(super) fn decode(text: &str) -> Option<Vec<u8>> {
    let length = length(text)?;
    let mut bytes = Vec::with_capacity(usize::try_from(length).ok()?);
    let (mut held, mut count) = (0_u32, 0);
    for bits in text.bytes().filter_map(bits_of) {
        held = held << 6 | bits;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((held >> count).to_le_bytes()[0]);
        }
    }
    Some(bytes)
}

fn bits_of(sign: u8) -> Option<u32> {
    let bits = match sign {
        b'A'..=b'Z' => sign - b'A',
        b'a'..=b'z' => sign - b'a' + 26,
        b'0'..=b'9' => sign - b'0' + 52,
        b'+' | b'-' => 62,
        b'/' | b'_' => 63,
        _ => return None,
    };
    Some(u32::from(bits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_alphabets_padding_and_line_breaks_are_accepted() {
        for (text, bytes) in [
            ("", &b""[..]),
            ("AP+A", &[0, 255, 128]),
            ("AP-A", &[0, 255, 128]),
            ("aGk=", b"hi"),
            ("aGk", b"hi"),
            ("aA==\r\n", b"h"),
            (" a G\nk = ", b"hi"),
            ("////", &[255, 255, 255]),
            ("____", &[255, 255, 255]),
        ] {
            assert_eq!(decode(text).as_deref(), Some(bytes), "{text}");
            assert_eq!(length(text), Some(bytes.len() as u64), "{text}");
        }
    }

    #[test]
    fn text_that_is_not_base64_is_refused() {
        for text in ["a", "aGk=a", "a.Gk", "aaaaa", "\u{e9}Gk=", "{}"] {
            assert_eq!(decode(text), None, "{text}");
            assert_eq!(length(text), None, "{text}");
        }
    }
}
