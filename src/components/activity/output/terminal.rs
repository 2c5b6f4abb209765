//! Parses a program's terminal output into styled text.
//!
//! Not a terminal emulator: follows only colours and text styles, carriage return, backspace, and
//! the sequence that erases a line or its rest. All other control sequences are left out.

use anstyle_parse::{Params, Parser, Perform};

/// Text in one style.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) text: String,
    pub(super) style: Style,
}

/// The style of a text (ECMA-48, "Select Graphic Rendition").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Style {
    pub(super) colour: Option<Colour>,
    pub(super) ground: Option<Colour>,
    flags: u8,
}

/// A colour of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Colour {
    /// One of the sixteen colours of the theme.
    Named(u8),
    /// Red, green, blue.
    Exact(u8, u8, u8),
}

/// The names of the flags, in the order of their bits; used as suffixes of class names.
const FLAGS: [&str; 5] = ["bold", "dim", "italic", "underline", "strike"];
const INVERSE: u8 = 1 << 5;

impl Style {
    /// The names of the flags that are set.
    pub(super) fn names(self) -> impl Iterator<Item = &'static str> {
        FLAGS
            .into_iter()
            .enumerate()
            .filter(move |(bit, _)| self.flags & (1 << bit) != 0)
            .map(|(_, name)| name)
    }

    /// Whether the text and background colours are swapped.
    pub(super) fn is_inverse(self) -> bool {
        self.flags & INVERSE != 0
    }

    fn set(&mut self, bits: u8, on: bool) {
        if on {
            self.flags |= bits;
        } else {
            self.flags &= !bits;
        }
    }

    fn follow(&mut self, codes: &[u16]) {
        let mut codes = codes.iter().copied();
        while let Some(code) = codes.next() {
            let low = u8::try_from(code % 10).unwrap_or_default();
            match code {
                0 => *self = Self::default(),
                1..=4 => self.set(1 << (low - 1), true),
                7 => self.set(INVERSE, true),
                9 => self.set(1 << 4, true),
                22 => self.set(0b11, false),
                23 | 24 => self.set(1 << (low - 1), false),
                27 => self.set(INVERSE, false),
                29 => self.set(1 << 4, false),
                30..=37 => self.colour = Some(Colour::Named(low)),
                90..=97 => self.colour = Some(Colour::Named(low + 8)),
                38 => self.colour = wide(&mut codes).or(self.colour),
                39 => self.colour = None,
                40..=47 => self.ground = Some(Colour::Named(low)),
                100..=107 => self.ground = Some(Colour::Named(low + 8)),
                48 => self.ground = wide(&mut codes).or(self.ground),
                49 => self.ground = None,
                _ => {}
            }
        }
    }
}

/// Reads an extended colour: an index into 256 colours, or red, green and blue.
fn wide(codes: &mut impl Iterator<Item = u16>) -> Option<Colour> {
    let mut byte = || u8::try_from(codes.next()?).ok();
    match byte()? {
        2 => Some(Colour::Exact(byte()?, byte()?, byte()?)),
        5 => Some(match byte()? {
            named @ 0..=15 => Colour::Named(named),
            cube @ 16..=231 => {
                let level = |step: u8| if step == 0 { 0 } else { 55 + step * 40 };
                let cube = cube - 16;
                Colour::Exact(level(cube / 36), level(cube / 6 % 6), level(cube % 6))
            }
            grey => {
                let level = 8 + (grey - 232) * 10;
                Colour::Exact(level, level, level)
            }
        }),
        _ => None,
    }
}

/// The most characters of a line that waits for its end. A line that a program writes over is short.
const LONGEST: usize = 1000;

/// Parses a text part by part: what one part sets holds in the next.
pub(super) struct Reader {
    /// Whether the text has no control characters, as nearly every text.
    plain: bool,
    screen: Screen,
    parser: Parser<anstyle_parse::DefaultCharAccumulator>,
}

impl Reader {
    /// A reader of this text.
    pub(super) fn of(text: &str) -> Self {
        let controls = |byte: u8| byte < b' ' && byte != b'\n' && byte != b'\t';
        Self {
            plain: !text.bytes().any(controls),
            screen: Screen::default(),
            parser: Parser::default(),
        }
    }

    /// Parses the next part. A line that it does not end comes with the next part, which may write
    /// over it.
    pub(super) fn read(&mut self, part: &str, is_last: bool) -> Vec<Span> {
        if self.plain {
            return vec![Span {
                text: part.to_owned(),
                style: Style::default(),
            }];
        }
        for byte in part.bytes() {
            self.parser.advance(&mut self.screen, byte);
        }
        if is_last || self.screen.line.len() > LONGEST {
            self.screen.end();
        }
        std::mem::take(&mut self.screen.done)
    }
}

