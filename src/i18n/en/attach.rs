//! Files of messages, in English.

use super::number;
use crate::i18n::catalogue::Attach;
use crate::i18n::catalogue::Said::BuiltIn;

pub(super) const TEXTS: Attach = Attach {
    files: "Attached files",
    drop_here: "Drop files to attach them",
    remove: BuiltIn(|name| format!("Remove {name}")),
    download: BuiltIn(|name| format!("Download {name}")),
    missing: "Not available any more",
    notice_missing: "A file of this conversation could not be read. The agent was told that it is missing.",
    audio: "Audio",
    video: "Video",
    document: "Document",
    held: "Kept by the agent",
    held_by: BuiltIn(|by| format!("Kept by {by}")),
    removed: "File removed",
    attached: BuiltIn(|n| match n {
        1 => "1 file attached".to_owned(),
        _ => format!("{} files attached", number(n)),
    }),
    no_interject: "Files cannot be given in the middle of a turn: queue the message, or replace the turn.",
    too_large: BuiltIn(|name, limit| {
        format!("“{name}” was not attached: it is larger than {limit}.")
    }),
    too_large_together: BuiltIn(|name, limit| {
        format!("“{name}” was not attached: the files of a message can have {limit} together.")
    }),
    too_many: BuiltIn(|name, limit| {
        format!(
            "“{name}” was not attached: a message can have {} files.",
            number(limit)
        )
    }),
    not_accepted: BuiltIn(|name| {
        format!("“{name}” was not attached: files of this type are not accepted.")
    }),
    unreadable: BuiltIn(|name| format!("“{name}” was not attached: it could not be read.")),
    reading: BuiltIn(|names| format!("Reading {names}: nothing is sent yet")),
    held_back: "Not sent yet",
    lost: BuiltIn(|name| format!("“{name}” could not be read. Nothing has been sent.")),
    send_without: "Send anyway",
    keep_editing: "Keep editing",
    not_sent: "Nothing was sent.",
};
