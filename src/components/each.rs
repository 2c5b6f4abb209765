//! A keyed list whose rows are made by one boxed function.
//!
//! Not responsible for what is in a row. Leptos compiles its keyed list anew for every kind of
//! row, about 8 KB each before compression; every list here goes through this one.

use std::sync::Arc;

use leptos::prelude::*;

/// Makes the row of a key; none when there is nothing of that key any more.
pub type Row = Arc<dyn Fn(&str) -> Option<AnyView> + Send + Sync>;

/// A list with one row for each key. A row is made once and moved when its key moves.
#[component]
pub fn Each(
    /// The keys in order, each once.
    #[prop(into)]
    keys: Signal<Vec<String>>,
    /// Makes a row.
    row: Row,
) -> AnyView {
    view! { <For each=move || keys.get() key=String::clone children=move |key| row(&key)/> }
        .into_any()
}
