//! A command's output: read in pieces of bounded size, and kept up to a limit.
//!
//! Bytes that are not UTF-8 become replacement characters.

use tokio::io::{AsyncRead, AsyncReadExt};

use super::{LONGEST_RESULT, clipped};

/// In bytes; a line that gets this long without an end comes in several pieces.
const LONGEST_PIECE: usize = 4 * 1024;
/// The longest line reported whole, in bytes.
const LONGEST_REPORT: usize = 300;
/// Bytes reserved in the result for notes, such as how much is left out.
const ROOM: usize = 256;

/// One output stream of a command.
#[derive(Debug)]
pub(super) struct Pipe<R> {
    reader: R,
    /// Bytes read but not returned yet.
    buffer: Vec<u8>,
    over: bool,
}

impl<R: AsyncRead + Unpin> Pipe<R> {
    pub(super) fn new(reader: R) -> Self {
        Self {
            reader,
            buffer: Vec::new(),
            over: false,
        }
    }

    /// The next line with its line end, or a part of a very long line. `None` at the end.
    /// Cancel-safe: dropping the future loses nothing.
    pub(super) async fn next_piece(&mut self) -> Option<String> {
        loop {
            if let Some(end) = self.end_of_piece() {
                let piece: Vec<u8> = self.buffer.drain(..end).collect();
                return Some(String::from_utf8_lossy(&piece).into_owned());
            }
            if self.over {
                return None;
            }
            let mut chunk = [0; LONGEST_PIECE];
            match self.reader.read(&mut chunk).await {
                Ok(0) | Err(_) => self.over = true,
                Ok(count) => self.buffer.extend_from_slice(&chunk[..count]),
            }
        }
    }

    fn end_of_piece(&self) -> Option<usize> {
        if let Some(end) = self.buffer.iter().position(|byte| *byte == b'\n') {
            return Some(end + 1);
        }
        if self.over {
            return (!self.buffer.is_empty()).then_some(self.buffer.len());
        }
        if self.buffer.len() < LONGEST_PIECE {
            return None;
        }
        // Do not cut a character in two.
        Some(match std::str::from_utf8(&self.buffer) {
            Err(error) if error.error_len().is_none() && error.valid_up_to() > 0 => {
                error.valid_up_to()
            }
            Ok(_) | Err(_) => self.buffer.len(),
        })
    }
}

/// A command's output so far.
#[derive(Debug, Default)]
pub(super) struct CommandOutput {
    text: String,
    /// How many bytes were not kept.
    left_out: usize,
    /// The last line, until it is reported.
    news: Option<String>,
}

impl CommandOutput {
    pub(super) fn keep(&mut self, piece: &str) {
        let room = LONGEST_RESULT.saturating_sub(ROOM + self.text.len());
        if self.left_out == 0 && piece.len() <= room {
            self.text.push_str(piece);
        } else {
            self.left_out += piece.len();
        }
        let line = piece.trim();
        if !line.is_empty() {
            self.news = Some(clipped(line.to_owned(), LONGEST_REPORT));
        }
    }

    pub(super) fn has_news(&self) -> bool {
        self.news.is_some()
    }

    pub(super) fn news(&mut self) -> Option<String> {
        self.news.take()
    }

    pub(super) fn into_text(self) -> String {
        let text = self.text.trim_end();
        match self.left_out {
            0 => text.to_owned(),
            left_out => format!("{text}\n[{left_out} more bytes are not shown]"),
        }
    }
}
