//! The images that the person agreed to: single images until the page is closed, whole origins
//! permanently.
//!
//! Not responsible for asking the person (see [`image`](super::image)).

use std::cell::RefCell;

use leptos::prelude::*;

/// The local storage key of the agreed origins, one on each line.
const KEY: &str = "midturn-images";

/// The person's consent to images.
#[derive(Default)]
pub(super) struct Consent {
    addresses: RefCell<Vec<String>>,
    /// Notified when an address or an origin is added.
    added: ArcTrigger,
}

impl Consent {
    /// Whether this address may be fetched. Tracks later consent.
    pub(super) fn has(&self, url: &str) -> bool {
        self.added.track();
        self.addresses.borrow().iter().any(|held| held == url)
            || origin(url).is_some_and(|origin| stored().lines().any(|held| held == origin))
    }

    /// Adds the person's consent to this address.
    pub(super) fn add(&self, url: &str) {
        self.addresses.borrow_mut().push(url.to_owned());
        self.added.notify();
    }

    /// Adds the person's consent to all images of this address's origin.
    pub(super) fn add_origin(&self, url: &str) {
        if let (Some(origin), Some(storage)) = (origin(url), storage()) {
            // If the browser cannot store the origin, the consent covers only this address, until
            // the page is closed.
            let _ = storage.set_item(KEY, &with_line(stored(), &origin));
        }
        self.add(url);
    }
}

/// Appends the line, unless the text already contains it.
fn with_line(mut text: String, line: &str) -> String {
    if !text.lines().any(|held| held == line) {
        text.push_str(line);
        text.push('\n');
    }
    text
}

/// The origin of an `http:` or `https:` address; `None` for any other scheme.
pub(super) fn origin(url: &str) -> Option<String> {
    let url = web_sys::Url::new(url).ok()?;
    // Checks the address, not the origin: a `blob:` address has the origin of its page.
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
    fn a_line_that_is_already_in_the_text_is_not_added_again() {
        let once = with_line("a\n".to_owned(), "b");
        assert_eq!(once, "a\nb\n");
        assert_eq!(with_line(once.clone(), "a"), once);
    }
}
