//! Copying the address of a message.
//!
//! Not responsible for what the address is.

use js_sys::{Function, Promise, Reflect};
use leptos::prelude::*;
use midturn_core::id::MessageId;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::Node;

use crate::components::icon::{IconName, icon};
use crate::components::{Ui, button};
use crate::dom::{choose, show};
use crate::hooks::later;

/// How long the button says that it has copied, in milliseconds.
const SAID: u32 = 2000;

/// The button beside a message, where messages have addresses.
pub(super) fn link(ui: &Ui, message: &MessageId) -> Node {
    let (links, ui, message) = (ui.links.clone(), ui.clone(), message.clone());
    show(
        move || links.with(Option::is_some),
        move || {
            let (texts, copied) = (ui.texts, ArcRwSignal::new(false));
            let (ui, message, told) = (ui.clone(), message.clone(), copied.clone());
            let press = move || {
                let address = ui.links.get_untracked().and_then(|of| of(&message));
                let (ui, told) = (ui.clone(), told.clone());
                if let Some(address) = address {
                    copy(address, move || {
                        ui.announcer.say(ui.texts.reading.link_copied.to_owned());
                        told.set(true);
                        later(SAID, move || told.set(false));
                    });
                }
            };
            let picture = move || copied.get();
            button("mt-link", press)
                .attr("data-testid", "copy-link")
                .attr("aria-label", texts.reading.link_copy)
                .attr("title", texts.reading.link_copy)
                .child(choose(picture, |copied| {
                    let name = if copied {
                        IconName::Check
                    } else {
                        IconName::Link
                    };
                    Some(icon(name).into())
                }))
        },
    )
}

/// Copies a text, then calls back; does not, where the browser does not let it.
fn copy(text: String, done: impl FnOnce() + 'static) {
    let promised = || -> Option<Promise> {
        let clipboard = Reflect::get(&web_sys::window()?.navigator(), &"clipboard".into()).ok()?;
        let write: Function = Reflect::get(&clipboard, &"writeText".into())
            .ok()?
            .dyn_into()
            .ok()?;
        write.call1(&clipboard, &text.into()).ok()?.dyn_into().ok()
    };
    if let Some(promised) = promised() {
        spawn_local(async move {
            if JsFuture::from(promised).await.is_ok() {
                done();
            }
        });
    }
}
