//! The handle of something under way: dropping it ends that.
//!
//! Not responsible for what is ended, nor for waiting until it is.

/// Calls a closure when it is dropped: aborts a request, clears a timer.
#[must_use = "dropping it ends what it stands for"]
pub struct OnDrop(Option<Box<dyn FnOnce()>>);

impl OnDrop {
    /// A handle that calls `end` when it is dropped.
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
