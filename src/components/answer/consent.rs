//! The images that a person agreed to: single ones while the page lives, whole origins for good.
//!
//! Not responsible for asking.

use std::cell::RefCell;

use leptos::prelude::*;

/// Where the origins are kept, one a line, in the browser's local storage.
const KEY: &str = "midturn-images";

/// What a person agreed to.
#[derive(Default)]
pub(super) struct Consent {
    addresses: RefCell<Vec<String>>,
    /// Told when there are more.
    added: ArcTrigger,
}

impl Consent {
    /// Whether this address may be fetched. Follows what is agreed to.
    pub(super) fn has(&self, url: &str) -> bool {
        self.added.track();
        self.addresses.borrow().iter().any(|held| held == url)
            || origin(url).is_some_and(|origin| stored().lines().any(|held| held == origin))
    }

    /// The person agreed to this address.
    pub(super) fn add(&self, url: &str) {
        self.addresses.borrow_mut().push(url.to_owned());
        self.added.notify();
    }

    /// The person agreed to all images of this address's origin.
    pub(super) fn add_origin(&self, url: &str) {
        if let (Some(origin), Some(storage)) = (origin(url), storage()) {
            // Where nothing can be stored, it holds for this image.
            let _ = storage.set_item(KEY, &with_line(stored(), &origin));
        }
        self.add(url);
    }
}

/// A text with this line in it.
fn with_line(mut text: String, line: &str) -> String {
    if !text.lines().any(|held| held == line) {
        text.push_str(line);
        text.push('\n');
    }
    text
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_added_once() {
        let once = with_line("a\n".to_owned(), "b");
        assert_eq!(once, "a\nb\n");
        assert_eq!(with_line(once.clone(), "a"), once);
    }
}
