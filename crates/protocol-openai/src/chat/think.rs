//! Reasoning inside the content: `<think>…</think>` at its very start, in pieces of any size.

const OPEN: &str = "<think>";
const CLOSE: &str = "</think>";

/// White space before the first word is held back up to this length.
const MAX_HELD: usize = 64;

/// A piece of the content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Said {
    Text(String),
    Reasoning(String),
}

/// Where in the content the stream is, with the text that is not decided yet.
#[derive(Debug)]
pub(super) enum Think {
    /// At the start: what came so far may be the start of the tag.
    Start(String),
    /// In the reasoning, which may be followed by this start of the closing tag.
    Inside { held: String, begun: bool },
    /// Behind the closing tag, before the first word.
    Behind,
    /// In the text.
    Plain,
}

impl Default for Think {
    fn default() -> Self {
        Self::Start(String::new())
    }
}

impl Think {
    /// Reads more of the content.
    pub(super) fn push(&mut self, text: &str) -> Vec<Said> {
        let mut said = Vec::new();
        self.read(text, &mut said);
        said
    }

    /// The text that was held back, at the end of the content.
    pub(super) fn flush(&mut self) -> Option<Said> {
        let said = match std::mem::replace(self, Self::Plain) {
            Self::Start(held) => Said::Text(held),
            Self::Inside { held, .. } => Said::Reasoning(held),
            Self::Behind | Self::Plain => return None,
        };
        let (Said::Text(held) | Said::Reasoning(held)) = &said;
        (!held.is_empty()).then_some(said)
    }

    fn read(&mut self, text: &str, said: &mut Vec<Said>) {
        match self {
            Self::Start(held) => {
                held.push_str(text);
                let begin = held.trim_start();
                if let Some(rest) = begin.strip_prefix(OPEN) {
                    let rest = rest.to_owned();
                    *self = Self::Inside {
                        held: String::new(),
                        begun: false,
                    };
                    self.read(&rest, said);
                } else if !OPEN.starts_with(begin) || held.len() > MAX_HELD {
                    said.push(Said::Text(std::mem::take(held)));
                    *self = Self::Plain;
                }
            }
            Self::Inside { held, begun } => {
                held.push_str(text);
                if !*begun {
                    held.drain(..held.len() - held.trim_start().len());
                    *begun = !held.is_empty();
                }
                if let Some(at) = held.find(CLOSE) {
                    let rest = held.split_off(at).split_off(CLOSE.len());
                    let reasoning = std::mem::take(held);
                    if !reasoning.is_empty() {
                        said.push(Said::Reasoning(reasoning));
                    }
                    *self = Self::Behind;
                    self.read(&rest, said);
                } else {
                    let kept = held.split_off(held.len() - unfinished(held));
                    let reasoning = std::mem::replace(held, kept);
                    if !reasoning.is_empty() {
                        said.push(Said::Reasoning(reasoning));
                    }
                }
            }
            Self::Behind => {
                let text = text.trim_start();
                if !text.is_empty() {
                    said.push(Said::Text(text.to_owned()));
                    *self = Self::Plain;
                }
            }
            Self::Plain => said.push(Said::Text(text.to_owned())),
        }
    }
}

/// The length of the closing tag's start at the end of the text.
fn unfinished(text: &str) -> usize {
    let fits = |len: &usize| CLOSE.get(..*len).is_some_and(|start| text.ends_with(start));
    (1..CLOSE.len()).rev().find(fits).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reasoning and text of the content in these pieces.
    fn read(pieces: &[&str]) -> (String, String) {
        let mut think = Think::default();
        let mut all: Vec<Said> = pieces.iter().flat_map(|piece| think.push(piece)).collect();
        all.extend(think.flush());
        let (mut reasoning, mut text) = (String::new(), String::new());
        for said in all {
            match said {
                Said::Reasoning(more) => reasoning.push_str(&more),
                Said::Text(more) => text.push_str(&more),
            }
        }
        (reasoning, text)
    }

    #[test]
    fn reasoning_is_found_at_the_start_only_and_at_every_split() {
        for (content, reasoning, text) in [
            ("<think>\nhm < 3</think>\n\nSixty.", "hm < 3", "Sixty."),
            (" \n<think></think>Sixty.", "", "Sixty."),
            ("<think>hm </thin", "hm </thin", ""),
            ("<think>never closed", "never closed", ""),
            ("<thi", "", "<thi"),
            ("<thinner> ice", "", "<thinner> ice"),
            ("Use <think>x</think>.", "", "Use <think>x</think>."),
            ("<think>a</think> b </think> c", "a", "b </think> c"),
            ("  plain", "", "  plain"),
            ("<think>é</think>é", "é", "é"),
        ] {
            let expected = (reasoning.to_owned(), text.to_owned());
            let ends: Vec<usize> = content.char_indices().map(|(at, _)| at).collect();
            for &at in &ends {
                let (head, tail) = content.split_at(at);
                assert_eq!(read(&[head, tail]), expected, "{content} at {at}");
            }
            let pieces: Vec<String> = content.chars().map(String::from).collect();
            let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
            assert_eq!(read(&pieces), expected, "{content} by character");
        }
    }

    #[test]
    fn endless_white_space_is_not_held_back() {
        let mut think = Think::default();
        let said = think.push(&" ".repeat(100));
        assert_eq!(said, [Said::Text(" ".repeat(100))]);
    }
}
