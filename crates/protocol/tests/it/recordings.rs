//! Recordings of real servers, read whole and in pieces.

use std::fs;

use midturn_protocol::agui::Item;

use crate::corpus::{self, Recording};
use midturn_protocol::testing::lines;

/// Recordings up to this size are split at every byte.
const SHORT: usize = 8 * 1024;

#[test]
fn recordings_give_the_items_of_their_golden_files() {
    let update = std::env::var_os("MIDTURN_UPDATE_GOLDEN").is_some();
    for recording in corpus::recordings(&corpus::own("recordings")) {
        let golden = corpus::own("golden").join(format!("{}.txt", recording.name));
        let found = lines(&corpus::read([recording.body.as_slice()]));
        if update {
            fs::create_dir_all(golden.parent().unwrap()).unwrap();
            fs::write(&golden, found).unwrap();
            continue;
        }
        let expected = fs::read_to_string(&golden)
            .unwrap_or_else(|error| panic!("{}: {error}", golden.display()));
        assert_eq!(found, expected, "{}", recording.name);
    }
}

#[test]
fn own_recordings_read_the_same_at_every_split() {
    split_all(&corpus::recordings(&corpus::own("recordings")));
}

#[test]
fn shared_recordings_read_the_same_at_every_split() {
    let Some(path) = corpus::shared("agui/recordings") else {
        return;
    };
    // Skips the recordings that are in the repository too, with the same name and bytes.
    let own = corpus::recordings(&corpus::own("recordings"));
    let mut more = corpus::recordings(&path);
    more.retain(|shared| {
        own.iter()
            .all(|own| own.name != shared.name || own.body != shared.body)
    });
    println!("{} recordings that are not copied here", more.len());
    split_all(&more);
}

fn split_all(recordings: &[Recording]) {
    let mut splits = 0;
    for Recording { name, body } in recordings {
        let whole = corpus::read([body.as_slice()]);
        for size in [1, 2, 3, 7, 64, 1000] {
            assert_eq!(corpus::read(body.chunks(size)), whole, "{name}: by {size}");
        }
        splits += split_in_two(name, body, &whole);
    }
    println!("{} recordings, {splits} two-way splits", recordings.len());
}

/// Splits a short body at every byte, and a long one at some bytes and around every line ending.
/// Returns the number of splits.
fn split_in_two(name: &str, body: &[u8], whole: &[Item]) -> usize {
    let near_line_end =
        |at: usize| body[at.saturating_sub(2)..body.len().min(at + 1)].contains(&b'\n');
    let mut splits = 0;
    for at in 0..=body.len() {
        if body.len() <= SHORT || at % 199 == 0 || near_line_end(at) {
            let (head, tail) = body.split_at(at);
            assert_eq!(corpus::read([head, tail]), whole, "{name}: split at {at}");
            splits += 1;
        }
    }
    splits
}
