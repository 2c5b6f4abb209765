//! A handle that ends something when it is dropped, such as a request or a timer.

/// Calls a closure when dropped, for example to abort a request or clear a timer.
#[must_use = "dropping it ends what it stands for"]
pub struct OnDrop(Option<Box<dyn FnOnce()>>);

impl OnDrop {
    /// A handle that calls `end` when dropped.
    pub fn new(end: impl FnOnce() + 'static) -> Self {
        Self(Some(Box::new(end)))
    }
}

impl Drop for OnDrop {
    fn drop(&mut self) {
        if let Some(end) = self.0.take() {
            end();
        }
    }
}
