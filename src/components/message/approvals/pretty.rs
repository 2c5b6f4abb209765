//! Pretty-prints JSON text.
//!
//! Does not validate: it only counts brackets and quotes.

/// JSON text with one value on each line. The values keep their text, so that no number loses a
/// digit.
pub(super) fn pretty(json: &str) -> String {
    let mut out = String::new();
    let mut depth = 0_usize;
    let mut quoted = false;
    let mut escaped = false;
    let mut opened = false;
    let line = |out: &mut String, depth: usize| {
        out.push('\n');
        for _ in 0..depth {
            out.push_str("  ");
        }
    };
    for next in json.chars() {
        if quoted {
            out.push(next);
            quoted = escaped || next != '"';
            escaped = !escaped && next == '\\';
            continue;
        }
        if next.is_ascii_whitespace() {
            continue;
        }
        let closes = matches!(next, '}' | ']');
        if closes {
            depth = depth.saturating_sub(1);
        }
        if opened != closes {
            line(&mut out, depth);
        }
        opened = false;
        out.push(next);
        match next {
            '{' | '[' => {
                depth += 1;
                opened = true;
            }
            '"' => quoted = true,
            ':' => out.push(' '),
            _ => {}
        }
        if next == ',' {
            line(&mut out, depth);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::pretty;

    #[test]
    fn values_keep_their_text() {
        let json = r#"{"a":12345678901234567890,"b":[1, {"c":"{\"x\": [,]}\\"}],"d":{},"e":[ ]}"#;
        let expected = r#"{
  "a": 12345678901234567890,
  "b": [
    1,
    {
      "c": "{\"x\": [,]}\\"
    }
  ],
  "d": {},
  "e": []
}"#;
        assert_eq!(pretty(json), expected);
        assert_eq!(pretty(expected), expected);
    }
}