#[derive(Default)]
struct Screen {
    done: Vec<Span>,
    /// The line being written.
    line: Vec<(char, Style)>,
    /// The index in `line` of the next character.
    column: usize,
    style: Style,
}

impl Screen {
    fn end(&mut self) {
        for (held, style) in std::mem::take(&mut self.line) {
            match self.done.last_mut() {
                Some(span) if span.style == style => span.text.push(held),
                _ => self.done.push(Span {
                    text: held.to_string(),
                    style,
                }),
            }
        }
        self.column = 0;
    }
}

impl Perform for Screen {
    fn print(&mut self, held: char) {
        match self.line.get_mut(self.column) {
            Some(place) => *place = (held, self.style),
            None => self.line.push((held, self.style)),
        }
        self.column += 1;
    }

    fn execute(&mut self, byte: u8) {
        match byte {
            b'\n' => {
                self.line.push(('\n', Style::default()));
                self.end();
            }
            b'\t' => self.print('\t'),
            b'\r' => self.column = 0,
            8 => self.column = self.column.saturating_sub(1),
            _ => {}
        }
    }

    fn csi_dispatch(&mut self, params: &Params, intermediates: &[u8], _: bool, action: u8) {
        if !intermediates.is_empty() {
            return;
        }
        match action {
            b'm' => {
                let codes: Vec<u16> = params.iter().flatten().copied().collect();
                self.style
                    .follow(if codes.is_empty() { &[0] } else { &codes });
            }
            // Erases the rest of the line (0), or all of it (2).
            b'K' => match params.iter().flatten().next() {
                None | Some(0) => self.line.truncate(self.column),
                Some(2) => {
                    self.line.clear();
                    self.column = 0;
                }
                Some(_) => {}
            },
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<Span> {
        Reader::of(text).read(text, true)
    }

    fn words(text: &str) -> String {
        read(text).into_iter().map(|span| span.text).collect()
    }

    #[test]
    fn plain_text_is_one_span() {
        assert_eq!(read("a\nb\t\u{e9}").len(), 1);
        assert_eq!(words("a\nb\t\u{e9}"), "a\nb\t\u{e9}");
    }

    #[test]
    fn colour_and_weight_codes_set_the_style_of_spans() {
        let spans = read("a\x1b[1;31mb\x1b[0m c\x1b[38;5;196md\x1b[48;2;1;2;3me\x1b[m\x1b[92mf");
        let seen: Vec<_> = spans
            .iter()
            .map(|span| (span.text.as_str(), span.style.colour, span.style.ground))
            .collect();
        let exact = Some(Colour::Exact(255, 0, 0));
        assert_eq!(
            seen,
            [
                ("a", None, None),
                ("b", Some(Colour::Named(1)), None),
                (" c", None, None),
                ("d", exact, None),
                ("e", exact, Some(Colour::Exact(1, 2, 3))),
                ("f", Some(Colour::Named(10)), None),
            ]
        );
        assert_eq!(spans[1].style.names().collect::<Vec<_>>(), ["bold"]);
    }

    #[test]
    fn a_progress_bar_keeps_only_its_last_text() {
        assert_eq!(words("10 %\r50 %\r100 %\ndone\r\n"), "100 %\ndone\n");
        assert_eq!(words("abcdef\r\x1b[Kxy\n"), "xy\n");
        assert_eq!(words("ab\x08c"), "ac");
    }

    #[test]
    fn a_text_in_parts_is_read_as_one() {
        let text = "\x1b[31mred\n10 %\r100 %\ne\u{301}nd";
        for at in (0..text.len()).filter(|at| text.is_char_boundary(*at)) {
            let mut reader = Reader::of(text);
            let (first, last) = text.split_at(at);
            let mut spans = reader.read(first, false);
            spans.extend(reader.read(last, true));
            let is_red = |span: &Span| span.style.colour.is_some() || span.text == "\n";
            assert!(spans.iter().all(is_red), "{at}");
            let said: String = spans.into_iter().map(|span| span.text).collect();
            assert_eq!(said, words(text), "{at}");
        }
        // A line may be as long as the text.
        let mut reader = Reader::of("\r");
        assert!(!reader.read(&"x".repeat(LONGEST + 1), false).is_empty());
    }

    #[test]
    fn other_control_sequences_are_left_out() {
        assert_eq!(words("\x1b]0;title\x07a\x1b[2Jb\x1b[?25lc\x1b(Bd"), "abcd");
        assert_eq!(words("a\x1b[31"), "a");
        assert_eq!(words("\x1b[38;5m\x1b[999;;;1mx"), "x");
    }
}
