//! A long text of the person: its beginning, and a button that shows all of it.
//!
//! Not responsible for the text itself. All of it is in the page, so that it is found, selected,
//! copied and printed whole.

use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement};

use super::{Ui, button};
use crate::dom::{El, el, flag, show};
use crate::i18n::Catalogue;
use crate::reactive::{Signal, effect};

/// A text that would take more lines than this is folded.
const LINES: usize = 24;

/// So many characters fill a line, about.
const WIDTH: usize = 64;

/// Whether a text is long enough to be folded.
pub fn is_long(text: &str) -> bool {
    Long::of(text).is_some()
}

/// How much there is of a text that is long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Long {
    /// So many lines.
    Lines(usize),
    /// Few lines, which are long: so many characters.
    Characters(usize),
}

impl Long {
    /// None for a text that is not long.
    fn of(text: &str) -> Option<Self> {
        let text = text.trim_end();
        // No text of fewer bytes is long, and nearly every text has fewer.
        if text.len() <= LINES {
            return None;
        }
        let lines = text.lines().count();
        let drawn = |line: &str| line.chars().count().div_ceil(WIDTH).max(1);
        if lines > LINES {
            Some(Self::Lines(lines))
        } else if text.lines().map(drawn).sum::<usize>() > LINES {
            Some(Self::Characters(text.chars().count()))
        } else {
            None
        }
    }

    fn name(self, texts: &Catalogue) -> String {
        match self {
            Self::Lines(lines) => (texts.reading.fold_lines)(lines),
            Self::Characters(characters) => (texts.reading.fold_characters)(characters),
        }
    }
}

/// Puts `drawn` into a fold, for as long as `text` is long, of which it is drawn.
pub fn fold(ui: &Ui, drawn: El, text: impl Fn() -> String + 'static) -> El {
    let open = Signal::new(false);
    let long = Signal::new(None);
    let measured = long.clone();
    effect(move || measured.set_if_new(Long::of(&text())));
    let whole = el("div").class("mt-fold");
    let (folded, asked, named) = (long.clone(), long.clone(), long);
    let (shut, told, said) = (open.clone(), open.clone(), open.clone());
    let (root, shown) = (whole.element().clone(), drawn.element().clone());
    let (texts, scroll) = (ui.texts, ui.scroll.clone());
    let found = {
        let (root, shown) = (root.clone(), shown.clone());
        // What the browser itself has found or selected further down is shown.
        move |_: Event| {
            if shown.scroll_top() > 0 {
                unfold(&root);
                shown.set_scroll_top(0);
            }
        }
    };
    let drawn = drawn.on("scroll", found);
    whole
        .live("data-folded", move || folded.get().is_some() && !shut.get())
        .child(drawn)
        .child(show(
            move || asked.with(Option::is_some),
            move || {
                let (root, open, scroll) = (root.clone(), open.clone(), scroll.clone());
                let press = move || {
                    // What is read stays where it is; of what goes, the button does.
                    let pressed = root.query_selector(BUTTON).ok().flatten();
                    let stays = if open.get_untracked() { pressed } else { None };
                    scroll.pin(stays.as_ref().unwrap_or(&root));
                    open.update(|open| *open = !*open);
                };
                let (told, said, named) = (told.clone(), said.clone(), named.clone());
                button("mt-fold__more", press)
                    .attr("data-testid", "fold")
                    .live("aria-expanded", move || flag(told.get()))
                    .live_text(move || {
                        let long = named.get();
                        if said.get() {
                            texts.reading.fold_less.to_owned()
                        } else {
                            long.map_or_else(String::new, |long| long.name(texts))
                        }
                    })
            },
        ))
}

/// The button of a fold.
const BUTTON: &str = ":scope > .mt-fold__more";

/// Shows all of the folded text that something is in.
pub fn unfold_around(element: &Element) {
    if let Ok(Some(fold)) = element.closest(".mt-fold") {
        unfold(&fold);
    }
}

fn unfold(fold: &Element) {
    let found = fold.query_selector(BUTTON).ok().flatten();
    let button = found.and_then(|held| held.dyn_into::<HtmlElement>().ok());
    let folded = fold.has_attribute("data-folded");
    if let Some(button) = button.filter(|_| folded) {
        button.click();
        // At once, for who measures it next.
        let _ = fold.remove_attribute("data-folded");
    }
}

#[cfg(test)]
mod tests {
    use super::Long;

    #[test]
    fn a_text_is_long_by_the_lines_it_takes() {
        assert_eq!(Long::of("a word"), None);
        assert_eq!(Long::of(&"a\n".repeat(24)), None);
        assert_eq!(Long::of(&"a\n".repeat(25)), Some(Long::Lines(25)));
        assert_eq!(Long::of(&"word ".repeat(300)), None);
        let long = "word ".repeat(400);
        assert_eq!(Long::of(&long), Some(Long::Characters(1999)));
        assert_eq!(Long::of(&"é".repeat(1537)), Some(Long::Characters(1537)));
    }
}
