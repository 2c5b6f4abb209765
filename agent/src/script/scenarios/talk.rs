//! Scenarios that only talk.

use super::super::beat::{Act, Beat, Cue, Response, beat, say, think};

const TEXT: &str = "\
The retry test fails because of a unit, not because of the logic around it. The server sends \
Retry-After in seconds, and parse_retry_after reads the number as milliseconds. So a server that \
asks for two seconds is asked again after two milliseconds, and answers 429 once more.

The fix is one word: Duration::from_secs instead of Duration::from_millis. I would also handle the \
second form of the header, an HTTP date, because two of the services in your configuration use it \
during maintenance windows.

After that, honours_retry_after should pass, and the load on the tide service should drop: today \
every 429 causes a burst of five requests within a second. Shall I make the change?";

const PARAGRAPH: &str = "\
The queue keeps every request in the order in which it came, and hands the next one out only when \
the one before has been answered or given up. A request that is given up leaves a mark behind, so \
that its answer, should it still come, is not taken for the answer to another. When the connection \
is lost, nothing is thrown away: the queue waits, and goes on where it stopped. ";

const THOUGHTS: &str = "\
The test waits for two seconds of simulated time, so the delay must come from the header and not \
from the backoff. With attempt 0 the backoff is 200 ms. The elapsed time in the output is far below \
both. So the header was found, and its value came out too small. Seconds read as milliseconds would \
give exactly 2 ms.";

const REASONED: &str = "\
It is the unit. Retry-After counts seconds, and src/retry.rs reads it as milliseconds, so the \
client waits 2 ms instead of 2 s. Changing from_millis to from_secs in parse_retry_after fixes the \
test.";

const RICH: &str = "\
## The fix

One word changes, in `src/retry.rs`:

```rust
fn parse_retry_after(value: &HeaderValue) -> Duration {
    let seconds = value.to_str().ok().and_then(|v| v.parse().ok());
    Duration::from_secs(seconds.unwrap_or(0))
}
```

## The waits

| attempt | before | after |
|---|---:|---:|
| 1 | 2 ms | 2 s |
| 2 | 4 ms | 4 s |

The wait doubles with each attempt $n$, up to a limit:

$$
w(n) = \\min(2^n \\cdot w_0, w_{max})
$$

## What happens to a request

```mermaid
flowchart LR
  A[Request] --> B{429?}
  B -- yes --> C[Wait]
  C --> A
  B -- no --> D[Done]
```

The measured times, as they were written:

```csv
attempt,milliseconds
1,2004
2,4011
3,8020
```
";

/// Code, a table, a formula and a diagram.
pub(in super::super) fn rich(cue: &Cue) -> Response {
    if let Some(end) = left_there(cue) {
        return end;
    }
    let beats = RICH.split_inclusive('\n');
    let beats = beats.map(|line| beat(60, Act::Text(line.to_owned())));
    Response::new(beats.collect::<Vec<_>>())
}

/// A few paragraphs, word by word.
pub(in super::super) fn text(cue: &Cue) -> Response {
    left_there(cue).unwrap_or_else(|| Response::new(say(TEXT)))
}

/// The end of an answer that the person has interrupted with words of their own: to begin it again
/// would be to ignore them.
fn left_there(cue: &Cue) -> Option<Response> {
    let end = "I leave the text above as it is.";
    (!cue.said.is_empty()).then(|| Response::new(say(end)))
}

/// Lists the message's files.
pub(in super::super) fn files(cue: &Cue) -> Response {
    if cue.files.is_empty() {
        return Response::new(say("There is no file with this message."));
    }
    let mut text = String::from("With this message came:\n\n");
    for file in &cue.files {
        text.push_str("- ");
        text.push_str(file);
        text.push('\n');
    }
    Response::new(say(text.trim_end()))
}

/// As many words as the message asks for, fast.
pub(in super::super) fn long(cue: &Cue) -> Response {
    if let Some(end) = left_there(cue) {
        return end;
    }
    let count = cue.number.unwrap_or(2000);
    let words = PARAGRAPH.split_inclusive(' ').cycle().take(count);
    let beats = words.enumerate().map(|(index, word)| {
        let mut word = word.to_owned();
        if index % 75 == 74 {
            word = format!("{}\n\n", word.trim_end());
        }
        beat(8, Act::Text(word))
    });
    Response::new(beats)
}

/// Thinking, then an answer.
pub(in super::super) fn reasoning(cue: &Cue) -> Response {
    if let Some(end) = left_there(cue) {
        return end;
    }
    let beats: Vec<Beat> = think(THOUGHTS).into_iter().chain(say(REASONED)).collect();
    Response::new(beats)
}

/// The answer to a message that was refused before.
pub(in super::super) fn at_last() -> Response {
    Response::new(say(
        "This time I could answer. The first attempt was refused, and the client tried again.",
    ))
}
