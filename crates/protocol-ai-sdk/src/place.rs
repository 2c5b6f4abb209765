//! The ids of texts, reasoning and calls: each names the message of the assistant that it is part
//! of, the run and the step.
//!
//! The server's ids of texts are unique only inside a stream, and a message can grow over several
//! runs. The next request needs the message and the steps again, and finds both in the ids.

use midturn_protocol::call::encoded;

/// The place of a part, read from its id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PartPlace<'a> {
    /// The id of the message.
    pub(super) message: &'a str,
    /// Run and step, such as `run.2`.
    pub(super) step: &'a str,
    /// Whether the server announced the step.
    pub(super) announced: bool,
}

impl<'a> PartPlace<'a> {
    /// Reads the place; `None` for an id of another protocol.
    pub(super) fn of(id: &'a str) -> Option<Self> {
        let (message, rest) = id.rsplit_once('/')?;
        let (step, _) = rest.rsplit_once('.')?;
        let (run, number) = step.rsplit_once('.')?;
        let number: u64 = number.parse().ok()?;
        (!message.is_empty() && !run.is_empty()).then_some(Self {
            message,
            step,
            announced: number > 0,
        })
    }
}

/// A run's id as it is in the ids of parts.
pub(super) fn run_key(run: &str) -> String {
    // Without a slash, so that the message's id ends at the last slash.
    encoded(run)
}

/// A run and a step of it; step 0 is what comes before any step.
pub(super) fn step_key(run: &str, step: u64) -> String {
    format!("{run}.{step}")
}

/// The id of the part with this number in its stream.
pub(super) fn part_id(message: &str, run: &str, step: u64, number: u64) -> String {
    format!("{message}/{run}.{step}.{number}")
}

/// The id of a part that began before the stream was joined. Its number is unknown, and so is the
/// text that the page has of it.
pub(super) fn late_id(message: &str, run: &str, step: u64, server: &str) -> String {
    let server = encoded(server).replace('.', "%2E");
    format!("{message}/{run}.{step}.~{server}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_found_in_an_id() {
        let run = run_key("m/1.1");
        for id in [
            part_id("msg/a.b", &run, 2, 14),
            late_id("msg/a.b", &run, 2, "t/0.1"),
        ] {
            let expected = PartPlace {
                message: "msg/a.b",
                step: "m%2F1.1.2",
                announced: true,
            };
            assert_eq!(PartPlace::of(&id), Some(expected));
        }
        let early = part_id("m", "r", 0, 0);
        assert_eq!(
            PartPlace::of(&early).map(|place| place.announced),
            Some(false)
        );
    }

    #[test]
    fn an_id_of_another_protocol_has_no_place() {
        for id in ["", "a", "a/b", "a/b.c", "a/b.c.d", "/r.1.1", "m/.1.1"] {
            assert_eq!(PartPlace::of(id), None, "{id}");
        }
    }
}
