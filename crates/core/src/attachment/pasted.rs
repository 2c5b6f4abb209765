//! Long texts that are pasted into the composer: they become files, which can become text again.

use super::Attachment;
use crate::id::AttachmentId;

/// A pasted text with more lines than this becomes a file.
const LINES: usize = 200;

/// The name of such a file.
const NAME: &str = "pasted.txt";

/// The media type of such a file.
const TYPE: &str = "text/plain";

/// Whether a pasted text is so long that it becomes a file.
pub fn becomes_file(pasted: &str) -> bool {
    pasted.lines().nth(LINES).is_some()
}

impl Attachment {
    /// The file that a pasted text becomes.
    pub fn pasted(id: AttachmentId, text: &str) -> Self {
        Self {
            id,
            name: NAME.to_owned(),
            media_type: TYPE.to_owned(),
            size: text.len() as u64,
            came: None,
        }
    }

    /// Whether this file can become text again.
    pub fn is_pasted(&self) -> bool {
        self.name == NAME && self.media_type == TYPE && self.is_own()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_of_more_than_200_lines_becomes_a_file() {
        let lines = |count| vec!["a line"; count].join("\n");
        assert!(!becomes_file(&lines(200)));
        assert!(!becomes_file(&(lines(200) + "\n")));
        assert!(becomes_file(&lines(201)));
        assert!(!becomes_file(&"a long line ".repeat(10_000)));
    }

    #[test]
    fn only_a_file_from_a_paste_can_become_text_again() {
        let file = Attachment::pasted("f".into(), "é");
        assert!(file.is_pasted());
        assert_eq!(file.size, 2);
        let name = "notes.txt".to_owned();
        assert!(!Attachment { name, ..file }.is_pasted());
    }
}
