//! What a person sees when the program itself fails: a notice with a way to go on.
//!
//! Not responsible for saving; what was said is in storage already. After a panic no component
//! can be trusted, so the notice is built from plain elements.

use std::cell::RefCell;
use std::panic::PanicHookInfo;

use web_sys::Element;

use crate::i18n::Catalogue;

thread_local! {
    static PLACES: RefCell<Vec<Place>> = const { RefCell::new(Vec::new()) };
}

/// Where the notice goes, and in which words.
struct Place {
    root: Element,
    texts: &'static Catalogue,
}

/// From now on, a panic shows a notice at the top of `root`, as long as it is on the page.
pub fn report_crashes(root: &Element, texts: &'static Catalogue) {
    PLACES.with_borrow_mut(|places| {
        if places.is_empty() {
            std::panic::set_hook(Box::new(report));
        }
        places.retain(|place| place.root.is_connected() && place.root != *root);
        places.push(Place {
            root: root.clone(),
            texts,
        });
    });
}

fn report(info: &PanicHookInfo<'_>) {
    web_sys::console::error_1(&info.to_string().into());
    everywhere(show);
}

fn everywhere(act: impl Fn(&Place) -> Option<()>) {
    // A panic while the list is changed has no place to be shown.
    let _ = PLACES.try_with(|places| {
        if let Ok(places) = places.try_borrow() {
            for place in places.iter() {
                act(place);
            }
        }
    });
}

/// Shows the notice once. The focus stays where the person is.
fn show(place: &Place) -> Option<()> {
    if place.root.query_selector(".mt-crash").ok()?.is_some() {
        return None;
    }
    let document = place.root.owner_document()?;
    let notice = document.create_element("div").ok()?;
    notice.set_class_name("mt-notice mt-crash");
    notice.set_attribute("role", "alert").ok()?;
    let text = document.create_element("span").ok()?;
    text.set_text_content(Some(place.texts.notice_crash));
    let again = document.create_element("a").ok()?;
    again.set_class_name("mt-button mt-button--small");
    again.set_attribute("href", "").ok()?;
    // The page's router leaves it to the browser.
    again.set_attribute("rel", "external").ok()?;
    again.set_text_content(Some(place.texts.reload));
    notice.append_child(&text).ok()?;
    notice.append_child(&again).ok()?;
    place
        .root
        .insert_before(&notice, place.root.first_child().as_ref())
        .ok()?;
    Some(())
}
