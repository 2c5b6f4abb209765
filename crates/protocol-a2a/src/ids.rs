//! Ids for the core, made of the server's ids. Each piece is encoded, so that different pieces
//! never give the same id.

use midturn_protocol::call::encoded;

/// An id of these pieces.
pub(super) fn id_of(pieces: &[&str]) -> String {
    let mut id = String::new();
    for (place, piece) in pieces.iter().enumerate() {
        if place > 0 {
            id.push(':');
        }
        id.push_str(&encoded(piece));
    }
    id
}

/// The id of the question that this task asked at the end of this run.
pub(super) fn question_id(task: &str, run: &str) -> String {
    id_of(&[task, run])
}

/// The task of a question. An id of another form is taken as the task itself.
pub(super) fn task_of_question(id: &str) -> String {
    let task = id.split_once(':').map(|(task, _)| task);
    task.and_then(decoded).unwrap_or_else(|| id.to_owned())
}

fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let mut digit = || char::from(rest.next()?).to_digit(16);
            let value = digit()? * 16 + digit()?;
            bytes.push(u8::try_from(value).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_pieces_give_different_ids() {
        assert_ne!(id_of(&["a:b", "c"]), id_of(&["a", "b:c"]));
        assert_ne!(id_of(&["a", ""]), id_of(&["a"]));
        assert_eq!(
            id_of(&["4392981c-48ff", "artifact", "x"]),
            "4392981c-48ff:artifact:x"
        );
    }

    #[test]
    fn the_task_of_a_question_is_found_again() {
        for task in ["t", "a:b%/é", ""] {
            assert_eq!(task_of_question(&question_id(task, "r:1")), task);
        }
        for foreign in ["plain", "%G0:r", "%E9:r", "%4", "%"] {
            assert_eq!(task_of_question(foreign), foreign);
        }
    }
}
