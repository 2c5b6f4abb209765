//! The images that a person agreed to: single ones while the page lives, whole origins for good.
//!
//! Not responsible for asking.

use std::cell::RefCell;

/// Where the origins are kept, one a line, in the browser's local storage.
const KEY: &str = "midturn-images";

/// What a person agreed to.
#[derive(Default)]
pub(super) struct Consent {
    addresses: RefCell<Vec<String>>,
}

impl Consent {
    /// Whether this address may be fetched.
    pub(super) fn has(&self, url: &str) -> bool {
        self.addresses.borrow().iter().any(|held| held == url)
            || origin(url).is_some_and(|origin| stored().lines().any(|held| held == origin))
    }

    /// The person agreed to this address.
    pub(super) fn add(&self, url: &str) {
        self.addresses.borrow_mut().push(url.to_owned());
    }

    /// The person agreed to all images of this address's origin.
    pub(super) fn add_origin(&self, url: &str) {
        self.add(url);
        let Some(origin) = origin(url) else { return };
        let mut origins = stored();
        if !origins.lines().any(|held| held == origin) {
            origins.push_str(&origin);
            origins.push('\n');
            if let Some(storage) = storage() {
                // Where nothing can be stored, it holds for this image.
                let _ = storage.set_item(KEY, &origins);
            }
        }
    }
}

/// The origin of an address that can be an image's; none for any other scheme.
pub(super) fn origin(url: &str) -> Option<String> {
    let url = web_sys::Url::new(url).ok()?;
    // Not by its origin: one of `blob:` has that of a page.
    let address = url.href();
    let web = ["http:", "https:"]
        .iter()
        .any(|begin| address.starts_with(begin));
    web.then(|| url.origin())
}

fn storage() -> Option<web_sys::Storage> {
    web_sys::window()?.local_storage().ok()?
}

fn stored() -> String {
    storage()
        .and_then(|storage| storage.get_item(KEY).ok()?)
        .unwrap_or_default()
}
