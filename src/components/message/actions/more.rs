//! The menu of what one does with an answer more seldom: copy its address, see its source.

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use super::{named, source};
use crate::components::icon::IconName;
use crate::components::menu::{Menu, MenuItem, MoreButton, Opening};
use crate::components::{Dialog, Ui};
use crate::hooks::copy_text;
use crate::state::TurnSignals;

#[component]
pub(super) fn More(turn: TurnSignals) -> impl IntoView {
    let texts = &Ui::get().texts.acts;
    let opening = Opening::new();
    let Opening { around, open, .. } = opening;
    let shown = RwSignal::new(false);
    view! {
        <div class="mt-acts__more" node_ref=around>
            <MoreButton
                opening
                label=Signal::derive(move || named(turn, texts.more))
                title=texts.more
                testid="answer-more"
                small=true
            />
            <Show when=move || open.get()>
                <Menu opening label=texts.more at_start=true>
                    <LinkItem turn opening/>
                    <MenuItem
                        testid="answer-source"
                        icon=IconName::Code
                        name=texts.source
                        press=Callback::new(move |()| {
                            opening.close();
                            shown.set(true);
                        })
                    />
                </Menu>
            </Show>
            <Show when=move || shown.get()>
                <Source turn open=shown/>
            </Show>
        </div>
    }
}

/// Copies the answer's address, if messages have addresses.
#[component]
fn LinkItem(turn: TurnSignals, opening: Opening) -> impl IntoView {
    let Ui {
        texts,
        links,
        announcer,
        ..
    } = Ui::get();
    let press = Callback::new(move |()| {
        opening.close();
        let link = links.get_untracked();
        let address = link.and_then(|link| turn.id.with_value(|id| link(id)));
        if let Some(address) = address {
            spawn_local(async move {
                let said = if copy_text(&address).await {
                    texts.reading.link_copied
                } else {
                    texts.acts.not_copied
                };
                announcer.say(said.to_owned());
            });
        }
    });
    let name = texts.acts.link;
    view! {
        <Show when=move || links.with(Option::is_some)>
            <MenuItem testid="answer-link" icon=IconName::Link name press/>
        </Show>
    }
}

/// The answer as the agent wrote it.
#[component]
fn Source(turn: TurnSignals, open: RwSignal<bool>) -> impl IntoView {
    let texts = Ui::get().texts;
    view! {
        <Dialog
            open
            labelled_by="midturn-source"
            testid="source"
            class="mt-dialog mt-source"
        >
            <div class="mt-dialog__form">
                <h2 class="mt-dialog__title" id="midturn-source">
                    {texts.acts.source_title}
                </h2>
                <pre class="mt-source__text" dir="auto" tabindex="0">
                    {source(turn)}
                </pre>
                <div class="mt-dialog__bar">
                    <button type="button" class="mt-button" on:click=move |_| open.set(false)>
                        {texts.close}
                    </button>
                </div>
            </div>
        </Dialog>
    }
}
