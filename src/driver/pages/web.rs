//! Other pages of the origin, in a browser: Web Locks and broadcast channels.
//!
//! The Locks API is called through `Reflect`, by name: `web-sys` has it behind its flag for
//! unstable APIs.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use js_sys::{Function, Object, Promise, Reflect};
use midturn_core::id::PageId;
use midturn_core::sharing::Ask;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{AbortController, BroadcastChannel, MessageEvent};

use super::super::shell::{Channel, LockNews, Peers};
use crate::transport::OnDrop;

/// The pages of this origin that have the same store.
#[derive(Clone, Debug, Default)]
pub struct WebPeers(String);

impl WebPeers {
    /// Those whose store's name ends like this.
    pub fn of_store(suffix: &str) -> Self {
        Self(suffix.to_owned())
    }

    /// The name of a lock or a channel.
    fn name(&self, name: &str) -> String {
        [name, &self.0].concat()
    }
}

/// The key in session storage with the pages in this tab, one a line.
const PAGES: &str = "midturn:pages";

thread_local! {
    /// The pages in this tab before this document; `None` without session storage.
    static BEFORE: OnceCell<Option<Vec<PageId>>> = const { OnceCell::new() };
}

/// A lock request, shared by the browser's callbacks and the handle.
struct Request {
    told: Box<dyn Fn(LockNews)>,
    /// Resolves the promise that holds the lock. Set once the lock was granted.
    give_back: RefCell<Option<Function>>,
    dropped: Cell<bool>,
}

impl Peers for WebPeers {
    fn lock(&self, name: &str, ask: Ask, told: Box<dyn Fn(LockNews)>) -> Option<OnDrop> {
        let (locks, request) = locks()?;
        let abort = AbortController::new().ok()?;
        let options = Object::new();
        let set = |key: &str, value: &JsValue| Reflect::set(&options, &key.into(), value).ok();
        match ask {
            Ask::IfFree => set("ifAvailable", &JsValue::TRUE)?,
            Ask::Steal => set("steal", &JsValue::TRUE)?,
            // Only a waiting request can be aborted.
            Ask::Wait => set("signal", &abort.signal())?,
        };
        let state = Rc::new(Request {
            told,
            give_back: RefCell::default(),
            dropped: Cell::new(false),
        });
        let granted = state.clone();
        let callback = Closure::once(move |lock: JsValue| held(&granted, &lock));
        let asked = request
            .call3(&locks, &self.name(name).into(), &options, callback.as_ref())
            .ok()?;
        let over = state.clone();
        spawn_local(async move {
            let end = JsFuture::from(Promise::resolve(&asked)).await;
            let had = over.give_back.take().is_some();
            if end.is_err() && had && !over.dropped.get() {
                (over.told)(LockNews::Stolen);
            }
            drop(callback);
        });
        Some(OnDrop::new(move || {
            state.dropped.set(true);
            let give_back = state.give_back.take();
            match give_back {
                Some(give_back) => drop(give_back.call0(&JsValue::UNDEFINED)),
                None => abort.abort(),
            }
        }))
    }

    fn join(&self, name: &str, heard: Box<dyn Fn(String)>) -> Option<Rc<dyn Channel>> {
        let channel = BroadcastChannel::new(&self.name(name)).ok()?;
        let listener = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            if let Some(text) = event.data().as_string() {
                heard(text);
            }
        });
        channel.set_onmessage(Some(listener.as_ref().unchecked_ref()));
        Some(Rc::new(Joined {
            channel,
            _listener: listener,
        }))
    }

    fn arrive(&self, page: &PageId) -> Option<Vec<PageId>> {
        let tab = web_sys::window().and_then(|window| window.session_storage().ok().flatten());
        let listed = || {
            let listed = tab.as_ref()?.get_item(PAGES).ok()?;
            Some(listed.unwrap_or_default())
        };
        let pages = || Some(listed()?.lines().map(PageId::from).collect::<Vec<_>>());
        // Several elements of one document arrive one after another: the first starts a new list.
        let (first, before) = BEFORE.with(|before| {
            let first = before.get().is_none();
            (first, before.get_or_init(pages).clone())
        });
        let mut now = if first {
            String::new()
        } else {
            listed().unwrap_or_default()
        };
        now.push_str(page.as_str());
        now.push('\n');
        if let Some(tab) = &tab {
            // If this fails, a reload does not wait for this page's draft. A later page finds it.
            let _ = tab.set_item(PAGES, &now);
        }
        before
    }
}

/// The browser's lock manager and its `request` function.
fn locks() -> Option<(JsValue, Function)> {
    let navigator = web_sys::window()?.navigator();
    let locks = Reflect::get(&navigator, &"locks".into()).ok()?;
    let request = Reflect::get(&locks, &"request".into()).ok()?;
    Some((locks, request.dyn_into().ok()?))
}

/// Takes the browser's answer. The browser holds the lock until the returned promise settles.
fn held(request: &Rc<Request>, lock: &JsValue) -> JsValue {
    if request.dropped.get() {
        return JsValue::UNDEFINED;
    }
    if lock.is_null() || lock.is_undefined() {
        (request.told)(LockNews::Taken);
        return JsValue::UNDEFINED;
    }
    let kept = Promise::new(&mut |resolve, _| {
        request.give_back.replace(Some(resolve));
    });
    (request.told)(LockNews::Granted);
    kept.into()
}

struct Joined {
    channel: BroadcastChannel,
    _listener: Closure<dyn Fn(MessageEvent)>,
}

impl Channel for Joined {
    fn say(&self, text: &str) {
        // Fails only for a closed channel.
        let _ = self.channel.post_message(&JsValue::from_str(text));
    }
}

impl Drop for Joined {
    fn drop(&mut self) {
        self.channel.set_onmessage(None);
        self.channel.close();
    }
}
