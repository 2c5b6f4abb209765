//! A thread as Markdown. The agent's texts are as the agent wrote them; what a person said is
//! quoted, so that no text is taken for the file's own structure.

use midturn_core::attachment::Attachment;
use midturn_core::transcript::{Activity, ActivityKind, ActivityStatus, Delivery, Outcome, Turn};

use super::order::{Piece, pieces};
use super::unclosed::closing;
use super::{Thread, name};
use crate::components::activity::{closed_text, outcome_words, resolution_text, title};
use crate::i18n::Catalogue;

/// The most characters of a call's arguments.
const ARGUMENTS: usize = 200;

/// The text of the file. In place of turns that are no longer part of the conversation it has the
/// line that the screen has.
pub(super) fn written(texts: &Catalogue, thread: Thread<'_>) -> String {
    let mut file = File {
        texts,
        text: String::new(),
    };
    file.line(&format!("# {}", one_line(name(texts, thread.title))));
    let is_out = |turn: &Turn| thread.left_out.has(&turn.id);
    for group in thread.turns.chunk_by(|a, b| is_out(a) == is_out(b)) {
        if group.first().is_some_and(is_out) {
            let count = group.iter().map(messages).sum();
            file.block(&format!("*{}*", one_line(&texts.acts.left_out(count))));
        } else {
            for turn in group {
                file.turn(turn);
            }
        }
    }
    file.text
}

/// How many messages of a turn the screen counts.
fn messages(turn: &Turn) -> usize {
    usize::from(!turn.begins_with_agent()) + usize::from(!turn.is_blank())
}

struct File<'a> {
    texts: &'a Catalogue,
    text: String,
}

impl File<'_> {
    /// Adds a line. Blank lines come before blocks.
    fn line(&mut self, line: &str) {
        self.text += line;
        self.text.push('\n');
    }

    fn block(&mut self, block: &str) {
        self.text.push('\n');
        self.line(block);
    }

    fn turn(&mut self, turn: &Turn) {
        let texts = self.texts;
        if !turn.begins_with_agent() {
            self.block(&format!("## {}", texts.message_you));
            if !turn.text.trim().is_empty() {
                self.block(&quoted(&turn.text));
            }
            self.files(&turn.attachments, "");
        }
        self.block(&format!("## {}", texts.message_agent));
        let mut in_list = false;
        for piece in pieces(turn) {
            match piece {
                Piece::Text(text) => {
                    let text = text.trim();
                    self.block(text);
                    if let Some(mark) = closing(text) {
                        self.line(mark);
                    }
                    in_list = false;
                }
                Piece::Activity(activity, depth) => {
                    if !in_list {
                        self.text.push('\n');
                    }
                    in_list = true;
                    self.activity(activity, depth);
                }
            }
        }
        if let Some(said) = outcome(texts, turn) {
            self.block(&format!("*{}*", one_line(&said)));
        }
        let why = turn.outcome.as_ref().map_or("", Outcome::message);
        if !why.trim().is_empty() {
            self.block(&quoted(why));
        }
    }

    fn activity(&mut self, activity: &Activity, depth: usize) {
        let texts = self.texts;
        let indent = "  ".repeat(depth);
        let ended = match activity.status {
            _ if activity.task.denied => format!(" ({})", texts.control.answered_denied),
            ActivityStatus::Done => String::new(),
            ended => format!(" ({})", state(texts, ended)),
        };
        let line = match &activity.kind {
            ActivityKind::Interjection(said) => {
                let words = quoted(said.wanted().trim());
                let words = words.replace('\n', &format!("\n{indent}  "));
                let line = format!("**{}**\n{indent}  {words}", texts.message_you);
                if matches!(said.delivery, Delivery::Delivered { .. }) {
                    line
                } else {
                    let not = texts.conversations.not_delivered;
                    format!("{line}\n\n{indent}  *{not}*")
                }
            }
            ActivityKind::Approval {
                interrupt,
                answer,
                asked,
            } => {
                let words = interrupt.message.as_ref().unwrap_or(&interrupt.reason);
                let came = match (asked.closed, answer) {
                    (Some(why), _) => closed_text(texts, why).to_owned(),
                    (None, Some(answer)) => resolution_text(texts, answer),
                    (None, None) => state(texts, activity.status).to_owned(),
                };
                format!("**{}**: {}", one_line(words), one_line(&came))
            }
            ActivityKind::Tool { arguments, .. } => {
                let about = code(arguments);
                format!("{}{about}{ended}", named(&title(texts, activity)))
            }
            ActivityKind::Subagent { description, .. } => {
                let about = description.as_deref().map(one_line).unwrap_or_default();
                let about = if about.is_empty() {
                    about
                } else {
                    format!(": {about}")
                };
                format!("{}{about}{ended}", named(&title(texts, activity)))
            }
            ActivityKind::Reasoning { .. }
            | ActivityKind::Step { .. }
            | ActivityKind::Note { .. } => format!("{}{ended}", named(&title(texts, activity))),
        };
        self.line(&format!("{indent}- {line}"));
        if let ActivityKind::Tool {
            result: Some(result),
            ..
        } = &activity.kind
        {
            self.files(&result.attachments, &format!("  {indent}"));
        }
    }

    fn files(&mut self, files: &[Attachment], indent: &str) {
        if indent.is_empty() && !files.is_empty() {
            self.text.push('\n');
        }
        for file in files {
            let name = if file.name.is_empty() {
                &file.media_type
            } else {
                &file.name
            };
            let line = format!("{indent}- {}{}", self.texts.conversations.file, code(name));
            self.line(&line);
        }
    }
}

