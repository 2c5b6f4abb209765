//! The crash notice: what a person sees after a panic, with a link to reload.
//!
//! The notice is built from plain elements, because no component can be trusted after a panic. It
//! saves nothing: messages are in storage already.

use std::cell::RefCell;
use std::panic::PanicHookInfo;

use web_sys::Element;

use crate::i18n::Catalogue;

thread_local! {
    static PLACES: RefCell<Vec<Place>> = const { RefCell::new(Vec::new()) };
}

/// Where to show the notice, and its texts.
struct Place {
    root: Element,
    texts: &'static Catalogue,
}

/// From now on, a panic shows a notice at the top of `root` while `root` is on the page.
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
    // Nothing can be shown if the panic happened while the list was being changed.
    let _ = PLACES.try_with(|places| {
        if let Ok(places) = places.try_borrow() {
            for place in places.iter() {
                act(place);
            }
        }
    });
}

/// Shows the notice once. Does not move the focus.
fn show(place: &Place) -> Option<()> {
    // A selector, because no component holds the notice.
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
    // Tells the page's router to leave the link to the browser.
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
