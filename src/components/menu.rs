//! A menu: opens above or below its opener, and is operated with the arrow keys.
//!
//! Not responsible for its entries, which are buttons with a menu item's role.

use leptos::html::{Button, Div};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent};

use crate::components::icon::{Icon, IconName};
use crate::components::{Surface, flag};
use crate::hooks::{Ime, after_frame, focus_within, focused, use_dismiss};

/// What opens and closes a menu.
#[derive(Clone, Copy)]
pub struct Opening {
    /// The opener and the menu.
    pub around: NodeRef<Div>,
    pub opener: NodeRef<Button>,
    pub open: RwSignal<bool>,
}

impl Opening {
    pub fn new() -> Self {
        Self {
            around: NodeRef::new(),
            opener: NodeRef::new(),
            open: RwSignal::new(false),
        }
    }

    /// Closes the menu and gives the focus back.
    pub fn close(&self) {
        self.open.set(false);
        if let Some(opener) = self.opener.get_untracked() {
            let _ = opener.focus();
        }
    }

    pub fn toggle(&self) {
        self.open.update(|open| *open = !*open);
    }

    /// Opens the menu with an arrow key on the opener.
    pub fn pressed(&self, event: &KeyboardEvent) {
        // With Alt, these keys go on in a list.
        if matches!(event.key().as_str(), "ArrowDown" | "ArrowUp") && !event.alt_key() {
            event.prevent_default();
            self.open.set(true);
        }
    }
}

/// The button with three dots that opens a menu of further actions.
#[component]
pub fn MoreButton(
    opening: Opening,
    /// The accessible name.
    #[prop(into)]
    label: Signal<String>,
    title: &'static str,
    /// The button's `data-testid`, if it has one.
    #[prop(optional)]
    testid: Option<&'static str>,
    /// Whether it is as low as a line of text.
    #[prop(optional)]
    small: bool,
) -> impl IntoView {
    view! {
        <button
            type="button"
            class="mt-button mt-button--icon mt-button--quiet"
            class:mt-button--small=small
            data-testid=testid
            aria-label=label
            title=title
            aria-haspopup="menu"
            aria-expanded=move || flag(opening.open.get())
            node_ref=opening.opener
            on:click=move |_| opening.toggle()
            on:keydown=move |event| opening.pressed(&event)
        >
            <Icon name=IconName::More/>
        </button>
    }
}

/// The menu, with its entries.
#[component]
pub fn Menu(
    opening: Opening,
    /// The accessible name.
    #[prop(into)]
    label: String,
    /// Whether the menu begins where its opener begins. Else it ends where its opener ends.
    #[prop(optional)]
    at_start: bool,
    /// Whether the menu is below its opener. Else it is above it.
    #[prop(optional)]
    below: bool,
    children: Children,
) -> impl IntoView {
    let Opening {
        around,
        opener: _,
        open,
    } = opening;
    let menu = NodeRef::<Div>::new();
    // Escape pressed on the opener closes the menu too.
    Surface::get().escape_owners.register(around);
    let pressed = move |event: KeyboardEvent| {
        let key = event.key();
        if key == "Tab" {
            opening.close();
            return;
        }
        let modified = event.ctrl_key() || event.meta_key() || event.alt_key();
        let Some(menu) = menu.get_untracked().filter(|_| !modified) else {
            return;
        };
        let items: Vec<Element> = items_of(&menu).collect();
        let focused = focused(Some(&menu));
        let place = items.iter().position(|item| focused.as_ref() == Some(item));
        let names = items.iter().map(|item| item.text_content());
        let names: Vec<String> = names.map(Option::unwrap_or_default).collect();
        if let Some(to) = to(&key, &names, place.unwrap_or(0)) {
            event.prevent_default();
            let _ = items[to].unchecked_ref::<HtmlElement>().focus();
        }
    };
    Effect::new(move || {
        let (Some(around), Some(menu)) = (around.get(), menu.get()) else {
            return;
        };
        // `around` contains the opener, because a press on the opener closes the menu by itself. A
        // press elsewhere has already moved the focus, which then stays there.
        let left = around.clone();
        use_dismiss(
            &around,
            None,
            &Ime::new(),
            || true,
            move || {
                if focus_within(&left) {
                    opening.close();
                } else {
                    open.set(false);
                }
            },
        );
        after_frame(move || focus(&menu));
    });
    view! {
        <div
            class="mt-menu"
            part="menu"
            class=("mt-menu--start", at_start)
            class=("mt-menu--below", below)
            role="menu"
            aria-label=label
            node_ref=menu
            on:keydown=pressed
        >
            {children()}
        </div>
    }
}

