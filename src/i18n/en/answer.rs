//! Parts of an answer, in English.

use crate::i18n::catalogue::Answer;
use crate::i18n::catalogue::Said::BuiltIn;
use crate::i18n::number::number;
use crate::i18n::plural::{Category, english};

pub(super) const TEXTS: Answer = Answer {
    density: "Density",
    density_comfortable: "Comfortable",
    density_compact: "Compact",
    offline: "You are offline. What you send is tried again when the connection is back.",
    elsewhere_silent: "This chat runs in another tab that does not answer at the moment. What you send is kept.",
    elsewhere_reader: "This chat is open in another tab, and this browser cannot share it between tabs. To write here, close the other tab and reload.",
    image: "Image",
    image_show: "Show image",
    image_refused: "Not shown: this is no web address of an image",
    image_broken: "Not shown: this image cannot be read",
    image_never: "Not shown: images are not fetched here",
    code: "Code",
    code_copy: "Copy",
    code_copied: "Copied",
    code_not_copied: "Could not be copied",
    code_wrap: "Wrap lines",
    code_fold: "Show whole code",
    show_source: "Show source",
    not_drawn: "Could not be drawn; this is its source.",
    diagram_flowchart: "Flowchart",
    diagram_state: "State diagram",
    diagram_sequence: "Sequence diagram",
    diagram_class: "Class diagram",
    diagram_er: "Entity-relationship diagram",
    diagram_pie: "Pie chart",
    table: "Table",
    task_open: "Open task",
    task_done: "Done task",
    feedback: "Feedback",
    good: "Good answer",
    bad: "Bad answer",
    alert_note: "Note",
    alert_tip: "Tip",
    alert_important: "Important",
    alert_warning: "Warning",
    alert_caution: "Caution",
    output_more: BuiltIn(|n| match english(n) {
        Category::One => format!("{} more line", number("en", n as u64)),
        _ => format!("{} more lines", number("en", n as u64)),
    }),
    output_all: "Show all",
    output_download: "Download",
    image_always: BuiltIn(|host| format!("Always from {host}")),
    footnote: BuiltIn(|label| format!("Footnote {label}")),
    footnote_back: BuiltIn(|label| format!("Back to reference {label}")),
};
