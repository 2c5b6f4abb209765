//! Samples of JavaScript that can be switched on: renderers, a tool of the page, and functions.
//!
//! Each is a module in `public/samples/`. The playground imports the module, and shows its text in
//! the code to copy.

/// A sample.
#[derive(Debug)]
pub(in super::super) struct Sample {
    /// The name that the module exports.
    pub(in super::super) name: &'static str,
    /// The module's file.
    pub(in super::super) file: &'static str,
    /// The module's text.
    text: &'static str,
    /// Where the element takes it.
    pub(in super::super) place: Place,
    /// The message to the reference agent that makes use of it; empty if none is needed.
    pub(in super::super) scene: &'static str,
}

/// Where the element takes a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Place {
    /// A renderer of calls of this tool.
    ToolCall(&'static str),
    /// A renderer of activities of this type.
    Activity(&'static str),
    /// A renderer of code blocks in this language.
    Code(&'static str),
    /// A tool of the page.
    Tool,
    /// A property of this name.
    Property(&'static str),
}

impl Sample {
    /// The module's address on the page's server.
    pub(in super::super) fn address(&self) -> String {
        format!("/samples/{}", self.file)
    }

    /// The code without the comment about the file, and without `export`.
    pub(in super::super) fn code(&self) -> String {
        let (_, code) = self.text.split_once("\n\n").unwrap_or(("", self.text));
        let code = code.strip_prefix("export ").unwrap_or(code);
        code.trim_end().to_owned()
    }
}

macro_rules! sample {
    ($name:literal, $file:literal, $place:expr, $scene:literal) => {
        Sample {
            name: $name,
            file: $file,
            text: include_str!(concat!("../../../public/samples/", $file)),
            place: $place,
            scene: $scene,
        }
    };
}

/// Every sample.
pub(in super::super) const SAMPLES: [Sample; 6] = [
    sample!(
        "drawReadFile",
        "draw-read-file.js",
        Place::ToolCall("read_file"),
        "tools"
    ),
    sample!("drawTide", "draw-tide.js", Place::Activity("tide"), "tide"),
    sample!("drawCsv", "draw-csv.js", Place::Code("csv"), "rich"),
    sample!("pickColour", "pick-colour.js", Place::Tool, "page"),
    sample!(
        "pastMessages",
        "past-messages.js",
        Place::Property("history"),
        ""
    ),
    sample!(
        "linkToMessage",
        "link-to-message.js",
        Place::Property("messageLink"),
        ""
    ),
];
