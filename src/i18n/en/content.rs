//! Tools for code, long texts and images, in English.

use crate::i18n::catalogue::Content;

pub(super) const TEXTS: Content = Content {
    code_download: "Download code",
    make_text: "Make it text",
    pasted_as_file: "A long text was pasted as a file.",
    shortcut_recall: "In an empty field: what you sent before, if nothing is queued",
    enlarge: "Show the image large",
};
