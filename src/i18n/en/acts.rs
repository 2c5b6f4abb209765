//! What one does with a message, in English.

use crate::i18n::catalogue::Acts;

pub(super) const TEXTS: Acts = Acts {
    copy: "Copy",
    copied: "Copied",
    not_copied: "Could not be copied",
    more: "More",
    link: "Copy link",
    source: "Show source",
    source_title: "Source of the answer",
};
