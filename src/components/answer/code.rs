//! A block of code, with its language and buttons.
//!
//! Not responsible for its colours (see [`highlight`](super::highlight)).

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use super::download::Download;
use super::frame::Frame;
use super::lines::Lines;
use super::nodes::{holds, shows};
use super::setting::Answers;
use crate::components::icon::{Icon, IconName};
use crate::components::{Ui, flag};
use crate::hooks::{copy_text, later};

/// How long a button shows its result, in milliseconds.
const SAID: u32 = 2000;

/// A block of code.
#[component]
pub(super) fn CodeBlock(
    language: String,
    /// The rest of the fence's first line after the language, such as a file name.
    about: String,
    /// The code.
    lines: StoredValue<Lines, LocalStorage>,
    frame: Frame,
) -> impl IntoView {
    let Ui { texts, answers, .. } = Ui::get();
    let texts = &texts.answer;
    let Frame {
        long,
        folded,
        drawing,
    } = frame;
    // As the person chose last on this page.
    let wraps = RwSignal::new(answers.with_value(Answers::wraps));
    Effect::new(move || {
        let wraps = wraps.get();
        answers.with_value(|answers| answers.set_wraps(wraps));
    });
    let source = RwSignal::new(false);
    // Set when the person folds or unfolds the block: the turn around it then stays on the page,
    // even out of view.
    let kept = RwSignal::new(false);
    let drawn = Memo::new(move |_| drawing.with(|drawing| matches!(drawing, Some(Ok(_)))));
    let refused = move || {
        let said = drawing.with(|drawing| drawing.clone()?.err())?;
        let note = [texts.not_drawn, &said].join(" ");
        Some(note.trim_end().to_owned())
    };
    let known = language.to_ascii_lowercase();
    let label = format!("{} {language}", texts.code).trim_end().to_owned();
    let (kind, given) = (language.clone(), about.clone());
    let about = (!about.is_empty()).then(|| view! { <span class="mt-code__about">{about}</span> });
    view! {
        <figure
            class="mt-code"
            part="code"
            data-language=known
            data-wraps=wraps
            data-folds=long
            data-folded=folded
            data-kept=kept
            data-source=source
            data-drawn=drawn
            data-undrawn=refused
        >
            <div class="mt-code__head" part="code-header">
                <figcaption class="mt-code__language" dir="ltr">
                    {language}
                    {about}
                </figcaption>
                <Toggle act="wrap" name=texts.code_wrap icon=IconName::Wrap on=wraps/>
                <Fold long folded kept/>
                {move || {
                    let name = texts.show_source;
                    let button = || view! { <Toggle act="source" name icon=IconName::Code on=source/> };
                    drawn.get().then(button)
                }}
                <Download language=kind about=given lines/>
                <Copy lines/>
            </div>
            <pre
                tabindex="0"
                role="group"
                aria-label=label
                use:holds=lines.with_value(Lines::node)
            ></pre>
            {move || {
                let place = || view! { <div class="mt-code__drawing" use:shows=(drawing, None)></div> };
                drawn.get().then(place)
            }}
        </figure>
    }
}

/// A toggle button.
#[component]
fn Toggle(
    act: &'static str,
    name: &'static str,
    icon: IconName,
    on: RwSignal<bool>,
) -> impl IntoView {
    let scroll = Ui::get().scroll;
    let press = move |_| {
        scroll.release();
        on.update(|on| *on = !*on);
    };
    view! {
        <button
            type="button"
            class="mt-code__act"
            part="code-button"
            data-act=act
            aria-label=name
            title=name
            aria-pressed=move || flag(on.get())
            on:click=press
        >
            <Icon name=icon/>
        </button>
    }
    .into_any()
}

/// Folds and unfolds a long block.
#[component]
fn Fold(long: RwSignal<bool>, folded: RwSignal<bool>, kept: RwSignal<bool>) -> impl IntoView {
    let Ui { texts, scroll, .. } = Ui::get();
    let name = texts.answer.code_fold;
    let press = move |_| {
        scroll.release();
        folded.update(|folded| *folded = !*folded);
        kept.set(true);
    };
    view! {
        <button
            type="button"
            class="mt-code__act mt-code__fold"
            part="code-button"
            data-act="fold"
            aria-label=name
            title=name
            aria-expanded=move || long.get().then(|| flag(!folded.get()))
            hidden=move || !long.get()
            on:click=press
        >
            <Icon name=IconName::Chevron/>
        </button>
    }
}

/// Copies the code, and shows the result for a while.
#[component]
fn Copy(lines: StoredValue<Lines, LocalStorage>) -> impl IntoView {
    let Ui {
        texts, announcer, ..
    } = Ui::get();
    let texts = &texts.answer;
    let copied = RwSignal::new(None);
    let said = |copied: bool| {
        if copied {
            texts.code_copied
        } else {
            texts.code_not_copied
        }
    };
    let press = move |_| {
        spawn_local(async move {
            let Some(code) = lines.try_with_value(Lines::text) else {
                return;
            };
            let written = copy_text(&code).await;
            announcer.say(said(written).to_owned());
            copied.set(Some(written));
            later(SAID, move || copied.set(None));
        });
    };
    view! {
        <button
            type="button"
            class="mt-code__act"
            part="code-button"
            data-act="copy"
            data-done=move || copied.get().map(flag)
            aria-label=texts.code_copy
            title=move || copied.get().map_or(texts.code_copy, said)
            on:click=press
        >
            <Icon name=IconName::Copy/>
        </button>
    }
}
