//! A long text of the person: its beginning, and a button that shows all of it. What is long is counted
//! in the transcript, and measured where a style sheet cuts it.
//!
//! Not responsible for the text itself. All of it is in the page, so that it is found, selected,
//! copied and printed whole.

use crate::hooks::SetIfNew;
use leptos::prelude::*;
use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement, ScrollIntoViewOptions, ScrollLogicalPosition};

use super::{Ui, button};
use crate::dom::{El, el, flag, show};
use crate::hooks::effect;
use crate::hooks::{after_frame, use_resize};
use crate::i18n::Catalogue;

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

    /// How much there is of a text that is cut: its lines, or, where those are few, its characters.
    fn amount(text: &str) -> Self {
        let text = text.trim_end();
        match text.lines().count() {
            0..=2 => Self::Characters(text.chars().count()),
            lines => Self::Lines(lines),
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
    let fold = Fold::default();
    let measured = fold.long.clone();
    effect(move || measured.set_if_new(Long::of(&text())));
    let scroll = ui.scroll.clone();
    fold.around(ui, drawn, move |root, pressed, opens| {
        // What is read stays where it is; of what goes, the button does.
        scroll.pin(if opens { root } else { pressed });
    })
}

/// Puts `drawn`, which the style sheet cuts after some lines, into a fold for as long as something of
/// `text` is cut.
pub fn fold_cut(ui: &Ui, drawn: El, text: &str) -> El {
    let fold = Fold::default();
    let (open, long) = (fold.open.clone(), fold.long.clone());
    let (amount, shown) = (Long::amount(text), drawn.element().clone());
    use_resize(drawn.element(), move || {
        if !open.get_untracked() {
            let is_cut = shown.scroll_height() > shown.client_height() + 1;
            long.set_if_new(is_cut.then_some(amount));
        }
    });
    fold.around(ui, drawn, |_, pressed, _| {
        let pressed = pressed.clone();
        // What was below a long text has moved up by then.
        after_frame(move || {
            let nearest = ScrollIntoViewOptions::new();
            nearest.set_block(ScrollLogicalPosition::Nearest);
            pressed.scroll_into_view_with_scroll_into_view_options(&nearest);
        });
    })
}

/// Whether there is something to fold, and whether all of it is shown.
#[derive(Clone, Default)]
struct Fold {
    open: ArcRwSignal<bool>,
    long: ArcRwSignal<Option<Long>>,
}

impl Fold {
    fn is_folded(&self) -> bool {
        self.long.get().is_some() && !self.open.get()
    }

    /// The fold around `drawn`. `moves` is told of a press before it does something: the fold, the
    /// button, and whether all is about to be shown.
    fn around(self, ui: &Ui, drawn: El, moves: impl Fn(&Element, &Element, bool) + 'static) -> El {
        let (texts, moves) = (ui.texts, Rc::new(moves));
        let whole = el("div").class("mt-fold");
        let (root, shown) = (whole.element().clone(), drawn.element().clone());
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
        let (folded, opened, asked) = (self.clone(), self.open.clone(), self.long.clone());
        whole
            .live("data-folded", move || folded.is_folded())
            .live("data-open", move || opened.get())
            .child(drawn.on("scroll", found))
            .child(show(
                move || asked.with(Option::is_some),
                move || {
                    let (fold, told, said) = (self.clone(), self.open.clone(), self.clone());
                    let (root, moves) = (root.clone(), Rc::clone(&moves));
                    let press = move || {
                        let opens = !fold.open.get_untracked();
                        let pressed = root.query_selector(BUTTON).ok().flatten();
                        moves(&root, pressed.as_ref().unwrap_or(&root), opens);
                        fold.open.set(opens);
                    };
                    button("mt-fold__more", press)
                        .attr("data-testid", "fold")
                        .live("aria-expanded", move || flag(told.get()))
                        .live_text(move || {
                            let long = said.long.get();
                            if said.open.get() {
                                texts.reading.fold_less.to_owned()
                            } else {
                                long.map_or_else(String::new, |long| long.name(texts))
                            }
                        })
                },
            ))
    }
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

    #[test]
    fn a_text_that_is_cut_is_counted_by_its_lines_where_it_has_many() {
        assert_eq!(Long::amount("a\nb\nc\n"), Long::Lines(3));
        assert_eq!(
            Long::amount("a long line\nand another"),
            Long::Characters(23)
        );
    }
}
