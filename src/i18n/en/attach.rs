//! Files of messages, in English.

use super::number;
use crate::i18n::bytes::size;
use crate::i18n::catalogue::Attach;

pub(super) const TEXTS: Attach = Attach {
    files: "Attached files",
    drop_here: "Drop files to attach them",
    remove: |name| format!("Remove {name}"),
    download: |name| format!("Download {name}"),
    missing: "Not available any more",
    notice_missing: "A file of this conversation could not be read. The agent was told that it is missing.",
    audio: "Audio",
    video: "Video",
    document: "Document",
    held: |by| match by {
        "" => "Kept by the agent".to_owned(),
        _ => format!("Kept by {by}"),
    },
    removed: "File removed",
    attached: |n| match n {
        1 => "1 file attached".to_owned(),
        _ => format!("{} files attached", number(n)),
    },
    no_interject: "Files cannot be given in the middle of a turn: queue the message, or replace the turn.",
    too_large: |name, limit| format!("“{name}” was not attached: it is larger than {limit}."),
    too_large_together: |name, limit| {
        format!("“{name}” was not attached: the files of a message can have {limit} together.")
    },
    too_many: |name, limit| {
        format!(
            "“{name}” was not attached: a message can have {} files.",
            number(limit)
        )
    },
    not_accepted: |name| format!("“{name}” was not attached: files of this type are not accepted."),
    unreadable: |name| format!("“{name}” was not attached: it could not be read."),
    size: |bytes| size("en", bytes),
};
