//! Ids on the wire: threads, which must be UUIDs, and the places in a stream, which the core keeps
//! as numbers.

use midturn_core::id::ThreadId;

/// The prime and the basis of the FNV-1a hash of 128 bits.
const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013B;
const BASIS: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;

/// The bits of a place that number the events of one millisecond.
const NUMBER_BITS: u32 = 20;

/// Smaller numbers are places that the server wrote as one number. A place made of a time is above
/// it since 1970 was two months old.
const TIMED: u64 = 1 << 52;

/// The thread's id for the server: the id itself if it is a UUID, else a UUID that is always the
/// same for this id.
pub(super) fn thread(id: &ThreadId) -> String {
    let id = id.as_str();
    if is_uuid(id) {
        return id.to_owned();
    }
    let hash = id.bytes().fold(BASIS, |hash, byte| {
        (hash ^ u128::from(byte)).wrapping_mul(PRIME)
    });
    // The version for made-up layouts (8), and the usual variant.
    let hash = hash & !(0xf << 76) | (0x8 << 76);
    let hash = hash & !(0x3 << 62) | (0x2 << 62);
    let hex = format!("{hash:032x}");
    let parts = [0..8, 8..12, 12..16, 16..20, 20..32].map(|part| hex.get(part).unwrap_or_default());
    parts.join("-")
}

fn is_uuid(id: &str) -> bool {
    let lengths = id.split('-').map(str::len);
    lengths.eq([8, 4, 4, 4, 12])
        && id
            .bytes()
            .all(|byte| byte == b'-' || byte.is_ascii_hexdigit())
}

/// The place of an event id such as `1795358148348-0` as one growing number. `None` for ids of
/// another form.
pub(super) fn place(id: &str) -> Option<u64> {
    let Some((time, number)) = id.split_once('-') else {
        return id.parse().ok().filter(|place| *place < TIMED);
    };
    let (time, number) = (digits(time)?, digits(number)?);
    let place = time.checked_mul(1 << NUMBER_BITS)?.checked_add(number)?;
    (number < 1 << NUMBER_BITS && place >= TIMED).then_some(place)
}

/// The event id at a place.
pub(super) fn id_at(place: u64) -> String {
    if place < TIMED {
        return place.to_string();
    }
    let number = place & ((1 << NUMBER_BITS) - 1);
    format!("{}-{number}", place >> NUMBER_BITS)
}

/// A number without a sign or leading zeros, so that it is written back the same.
fn digits(text: &str) -> Option<u64> {
    let number: u64 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_uuid_stays_and_another_id_becomes_one_that_is_always_the_same() {
        let uuid = "01a203ae-b7c6-748a-b235-4a98fb6c95f9";
        assert_eq!(thread(&uuid.into()), uuid);
        let made = thread(&"my thread".into());
        assert!(is_uuid(&made), "{made}");
        assert_eq!(made.as_bytes()[14], b'8');
        assert!(b"89ab".contains(&made.as_bytes()[19]));
        assert_eq!(made, thread(&"my thread".into()));
        assert_ne!(made, thread(&"my thread2".into()));
    }

    #[test]
    fn a_place_grows_with_the_id_and_gives_it_back() {
        let ids = ["3", "1795358148348-0", "1795358148348-1", "1795358148349-0"];
        let places = ids.map(|id| place(id).unwrap());
        assert!(places.is_sorted());
        assert_eq!(places.map(id_at), ids);
    }

    #[test]
    fn ids_of_another_form_have_no_place() {
        for id in [
            "",
            "x",
            "-1",
            "1-x",
            "01795358148348-0",
            "1795358148348-1048576",
            "1-1",
            "18446744073709551615-0",
            "9007199254740993",
        ] {
            assert_eq!(place(id), None, "{id}");
        }
    }
}
