//! Reads one level of JSON; what is inside is checked and skipped.
//!
//! Not responsible for choosing among fields of the same name.

use std::borrow::Cow;

use hifijson::{Error, Read, SliceLexer, escape, num::Lex as _, str, token::Lex};

/// The fields of an object, in order, with their values as JSON text; `None` for anything else.
pub(crate) fn object(json: &str) -> Option<Vec<(Cow<'_, str>, &str)>> {
    entries(json, b'{')
}

/// The elements of a list as JSON text; `None` for anything else.
pub(crate) fn list(json: &str) -> Option<Vec<&str>> {
    let elements = entries(json, b'[')?;
    Some(elements.into_iter().map(|element| element.1).collect())
}

/// Reads a string, and whether it had to be repaired; `None` for anything else.
///
/// JavaScript writes half a surrogate pair as an escape when a text is cut inside an emoji. That
/// is no reason to lose the rest of the text.
pub(crate) fn string(json: &str) -> Option<(String, bool)> {
    let mut lexer = SliceLexer::new(json.as_bytes());
    let text = text(&mut lexer)?;
    lexer.as_slice().is_empty().then_some(text)
}

/// Whether this is one JSON value, with nothing but white space around it.
pub fn is_json(text: &str) -> bool {
    let mut lexer = SliceLexer::new(text.as_bytes());
    skip(&mut lexer).is_some() && lexer.ws_peek().is_none()
}

/// The entries between one kind of brackets; those of a list have no names.
fn entries(json: &str, open: u8) -> Option<Vec<(Cow<'_, str>, &str)>> {
    let mut lexer = SliceLexer::new(json.as_bytes());
    let mut entries = Vec::new();
    let end = end_of(open);
    lexer.expect(Lex::ws_peek, open)?;
    if lexer.expect(Lex::ws_peek, end).is_none() {
        loop {
            let name = if open == b'{' {
                lexer.eat_whitespace();
                let name = name(json, &mut lexer)?;
                lexer.expect(Lex::ws_peek, b':')?;
                name
            } else {
                Cow::Borrowed("")
            };
            lexer.eat_whitespace();
            let rest = json.get(json.len() - lexer.as_slice().len()..)?;
            skip(&mut lexer)?;
            entries.push((name, rest.get(..rest.len() - lexer.as_slice().len())?));
            if lexer.expect(Lex::ws_peek, b',').is_none() {
                lexer.expect(Lex::ws_peek, end)?;
                break;
            }
        }
    }
    lexer.ws_peek().is_none().then_some(entries)
}

/// Reads a name. Nearly all are as they are written, and are not copied.
fn name<'a>(json: &'a str, lexer: &mut SliceLexer<'a>) -> Option<Cow<'a, str>> {
    let rest = lexer.as_slice().strip_prefix(b"\"")?;
    let special = |byte: &u8| matches!(byte, b'"' | b'\\' | ..=0x1f);
    let end = rest.iter().position(special)?;
    if rest[end] != b'"' {
        return text(lexer).map(|(name, _)| Cow::Owned(name));
    }
    let start = json.len() - rest.len();
    *lexer = SliceLexer::new(&rest[end + 1..]);
    json.get(start..start + end).map(Cow::Borrowed)
}

/// Goes past one value. What is open is kept in a list, not on the stack, which a backend could
/// overflow with brackets.
fn skip(lexer: &mut SliceLexer<'_>) -> Option<()> {
    let mut open = Vec::new();
    loop {
        match lexer.ws_peek()? {
            bracket @ (b'[' | b'{') => {
                lexer.take_next();
                let end = end_of(bracket);
                if lexer.expect(Lex::ws_peek, end).is_none() {
                    open.push(end);
                    skip_name(lexer, end)?;
                    continue;
                }
            }
            b'"' => skip_string(lexer)?,
            b'-' | b'0'..=b'9' => {
                lexer.num_ignore().validate().ok()?;
            }
            _ => {
                lexer.null_or_bool()?;
            }
        }
        // A value has ended, and with it maybe what it was the last of.
        loop {
            let Some(&end) = open.last() else {
                return Some(());
            };
            if lexer.expect(Lex::ws_peek, b',').is_some() {
                skip_name(lexer, end)?;
                break;
            }
            lexer.expect(Lex::ws_peek, end)?;
            open.pop();
        }
    }
}

/// The bracket that closes what this one opens: two further on in ASCII, both round and square.
fn end_of(open: u8) -> u8 {
    open + 2
}

/// Goes past the name before a value, if it is one in an object.
fn skip_name(lexer: &mut SliceLexer<'_>, end: u8) -> Option<()> {
    if end == b']' {
        return Some(());
    }
    lexer.eat_whitespace();
    skip_string(lexer)?;
    lexer.expect(Lex::ws_peek, b':')
}

fn skip_string(lexer: &mut SliceLexer<'_>) -> Option<()> {
    lexer.expect(Read::peek_next, b'"')?;
    str::Lex::str_ignore(lexer).ok()
}

/// Reads a string, and whether it had to be repaired.
pub(super) fn text(lexer: &mut SliceLexer<'_>) -> Option<(String, bool)> {
    lexer.expect(Read::peek_next, b'"')?;
    let plain = |bytes: &mut &[u8], out: &mut (String, bool)| {
        let plain = std::str::from_utf8(bytes).map_err(str::Error::Utf8)?;
        out.0.push_str(plain);
        Ok::<_, Error>(())
    };
    let escaped = |lexer: &mut SliceLexer<'_>, out: &mut (String, bool)| {
        let kind = lexer.take_next().ok_or(escape::Error::Eof);
        let mut ahead = SliceLexer::new(lexer.as_slice());
        match kind.and_then(|kind| escape::Lex::escape(&mut ahead, kind)) {
            Ok(character) => {
                out.0.push(character);
                *lexer = ahead;
            }
            Err(escape::Error::InvalidChar(_) | escape::Error::ExpectedLowSurrogate) => {
                out.0.push(char::REPLACEMENT_CHARACTER);
                out.1 = true;
                escape::Lex::hex::<u16>(lexer).map_err(str::Error::Escape)?;
            }
            Err(error) => return Err(str::Error::Escape(error).into()),
        }
        Ok(())
    };
    str::LexWrite::str_fold(lexer, Default::default(), plain, escaped).ok()
}
