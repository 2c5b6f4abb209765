//! Version 4 UUIDs from random bytes (RFC 9562, section 5.4).

/// The UUID made from these random bytes, as text.
#[cfg(any(test, target_arch = "wasm32"))]
fn of_random(mut bytes: [u8; 16]) -> String {
    bytes[6] = bytes[6] & 0x0f | 0x40;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let mut text = String::with_capacity(36);
    for (place, byte) in bytes.iter().enumerate() {
        if matches!(place, 4 | 6 | 8 | 10) {
            text.push('-');
        }
        for digit in [byte >> 4, byte & 15] {
            text.push(char::from_digit(u32::from(digit), 16).unwrap_or('0'));
        }
    }
    text
}

/// An id that nothing else has. Made by hand: `crypto.randomUUID` exists in secure contexts only.
#[cfg(target_arch = "wasm32")]
pub fn fresh() -> String {
    let mut bytes = [0u8; 16];
    let filled = web_sys::window()
        .and_then(|window| window.crypto().ok())
        .and_then(|crypto| crypto.get_random_values_with_u8_array(&mut bytes).ok());
    if filled.is_none() {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        bytes.fill_with(|| (js_sys::Math::random() * 256.0) as u8);
    }
    of_random(bytes)
}

#[cfg(test)]
mod tests {
    use super::of_random;

    #[test]
    fn the_version_and_variant_are_set_and_the_rest_is_kept() {
        assert_eq!(
            of_random([0xff; 16]),
            "ffffffff-ffff-4fff-bfff-ffffffffffff"
        );
        assert_eq!(of_random([0; 16]), "00000000-0000-4000-8000-000000000000");
        let counted = std::array::from_fn(|place| u8::try_from(place).unwrap());
        assert_eq!(of_random(counted), "00010203-0405-4607-8809-0a0b0c0d0e0f");
    }
}
