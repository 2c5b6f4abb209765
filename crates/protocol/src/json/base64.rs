//! Bytes as Base64 in JSON.

use base64::display::Base64Display;
use base64::engine::general_purpose::STANDARD;
use serde::{Serialize, Serializer};

/// Bytes that serialize as a Base64 string (RFC 4648, section 4), without an intermediate copy:
/// they may be megabytes.
#[derive(Clone, Copy, Debug)]
pub struct Base64<'a>(pub &'a [u8]);

impl Serialize for Base64<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&Base64Display::new(self.0, &STANDARD))
    }
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use proptest::prelude::*;

    use super::*;
    use crate::json::to_json;

    proptest! {
        #[test]
        fn bytes_are_a_string_of_base64(bytes in any::<Vec<u8>>()) {
            prop_assert_eq!(to_json(&Base64(&bytes)), format!("\"{}\"", STANDARD.encode(&bytes)));
        }
    }
}
