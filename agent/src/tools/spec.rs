//! The description of each tool for a model: its name, its purpose, and the schema of its
//! arguments.

use serde_json::{Value, json};

use crate::conversation::ToolSpec;

fn object(properties: Value, required: &[&str]) -> Value {
    let mut schema = json!({"type": "object", "additionalProperties": false});
    schema["properties"] = properties;
    schema["required"] = json!(required);
    schema
}

fn allow_cancellation() -> Value {
    json!({
        "type": "boolean",
        "default": true,
        "description": "False if the user must not stop this alone, only together with everything",
    })
}

fn path(what: &str) -> Value {
    json!({"type": "string", "description": format!("{what}, relative to the root directory")})
}

/// The tools that only read.
pub(super) fn reading() -> Vec<ToolSpec> {
    vec![
        ToolSpec {
            name: "read_file".into(),
            description: "Reads a text file. Of a long file it gives the lines that fit, and says with \
                          which start_line to go on: read all of it before you write it anew."
                .into(),
            parameters: object(
                json!({
                    "path": path("The file"),
                    "start_line": {
                        "type": "integer",
                        "minimum": 1,
                        "description": "The first line to read, counted from 1; the first of the file \
                                        if left out",
                    },
                }),
                &["path"],
            ),
        },
        ToolSpec {
            name: "list_dir".into(),
            description: "Lists a directory, one entry a line; directories end with a slash."
                .into(),
            parameters: object(
                json!({"path": path("The directory; the root if left out")}),
                &[],
            ),
        },
        ToolSpec {
            name: "search_text".into(),
            description: "Finds the lines that contain a text, as path:line: text. Hidden directories, \
                          node_modules, and caches such as target are searched only if path is in one."
                .into(),
            parameters: object(
                json!({
                    "query": {"type": "string", "description": "The text, case and all"},
                    "path": path("Where to look; everywhere if left out"),
                }),
                &["query"],
            ),
        },
    ]
}

pub(super) fn write_file() -> ToolSpec {
    ToolSpec {
        name: "write_file".into(),
        description: "Writes a text file, new or in place of an old one. The user is asked first."
            .into(),
        parameters: object(
            json!({"path": path("The file"), "content": {"type": "string"}}),
            &["path", "content"],
        ),
    }
}

pub(super) fn run_command() -> ToolSpec {
    ToolSpec {
        name: "run_command".into(),
        description: "Runs a shell command in the root directory. The user is asked first.".into(),
        parameters: object(
            json!({
                "command": {"type": "string"},
                "allowCancellation": allow_cancellation(),
            }),
            &["command"],
        ),
    }
}

/// The tools that start a nested agent.
pub fn subagent_specs() -> Vec<ToolSpec> {
    let task = || {
        object(
            json!({
                "task": {
                    "type": "string",
                    "description": "Everything the agent has to know; it sees nothing else",
                },
                "allowCancellation": allow_cancellation(),
            }),
            &["task"],
        )
    };
    vec![
        ToolSpec {
            name: "explore".into(),
            description: "Has an agent read through the files and report what it finds.".into(),
            parameters: task(),
        },
        ToolSpec {
            name: "plan".into(),
            description: "Has an agent work out the steps of a change.".into(),
            parameters: task(),
        },
        ToolSpec {
            name: "agent".into(),
            description: "Has an agent do a piece of the work by itself.".into(),
            parameters: task(),
        },
        ToolSpec {
            name: "agent-ask".into(),
            description: "Asks an agent one quick question.".into(),
            parameters: task(),
        },
    ]
}
