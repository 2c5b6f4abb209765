//! Whether the page's own `connect-src` forbids requests to an origin: a `fetch` that fails does not say why.

use std::cell::Cell;
use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{Event, SecurityPolicyViolationEvent, Url};

use crate::listener::Listener;

/// Listens, for as long as it lives, for the browser's word that it blocked a request to one origin.
pub(super) struct Policy {
    has_blocked: Rc<Cell<bool>>,
    _listener: Option<Listener>,
}

impl Policy {
    /// Listens for requests to this origin.
    pub(super) fn watch(origin: String) -> Self {
        let has_blocked = Rc::new(Cell::new(false));
        let noted = has_blocked.clone();
        let told = move |event: Event| {
            let told = event.unchecked_into::<SecurityPolicyViolationEvent>();
            let blocked = Url::new(&told.blocked_uri()).map(|blocked| blocked.origin());
            if told.effective_directive() == "connect-src" && blocked.is_ok_and(|to| to == origin) {
                noted.set(true);
            }
        };
        let document = web_sys::window().and_then(|window| window.document());
        Self {
            has_blocked,
            _listener: document.map(|document| {
                Listener::new(&document, "securitypolicyviolation", false, Box::new(told))
            }),
        }
    }

    /// Whether the browser has blocked one. It says so in a task of its own, after the request has failed.
    pub(super) fn has_blocked(&self) -> bool {
        self.has_blocked.get()
    }
}

/// Says which origin the page's policy lacks.
pub(super) fn forbidden(origin: &str) -> String {
    format!("connect-src of the page's Content-Security-Policy does not allow {origin}")
}
