//! The browser's clock and timers.

use js_sys::{Date, Math};
use midturn_core::time::Millis;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

use super::shell::{Clock, Timers};
use crate::transport::OnDrop;

/// The browser's clock and randomness.
#[derive(Clone, Copy, Debug, Default)]
pub struct WebClock;

impl Clock for WebClock {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    fn now_ms(&self) -> Millis {
        Date::now() as Millis
    }

    fn fresh_id(&self) -> String {
        crate::uuid::fresh()
    }

    fn random(&self) -> f64 {
        Math::random()
    }
}

/// The browser's timers.
#[derive(Clone, Copy, Debug, Default)]
pub struct WebTimers;

impl Timers for WebTimers {
    fn after(&self, ms: Millis, then: Box<dyn FnOnce()>) -> OnDrop {
        let call = Closure::once(then);
        let ms = i32::try_from(ms).unwrap_or(i32::MAX);
        let window = web_sys::window();
        let id = window.as_ref().and_then(|window| {
            window
                .set_timeout_with_callback_and_timeout_and_arguments_0(
                    call.as_ref().unchecked_ref(),
                    ms,
                )
                .ok()
        });
        OnDrop::new(move || {
            if let (Some(window), Some(id)) = (window, id) {
                window.clear_timeout_with_handle(id);
            }
            drop(call);
        })
    }
}
