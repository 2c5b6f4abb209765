//! A component in a part of the program that is loaded on demand.
//!
//! Not responsible for the loading itself (see [`crate::part`]).

use std::pin::Pin;
use std::rc::Rc;

use futures_util::FutureExt;
use leptos::prelude::*;
use leptos::task::{spawn_local, spawn_local_scoped};

use super::Surface;
use crate::part::{Loading, Make};

/// Draws the loaded component. The part stays in memory, so it can be drawn again.
type Draw = Rc<dyn Fn() -> AnyView>;

/// Loads the part.
type Load = Rc<dyn Fn() -> Pin<Box<dyn Future<Output = Option<Draw>>>>>;

/// A component of a part. Draws nothing until the part is loaded; a loaded part is drawn at once. If the
/// part cannot be fetched, shows an error with a button to try again.
#[component]
pub fn Part<P: 'static>(
    /// Loads the part.
    load: fn() -> Loading<Make<P>>,
    /// Makes the component's props.
    props: Callback<(), P>,
) -> impl IntoView {
    // As little as possible depends on the type: the rest is in the program once, not once for each
    // component.
    loaded(Rc::new(move || {
        Box::pin(async move {
            let make = load().await.ok()?;
            Some(Rc::new(move || make(props.run(()))) as Draw)
        })
    }))
}

/// Fetches a part ahead of time. If that fails, the component that needs it tries again, and tells
/// the person.
pub(super) fn fetch<T: 'static>(part: Loading<T>) {
    spawn_local(async move {
        let _ = part.await;
    });
}

fn loaded(load: Load) -> AnyView {
    let texts = Surface::get().texts;
    let state = RwSignal::new_local(State::Loading);
    let load = StoredValue::new_local(load);
    let ask = move || {
        let mut loading = load.with_value(|load| load());
        // A part that is in memory is drawn with what is around it: the reader's place is kept for
        // all of it at once, and nothing jumps.
        if let Some(loaded) = (&mut loading).now_or_never() {
            state.set(State::of(loaded));
            return;
        }
        state.set(State::Loading);
        spawn_local_scoped(async move {
            let loaded = loading.await;
            // The component may have been removed meanwhile.
            state.try_set(State::of(loaded));
        });
    };
    ask();
    let draw = move || match state.get() {
        State::Loading => None,
        State::Here(draw) => Some(draw()),
        State::Failed => {
            let again = move |_| ask();
            let said = view! {
                <p class="mt-missing-part" part="notice" role="alert">
                    {texts.part_failed}
                    <button type="button" class="mt-button mt-button--small" on:click=again>
                        {texts.try_again}
                    </button>
                </p>
            };
            Some(said.into_any())
        }
    };
    draw.into_any()
}

/// The state of loading.
#[derive(Clone)]
enum State {
    Loading,
    Here(Draw),
    Failed,
}

impl State {
    fn of(loaded: Option<Draw>) -> Self {
        loaded.map_or(Self::Failed, Self::Here)
    }
}