/// How a turn ended, in words, if it did not simply complete.
fn outcome(texts: &Catalogue, turn: &Turn) -> Option<String> {
    if let Some(limit) = turn.ended_by_limit() {
        return Some(texts.ends.cut_off_by(limit).to_owned());
    }
    match turn.outcome.as_ref()? {
        Outcome::Completed if turn.ends_with_open_call() => Some(texts.ends.no_result.to_owned()),
        Outcome::Completed => turn.unanswered.then(|| texts.ends.unanswered.to_owned()),
        ended => Some(outcome_words(texts, Some(ended), turn.finished_steps())),
    }
}

fn state(texts: &Catalogue, status: ActivityStatus) -> &'static str {
    match status {
        ActivityStatus::Running | ActivityStatus::Stopping => texts.status_running,
        ActivityStatus::Done => texts.status_done,
        ActivityStatus::Failed => texts.status_failed,
        ActivityStatus::Cancelled => texts.status_cancelled,
        ActivityStatus::Interrupted => texts.status_interrupted,
        ActivityStatus::Waiting => texts.status_waiting,
    }
}

fn named(name: &str) -> String {
    format!("**{}**", one_line(name))
}

/// A text on one line, without what would be markup there.
fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut plain = String::new();
    for char in words.join(" ").chars() {
        if matches!(char, '*' | '_' | '`' | '[' | ']' | '<' | '\\') {
            plain.push('\\');
        }
        plain.push(char);
    }
    plain
}

fn quoted(text: &str) -> String {
    let lines = text.trim().lines();
    let lines: Vec<String> = lines
        .map(|line| format!("> {line}").trim_end().to_owned())
        .collect();
    lines.join("\n")
}

/// A short text as code, after a space; nothing if it is blank.
fn code(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let whole = words.join(" ");
    let mut start: String = whole.chars().take(ARGUMENTS).collect();
    if start.len() < whole.len() {
        start.push('…');
    }
    if start.is_empty() || start == "{}" {
        return String::new();
    }
    let mut fence = "`".to_owned();
    while start.contains(&fence) {
        fence.push('`');
    }
    let space = if fence.len() > 1 { " " } else { "" };
    format!(" {fence}{space}{start}{space}{fence}")
}
