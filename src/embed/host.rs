//! The embedder's functions `onEvent` and `onState`, and their calls.

use js_sys::{Function, JSON, Object, Reflect};
use midturn::driver::Host;
use midturn::extra::get;
use midturn_core::id::{RunId, ThreadId};
use wasm_bindgen::{JsCast, JsValue};

/// The embedder's functions.
pub(super) struct GivenHost {
    on_event: Option<Function>,
    on_state: Option<Function>,
}

impl GivenHost {
    /// `None` if the embedder gave neither function.
    pub(super) fn of(given: &JsValue) -> Option<Self> {
        let function = |name| get(given, name).dyn_into::<Function>().ok();
        let (on_event, on_state) = (function("onEvent"), function("onState"));
        (on_event.is_some() || on_state.is_some()).then_some(Self { on_event, on_state })
    }
}

impl Host for GivenHost {
    fn event(&self, thread: &ThreadId, run: &RunId, json: &str) {
        tell(self.on_event.as_ref(), json, thread, Some(run));
    }

    fn state(&self, thread: &ThreadId, json: &str) {
        tell(self.on_state.as_ref(), json, thread, None);
    }
}

/// Calls a function with a value and the ids of its thread and run. An exception is logged to the
/// console and otherwise ignored.
fn tell(function: Option<&Function>, json: &str, thread: &ThreadId, run: Option<&RunId>) {
    let (Some(function), Ok(value)) = (function, JSON::parse(json)) else {
        return;
    };
    let about = Object::new();
    put(&about, "threadId", thread.as_str());
    if let Some(run) = run {
        put(&about, "runId", run.as_str());
    }
    if let Err(error) = function.call2(&JsValue::UNDEFINED, &value, &about) {
        web_sys::console::error_1(&error);
    }
}

fn put(object: &Object, name: &str, value: &str) {
    // Fails only for frozen objects, and this one is not frozen.
    let _ = Reflect::set(object, &JsValue::from_str(name), &JsValue::from_str(value));
}
