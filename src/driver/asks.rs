//! What work in a part of the program has of the driver: requests to the backend, and time.

use std::pin::{Pin, pin};
use std::rc::Rc;

use futures_util::future::{Either, select};
use midturn_core::time::Millis;
use midturn_protocol::call::{Call, Reply};
use midturn_protocol::protocol::Endpoints;

/// Something that comes later.
pub(super) type Coming<T> = Pin<Box<dyn Future<Output = T>>>;

/// Requests to the backend, and time.
pub(super) trait Asks {
    /// The URLs of the backend.
    fn endpoints(&self) -> Endpoints;

    /// Sends a request whose reply is read whole; `None` if no response came.
    fn ask(self: Rc<Self>, call: Call) -> Coming<Option<Reply>>;

    /// Waits this long.
    fn sleep(self: Rc<Self>, ms: Millis) -> Coming<()>;
}

/// Waits for `work` until `end` at most; `None` if that was too short.
pub(super) async fn within<T>(
    end: impl Future<Output = ()>,
    work: impl Future<Output = T>,
) -> Option<T> {
    match select(pin!(work), pin!(end)).await {
        Either::Left((done, _)) => Some(done),
        Either::Right(_) => None,
    }
}
