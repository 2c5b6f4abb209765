//! Long lists and rows of buttons are one stop of the Tab key each; arrow keys move inside.
//!
//! A conversation of thirty turns has hundreds of controls. The Tab key goes to those of one turn: the
//! one with the focus, else the last. It goes to one prompt of the queue, and to one button of each
//! toolbar, as the ARIA Authoring Practices have it for toolbars.
//!
//! What is in a turn is written by a model and drawn by any component. So no component knows of this:
//! while the browser looks for the next stop, what is not one is `inert`.
//!
//! Not responsible for the keys that go from turn to turn (see the transcript).

use std::cell::RefCell;
use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement, KeyboardEvent};

use super::focus::active_element;
use super::{Listener, keep};

/// Marks the row that had the focus last. A component marks the button that a toolbar begins with, if
/// that is not the first.
const MARK: &str = "data-stop";

/// Rows of which one is a stop. Selectors, because rows are drawn by any component.
struct Group {
    around: &'static str,
    row: &'static str,
    /// Rows with such a thing are stops too: something in them waits for the person.
    waits: Option<&'static str>,
    /// Whether the last row is the stop while the focus is elsewhere. Otherwise it is the row that had
    /// the focus last, and at first the first.
    last: bool,
}

const GROUPS: [Group; 3] = [
    Group {
        around: ".mt-turns",
        row: ".mt-turn",
        // The check boxes of a list that a model wrote are disabled, and wait for no one.
        waits: Some(".mt-card, .mt-approval, textarea, input:enabled"),
        last: true,
    },
    QUEUE,
    TOOLBAR,
];

const QUEUE: Group = Group {
    around: ".mt-queue__list",
    row: ".mt-queue__item",
    waits: Some("textarea"),
    last: false,
};

const TOOLBAR: Group = Group {
    around: "[role=toolbar]",
    row: "button:not(:disabled)",
    waits: None,
    last: false,
};

/// A menu in a toolbar, which has keys of its own.
const MENU: &str = "[role=menu]";

/// Makes lists and toolbars inside `root` one stop each, until the current owner ends.
pub fn use_stops(root: &Element) {
    let left_out = Rc::<RefCell<Vec<Element>>>::default();
    let listen = |kind, capture, call: Box<dyn FnMut(Event)>| {
        keep(Listener::new(root, kind, capture, call));
    };
    let (within, out) = (root.clone(), left_out.clone());
    let tab = move |event: Event| {
        let event: &KeyboardEvent = event.unchecked_ref();
        // WebKit on Linux names Shift+Tab by its code alone.
        if event.key() == "Tab" || event.code() == "Tab" {
            restore(&out);
            let others = GROUPS.iter().flat_map(|group| group.others(&within));
            let others: Vec<Element> = others.collect();
            for element in &others {
                let _ = element.set_attribute("inert", "");
            }
            *out.borrow_mut() = others;
        }
    };
    listen("keydown", true, Box::new(tab));
    // The browser has found the next stop, or the key does something else.
    for kind in ["focusout", "keyup"] {
        let out = left_out.clone();
        listen(kind, true, Box::new(move |_| restore(&out)));
    }
    listen("focusin", false, Box::new(|event| remember(&event)));
    listen("keydown", false, Box::new(|event| walk(&event)));
}

fn restore(left_out: &RefCell<Vec<Element>>) {
    for element in left_out.take() {
        let _ = element.remove_attribute("inert");
    }
}

impl Group {
    /// The rows inside `root` that are no stop now.
    fn others(&self, root: &Element) -> Vec<Element> {
        let focused = active_element(root);
        let others = all(root, self.around).into_iter().flat_map(|around| {
            let mut rows = self.rows(&around);
            let has_focus = |row: &Element| row.contains(focused.as_deref());
            let place = rows.iter().position(has_focus).or_else(|| {
                let marked = rows.iter().position(|row| row.has_attribute(MARK));
                let end = if self.last {
                    rows.len().checked_sub(1)
                } else {
                    Some(0)
                };
                marked.filter(|_| !self.last).or(end)
            });
            if let Some(place) = place.filter(|place| *place < rows.len()) {
                rows.remove(place);
            }
            rows
        });
        others.filter(|row| !self.is_waiting(row)).collect()
    }

    fn rows(&self, around: &Element) -> Vec<Element> {
        let mut rows = all(around, self.row);
        rows.retain(|row| row.closest(MENU).ok().flatten().is_none() && is_drawn(row));
        rows
    }

    fn is_waiting(&self, row: &Element) -> bool {
        self.waits
            .is_some_and(|what| matches!(row.query_selector(what), Ok(Some(_))))
    }
}

