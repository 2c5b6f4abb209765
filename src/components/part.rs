//! A component that is a part of the program: nothing until that is there.
//!
//! Not responsible for what is in it (see [`crate::part`]).

use leptos::prelude::*;
use leptos::task::spawn_local_scoped;

use super::Ui;
use crate::part::{Loading, Make};

/// A component of a part: nothing until the part is there. Where it could not be fetched, it says so,
/// with a way to try again.
#[component]
pub fn Part<P: 'static>(
    /// Loads it.
    load: fn() -> Loading<Make<P>>,
    /// What the component is given.
    props: Callback<(), P>,
) -> impl IntoView {
    let texts = Ui::get().texts;
    let state = RwSignal::new(State::Loading);
    let ask = move || {
        state.set(State::Loading);
        spawn_local_scoped(async move {
            let loaded = load().await.map_or(State::Failed, State::Here);
            // What asked for it may be gone.
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
                <p class="mt-part" role="alert">
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

/// How far it is.
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
