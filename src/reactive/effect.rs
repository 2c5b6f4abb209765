//! What runs again when a signal that it read has changed.
//!
//! Not responsible for what it does. Everything here ends with the owner it was made under; what
//! an effect makes ends before it runs again. Without an owner, everything here ends at once.

use any_spawner::Executor;
use reactive_graph::effect::RenderEffect;
use reactive_graph::owner::{Owner, on_cleanup};
use reactive_graph::send_wrapper_ext::SendOption;

/// Runs now, and again whenever a signal that it read has changed.
pub fn effect(run: impl FnMut() + 'static) {
    effect_of(Box::new(run));
}

fn effect_of(mut run: Box<dyn FnMut()>) {
    keep(RenderEffect::new(move |_| run()));
}

/// As [`effect`], but first runs when what is being drawn is on the page: for what measures,
/// scrolls or focuses.
pub fn later_effect(run: impl FnMut() + 'static) {
    later_effect_of(Box::new(run));
}

fn later_effect_of(run: Box<dyn FnMut()>) {
    let owner = Owner::current().map(|owner| owner.downgrade());
    Executor::spawn_local(async move {
        // What was drawn may be gone by then.
        if let Some(owner) = owner.and_then(|owner| owner.upgrade()) {
            owner.with(|| effect_of(run));
        }
    });
}

/// Calls back when the current owner ends.
pub fn at_end(call: impl FnOnce() + 'static) {
    let call: Box<dyn FnOnce()> = Box::new(call);
    let call = SendOption::new_local(Some(call));
    on_cleanup(move || {
        if let Some(call) = call.take() {
            call();
        }
    });
}

/// Keeps something until the current owner ends: a listener, a timer, an effect.
pub fn keep(held: impl Sized + 'static) {
    at_end(move || drop(held));
}
