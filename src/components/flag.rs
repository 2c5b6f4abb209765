//! Values of ARIA's `true` or `false` attributes.

/// The attribute value of a boolean, as in ARIA.
pub fn flag(value: bool) -> &'static str {
    if value { "true" } else { "false" }
}
