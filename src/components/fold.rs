//! A long text of the person: its beginning, and a button that shows all of it. What is long is counted
//! in the transcript, and measured where a style sheet cuts it.
//!
//! Not responsible for the text itself. All of it is in the page, so that it is found, selected,
//! copied and printed whole.

use leptos::html::Div;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{
    Element, Event, HtmlElement, MouseEvent, ScrollIntoViewOptions, ScrollLogicalPosition,
};

use super::{Ui, flag};
use crate::hooks::{SetIfNew, after_frame, use_resize};
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

/// A text of the person, folded for as long as it is long.
#[component]
pub fn Fold(
    /// The text.
    #[prop(into)]
    text: Signal<String>,
    /// The text as it is drawn: one element.
    children: Children,
) -> impl IntoView {
    let scroll = Ui::get().scroll;
    let long = Memo::new(move |_| text.with(|text| Long::of(text)));
    let pressed = Callback::new(move |press: Press| {
        // What is read stays where it is; of what goes, the button does.
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

/// A text that the style sheet cuts after some lines, folded for as long as something of it is cut.
#[component]
pub fn CutFold(
    /// The text.
    #[prop(into)]
    text: Signal<String>,
    /// The text as it is drawn: one element.
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
                let is_cut = measured.scroll_height() > measured.client_height() + 1;
                let amount = || text.with_untracked(|text| Long::amount(text));
                long.set_if_new(is_cut.then(amount));
            }
        });
    });
    let pressed = Callback::new(|press: Press| {
        // What was below a long text has moved up by then.
        after_frame(move || {
            let nearest = ScrollIntoViewOptions::new();
            nearest.set_block(ScrollLogicalPosition::Nearest);
            let button = press.button;
            button.scroll_into_view_with_scroll_into_view_options(&nearest);
        });
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
    /// All is about to be shown.
    opens: bool,
}

/// The fold around a text.
#[component]
fn Foldable(
    /// How much there is to fold, if anything.
    #[prop(into)]
    long: Signal<Option<Long>>,
    /// All of it is shown.
    open: RwSignal<bool>,
    /// Is told of a press before it does something.
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
        // What the browser itself has found or selected further down is shown.
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
