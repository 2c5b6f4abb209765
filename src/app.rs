//! The composition root: the only module that uses both the driver (with protocol and transport)
//! and the components (with state).
//!
//! Both the standalone page and the element use it.

#![expect(
    unreachable_pub,
    reason = "what `#[component]` makes of the props of a private component is public"
)]

mod archive;
mod crash;
mod debugging;
mod files;
mod frame;
mod protocols;
mod session;
mod view;

pub use crash::report_crashes;
pub use frame::Frame;
pub use session::{Chosen, Session};

use crate::i18n::Locale;

/// The first of the browser's languages that the interface supports.
pub fn browser_locale() -> Locale {
    let languages = web_sys::window().map(|window| window.navigator().languages());
    let tags = languages
        .iter()
        .flat_map(js_sys::Array::iter)
        .filter_map(|tag| tag.as_string());
    Locale::negotiate(tags)
}
