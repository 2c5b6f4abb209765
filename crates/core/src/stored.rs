//! A rule of the stored form that many types share: a field with its default value is left out.

/// Whether a field has its default value and need not be written.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
