//! Cuts a body into chunks. Shared by the targets; in a folder, so that it is no target itself.

/// Cuts the body into chunks. The bytes of `lengths` are the chunk lengths, repeated cyclically.
pub(crate) fn chunks<'a>(body: &'a [u8], lengths: &'a [u8]) -> impl Iterator<Item = &'a [u8]> {
    let mut rest = body;
    let mut lengths = lengths.iter().cycle();
    let mut empty_before = false;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let length = lengths.next().map_or(1, |length| usize::from(*length));
        // Chunks may be empty, but not two in a row: with only zero lengths, this would not end.
        let length = length.max(usize::from(empty_before)).min(rest.len());
        empty_before = length == 0;
        let (chunk, tail) = rest.split_at(length);
        rest = tail;
        Some(chunk)
    })
}
