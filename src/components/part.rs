//! A component in a part of the program that is loaded on demand.
//!
//! Not responsible for the loading itself (see [`crate::part`]).

use leptos::prelude::*;
use leptos::task::spawn_local_scoped;

use super::Ui;
use crate::part::{Loading, Make};

/// A component of a part. Draws nothing until the part is loaded. If the part cannot be fetched,
/// shows an error with a button to try again.
#[component]
pub fn Part<P: 'static>(
    /// Loads the part.
    load: fn() -> Loading<Make<P>>,
    /// Makes the component's props.
    props: Callback<(), P>,
) -> impl IntoView {
    let texts = Ui::get().texts;
    let state = RwSignal::new(State::Loading);
    let ask = move || {
        state.set(State::Loading);
        spawn_local_scoped(async move {
            let loaded = load().await.map_or(State::Failed, State::Here);
            // The component may have been removed meanwhile.
            state.try_set(loaded);
        });
    };
    ask();
    move || match state.get() {
        State::Loading => None,
        State::Here(make) => Some(make(props.run(()))),
        State::Failed => {
            let again = move |_| ask();
            let said = view! {
                <p class="mt-missing-part" role="alert">
                    {texts.part_failed}
                    <button type="button" class="mt-button mt-button--small" on:click=again>
                        {texts.try_again}
                    </button>
                </p>
            };
            Some(said.into_any())
        }
    }
}

/// The state of loading.
enum State<P> {
    Loading,
    Here(Make<P>),
    Failed,
}

impl<P> Clone for State<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for State<P> {}