/// Notes which row of each group has the focus.
fn remember(event: &Event) {
    let Some(target) = target_of(event) else {
        return;
    };
    for group in GROUPS.iter().filter(|group| !group.last) {
        let row = target.closest(group.row).ok().flatten();
        let around = target.closest(group.around).ok().flatten();
        if let (Some(row), Some(around)) = (row, around) {
            for old in all(&around, group.row) {
                let _ = old.remove_attribute(MARK);
            }
            let _ = row.set_attribute(MARK, "");
        }
    }
}

/// Left, right, Home and End move in a toolbar, up and down from prompt to prompt of the queue. In a
/// narrow queue these open a prompt's menu: with Alt they go on.
fn walk(event: &Event) {
    let event: &KeyboardEvent = event.unchecked_ref();
    let modified = event.ctrl_key() || event.meta_key() || event.shift_key();
    let Some(target) = target_of(event).filter(|_| !modified && !event.default_prevented()) else {
        return;
    };
    let closest = |selector| target.closest(selector).ok().flatten();
    let by = match event.key().as_str() {
        "ArrowUp" => Some(-1),
        "ArrowDown" => Some(1),
        _ => None,
    };
    if let (Some(by), Some(row)) = (by, closest(QUEUE.row)) {
        if closest("textarea, [role=menu]").is_none()
            && let Some(button) = beside(&row, &target, by)
        {
            event.prevent_default();
            let _ = button.focus();
        }
        return;
    }
    if event.alt_key() {
        return;
    }
    let Some(toolbar) = closest(TOOLBAR.around).filter(|_| closest(MENU).is_none()) else {
        return;
    };
    let buttons = TOOLBAR.rows(&toolbar);
    let place = buttons
        .iter()
        .position(|button| button.contains(Some(&target)));
    let is_rtl = closest("[dir=ltr], [dir=rtl]")
        .is_some_and(|around| around.get_attribute("dir").as_deref() == Some("rtl"));
    let to = place.and_then(|place| step(&event.key(), is_rtl, place, buttons.len()));
    if let Some(button) = to.and_then(|to| buttons.get(to)) {
        event.prevent_default();
        let _ = button.unchecked_ref::<HtmlElement>().focus();
    }
}

/// The button in the row before or after this one, at the place that `target` has in its own row.
fn beside(row: &Element, target: &Element, by: isize) -> Option<HtmlElement> {
    let rows = QUEUE.rows(&row.closest(QUEUE.around).ok().flatten()?);
    let place = rows.iter().position(|held| held == row)?;
    let next = rows.get(place.checked_add_signed(by)?)?;
    // A long text has a button of its own, which other rows may not have.
    let buttons = |row: &Element| {
        let toolbar = row.query_selector(TOOLBAR.around).ok().flatten();
        TOOLBAR.rows(toolbar.as_ref().unwrap_or(row))
    };
    let place = buttons(row).iter().position(|held| held == target);
    let buttons = buttons(next);
    let button = buttons.get(place.unwrap_or(0)).or_else(|| buttons.last())?;
    Some(button.clone().unchecked_into())
}

/// Where a key leads from a place in a toolbar; `None` for other keys. It stops at the ends.
fn step(key: &str, is_rtl: bool, place: usize, count: usize) -> Option<usize> {
    let last = count.checked_sub(1)?;
    match (key, is_rtl) {
        ("ArrowRight", false) | ("ArrowLeft", true) => Some((place + 1).min(last)),
        ("ArrowLeft", false) | ("ArrowRight", true) => Some(place.saturating_sub(1)),
        ("Home", _) => Some(0),
        ("End", _) => Some(last),
        _ => None,
    }
}

fn target_of(event: &Event) -> Option<Element> {
    event.target().and_then(|target| target.dyn_into().ok())
}

fn is_drawn(element: &Element) -> bool {
    let place = element.get_bounding_client_rect();
    place.width() > 0.0 && place.height() > 0.0
}

fn all(around: &Element, selector: &str) -> Vec<Element> {
    let Ok(found) = around.query_selector_all(selector) else {
        return Vec::new();
    };
    (0..found.length())
        .filter_map(|place| found.get(place)?.dyn_into().ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::step;

    #[test]
    fn arrow_keys_follow_the_direction_of_the_text() {
        assert_eq!(step("ArrowRight", false, 0, 3), Some(1));
        assert_eq!(step("ArrowRight", false, 2, 3), Some(2));
        assert_eq!(step("ArrowLeft", true, 0, 3), Some(1));
        assert_eq!(step("ArrowRight", true, 1, 3), Some(0));
        assert_eq!(step("Home", false, 2, 3), Some(0));
        assert_eq!(step("End", true, 0, 3), Some(2));
        assert_eq!(step("ArrowUp", false, 1, 3), None);
        assert_eq!(step("End", false, 0, 0), None);
    }
}
