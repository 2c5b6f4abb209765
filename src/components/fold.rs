//! Folds a long text of the person: shows its beginning, and a button for the rest. [`Fold`]
//! estimates the length by counting lines and characters. [`CutFold`] measures whether the style
//! sheet cuts the text.
//!
//! All of the text is in the DOM, so that it can be found, selected, copied and printed.

use leptos::html::Div;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement, MouseEvent};

use super::{Ui, flag};
use crate::hooks::{SetIfNew, after_frame, reveal, use_resize};
use crate::i18n::Catalogue;

/// A text that takes more lines than this is folded.
const LINES: usize = 24;

/// The estimated number of characters in a line.
const WIDTH: usize = 64;

/// Whether a text is long enough to be folded.
pub fn is_long(text: &str) -> bool {
    Long::of(text).is_some()
}

/// How long a long text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Long {
    /// The number of its lines.
    Lines(usize),
    /// A text of few, long lines: the number of its characters.
    Characters(usize),
}

impl Long {
    /// `None` for a text that is not long.
    fn of(text: &str) -> Option<Self> {
        let text = text.trim_end();
        // A text of this many bytes or fewer cannot be long, so that no counting is needed.
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

    /// The length of a cut text: its lines, or its characters if it has only one or two lines.
    fn amount(text: &str) -> Self {
        let text = text.trim_end();
        match text.lines().count() {
            0..=2 => Self::Characters(text.chars().count()),
            lines => Self::Lines(lines),
        }
    }

    fn name(self, texts: &Catalogue) -> String {
        match self {
            Self::Lines(lines) => texts.reading.fold_lines(lines),
            Self::Characters(characters) => texts.reading.fold_characters(characters),
        }
    }
}

/// A text of the person, folded while it is long.
#[component]
pub fn Fold(
    /// The text.
    #[prop(into)]
    text: Signal<String>,
    /// The drawn text: one element.
    children: Children,
) -> impl IntoView {
    let scroll = Ui::get().scroll;
    let long = Memo::new(move |_| text.with(|text| Long::of(text)));
    let pressed = Callback::new(move |press: Press| {
        // Keep the text in place while it opens, and the button while it closes.
        scroll.pin(if press.opens {
            &press.fold
        } else {
            &press.button
        });
    });
    view! {
        <Foldable long open=RwSignal::new(false) pressed>
            {children()}
        </Foldable>
    }
}

/// A text that the style sheet cuts after some lines, folded while part of it is cut.
#[component]
pub fn CutFold(
    /// The text.
    #[prop(into)]
    text: Signal<String>,
    /// The drawn text: one element.
    children: Children,
) -> impl IntoView {
    let (open, long) = (RwSignal::new(false), RwSignal::new(None));
    let root = NodeRef::<Div>::new();
    Effect::new(move || {
        let Some(drawn) = root.get().and_then(|root| root.first_element_child()) else {
            return;
        };
        let measured = drawn.clone();
        use_resize(&drawn, move || {
            if !open.get_untracked() {
                // In little width the text is cut at the end of its line.
                let is_cut = measured.scroll_height() > measured.client_height() + 1
                    || measured.scroll_width() > measured.client_width() + 1;
                let amount = || text.with_untracked(|text| Long::amount(text));
                long.set_if_new(is_cut.then(amount));
            }
        });
    });
    let pressed = Callback::new(|press: Press| {
        // Closing a long text moves everything below it up, so the button may be out of view.
        after_frame(move || reveal(&press.button));
    });
    view! {
        <Foldable long open pressed root>
            {children()}
        </Foldable>
    }
}

/// A press of a fold's button.
struct Press {
    fold: Element,
    button: Element,
    /// Whether the press opens the fold.
    opens: bool,
}

/// The fold around a text.
#[component]
fn Foldable(
    /// The length of the text, if it is long enough to fold.
    #[prop(into)]
    long: Signal<Option<Long>>,
    /// Whether the fold is open.
    open: RwSignal<bool>,
    /// Called before a press takes effect.
    pressed: Callback<Press>,
    /// The fold itself.
    #[prop(optional)]
    root: NodeRef<Div>,
    children: Children,
) -> impl IntoView {
    let texts = Ui::get().texts;
    let folded = move || long.with(Option::is_some) && !open.get();
    let scrolled = move |event: Event| {
        let shown = event
            .target()
            .and_then(|target| target.dyn_into::<Element>().ok());
        let around = shown.as_ref().and_then(|held| held.parent_element());
        // The browser's own search or selection has scrolled the cut text: open the fold.
        if let (Some(shown), Some(fold)) = (shown, around)
            && fold.class_list().contains("mt-fold")
            && shown.scroll_top() > 0
        {
            unfold(&fold);
            shown.set_scroll_top(0);
        }
    };
    let press = move |event: MouseEvent| {
        let opens = !open.get_untracked();
        let button = event
            .current_target()
            .and_then(|button| button.dyn_into::<Element>().ok());
        let fold = button.as_ref().and_then(|held| held.parent_element());
        if let (Some(fold), Some(button)) = (fold, button) {
            pressed.run(Press {
                fold,
                button,
                opens,
            });
        }
        open.set(opens);
    };
    let name = move || match long.get() {
        _ if open.get() => texts.reading.fold_less.to_owned(),
        Some(long) => long.name(texts),
        None => String::new(),
    };
    view! {
        <div
            class="mt-fold"
            data-folded=folded
            data-open=open
            node_ref=root
            on:scroll:capture=scrolled
        >
            {children()}
            <Show when=move || long.with(Option::is_some)>
                <button
                    type="button"
                    class="mt-fold__more"
                    data-testid="fold"
                    aria-expanded=move || flag(open.get())
                    on:click=press
                >
                    {name}
                </button>
            </Show>
        </div>
    }
    .into_any()
}

/// The button of a fold.
const BUTTON: &str = ":scope > .mt-fold__more";

/// Opens the fold around an element, if it is closed. A selector, because the search found the
/// element in the text, and knows no component.
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
        // At once, because the caller measures the text next.
        let _ = fold.remove_attribute("data-folded");
    }
}

#[cfg(test)]
mod tests {
    use super::Long;

    #[test]
    fn a_text_is_long_if_it_takes_more_lines_than_the_limit() {
        assert_eq!(Long::of("a word"), None);
        assert_eq!(Long::of(&"a\n".repeat(24)), None);
        assert_eq!(Long::of(&"a\n".repeat(25)), Some(Long::Lines(25)));
        assert_eq!(Long::of(&"word ".repeat(300)), None);
        let long = "word ".repeat(400);
        assert_eq!(Long::of(&long), Some(Long::Characters(1999)));
        assert_eq!(Long::of(&"é".repeat(1537)), Some(Long::Characters(1537)));
    }

    #[test]
    fn a_cut_text_is_measured_in_characters_if_it_has_few_lines() {
        assert_eq!(Long::amount("a\nb\nc\n"), Long::Lines(3));
        assert_eq!(
            Long::amount("a long line\nand another"),
            Long::Characters(23)
        );
    }
}