/// An entry that an embedder adds to a menu.
#[derive(Clone, Debug)]
pub struct OwnItem {
    /// What it says.
    pub title: String,
    /// Its icon, if it has one.
    pub icon: Option<IconName>,
    /// What the embedder calls it.
    pub id: String,
}

/// An entry of a menu, which does something.
#[component]
pub fn MenuItem(
    #[prop(into)] icon: Option<IconName>,
    #[prop(into)] name: String,
    press: Callback<()>,
    /// The entry's `data-testid`, if it has one.
    #[prop(optional)]
    testid: Option<&'static str>,
) -> impl IntoView {
    view! {
        <button
            type="button"
            class="mt-menu__item"
            part="menu-item"
            role="menuitem"
            tabindex="-1"
            data-testid=testid
            on:click=move |_| press.run(())
        >
            {icon.map(|name| view! { <Icon name/> })}
            <span dir="auto">{name}</span>
        </button>
    }
}

/// Moves the focus by `by` entries, wrapping at the ends.
/// The entry that a key leads to, from the one at `place`; `None` for other keys. A letter leads to the next
/// entry that begins with it.
fn to(key: &str, names: &[String], place: usize) -> Option<usize> {
    let count = names.len();
    let last = count.checked_sub(1)?;
    let after = |by: usize| (place + by) % count;
    match key {
        "ArrowDown" => Some(after(1)),
        "ArrowUp" => Some(after(last)),
        "Home" => Some(0),
        "End" => Some(last),
        _ => {
            let mut letters = key.chars();
            let letter = letters.next().filter(|_| letters.next().is_none())?;
            let is_named = |at: &usize| {
                let first = names[*at].trim_start().chars().next();
                first.is_some_and(|first| first.to_lowercase().eq(letter.to_lowercase()))
            };
            (letter != ' ')
                .then(|| (1..=count).map(after).find(is_named))
                .flatten()
        }
    }
}

fn items_of(menu: &Element) -> impl Iterator<Item = Element> {
    let items = menu.children();
    (0..items.length()).filter_map(move |at| items.item(at))
}

/// Focuses the first entry that is marked or has a checkbox, else the first entry.
fn focus(menu: &Element) {
    // Selectors, because an entry's role and mark are in its attributes.
    let wanted = "[aria-checked=true], [role=menuitemcheckbox]";
    let find = |selector: &str| menu.query_selector(selector).ok().flatten();
    if let Some(item) = find(wanted).or_else(|| find("[role^=menuitem]")) {
        let _ = item.unchecked_into::<HtmlElement>().focus();
    }
}

#[cfg(test)]
mod tests {
    use super::to;

    #[test]
    fn keys_lead_to_entries() {
        let names = ["Rename", "Export", "Éditer", " Delete"].map(str::to_owned);
        for (key, place, expected) in [
            ("ArrowDown", 3, Some(0)),
            ("ArrowUp", 0, Some(3)),
            ("Home", 2, Some(0)),
            ("End", 0, Some(3)),
            ("d", 0, Some(3)),
            ("É", 0, Some(2)),
            ("r", 0, Some(0)),
            ("x", 0, None),
            (" ", 0, None),
            ("Enter", 0, None),
        ] {
            assert_eq!(to(key, &names, place), expected, "{key} {place}");
        }
        assert_eq!(to("End", &[], 0), None);
    }
}
