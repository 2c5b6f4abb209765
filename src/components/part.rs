//! A component in a part of the program that is loaded on demand.
//!
//! Not responsible for the loading itself (see [`crate::part`]).

use std::pin::Pin;
use std::rc::Rc;

use futures_util::FutureExt;
use leptos::prelude::*;
use leptos::task::{spawn_local, spawn_local_scoped};

use super::Surface;
use crate::hooks::later;
use crate::part::{Loading, Make};

/// Draws the loaded component. The part stays in memory, so it can be drawn again.
type Draw = Rc<dyn Fn() -> AnyView>;

/// Loads the part.
type Load = Rc<dyn Fn() -> Pin<Box<dyn Future<Output = Option<Draw>>>>>;

/// How long to wait before a quiet part is asked for again, in milliseconds: at first, and at most.
const AGAIN_MS: (u32, u32) = (2_000, 60_000);

/// A component of a part. Draws nothing until the part is loaded; a loaded part is drawn at once. If the
/// part cannot be fetched, shows an error with a button to try again.
#[component]
pub fn Part<P: 'static>(
    /// Loads the part.
    load: fn() -> Loading<Make<P>>,
    /// Makes the component's props.
    props: Callback<(), P>,
    /// Whether nothing is said if the part cannot be fetched: it is asked for again by itself. For
    /// what nobody has asked for.
    #[prop(optional)]
    quiet: bool,
) -> impl IntoView {
    // As little as possible depends on the type: the rest is in the program once, not once for each
    // component.
    let load: Load = Rc::new(move || {
        Box::pin(async move {
            let make = load().await.ok()?;
            Some(Rc::new(move || make(props.run(()))) as Draw)
        })
    });
    loaded(load, quiet)
}

/// Fetches a part ahead of time. If that fails, the component that needs it tries again, and tells
/// the person.
pub(super) fn fetch<T: 'static>(part: Loading<T>) {
    spawn_local(async move {
        let _ = part.await;
    });
}

fn loaded(load: Load, quiet: bool) -> AnyView {
    let texts = Surface::get().texts;
    let state = RwSignal::new_local(State::Loading);
    let wanted = Wanted {
        load: StoredValue::new_local(load),
        state,
        quiet,
    };
    wanted.ask(AGAIN_MS.0);
    let draw = move || match state.get() {
        State::Loading => None,
        State::Here(draw) => Some(draw()),
        State::Failed => {
            let again = move |_| wanted.ask(AGAIN_MS.0);
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

/// A part that is wanted on the page.
#[derive(Clone, Copy)]
struct Wanted {
    load: StoredValue<Load, LocalStorage>,
    state: RwSignal<State, LocalStorage>,
    quiet: bool,
}

impl Wanted {
    /// Loads the part. `wait` is how long a quiet one waits after a failure, in milliseconds.
    fn ask(self, wait: u32) {
        // The component may have been removed while it waited.
        let Some(mut loading) = self.load.try_with_value(|load| load()) else {
            return;
        };
        // A part that is in memory is drawn with what is around it: the reader's place is kept for
        // all of it at once, and nothing jumps.
        if let Some(loaded) = (&mut loading).now_or_never() {
            self.ended(loaded, wait);
            return;
        }
        self.state.set(State::Loading);
        spawn_local_scoped(async move {
            self.ended(loading.await, wait);
        });
    }

    fn ended(self, loaded: Option<Draw>, wait: u32) {
        if self.quiet && loaded.is_none() {
            later(wait, move || self.ask((2 * wait).min(AGAIN_MS.1)));
            return;
        }
        // The component may have been removed meanwhile.
        self.state.try_set(State::of(loaded));
    }
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
