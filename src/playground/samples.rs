//! The tab of renderers, tools and functions.

use leptos::prelude::*;

use super::field::{Row, Switch};
use super::offer::{Place, SAMPLES, Sample};
use super::state::State;

/// The samples in groups.
#[component]
pub(super) fn Samples() -> impl IntoView {
    let texts = &State::get().texts.samples;
    let group = |heading: &'static str, is_in: fn(Place) -> bool| {
        let samples = SAMPLES.iter().filter(move |sample| is_in(sample.place));
        view! {
            <section class="mt-play__group">
                <h2 class="mt-play__heading">{heading}</h2>
                {samples.map(|sample| view! { <Item sample/> }).collect_view()}
            </section>
        }
    };
    view! {
        {group(
            texts.renderers,
            |place| matches!(place, Place::ToolCall(_) | Place::Activity(_) | Place::Code(_)),
        )}
        {group(texts.tools, |place| place == Place::Tool)}
        {group(texts.functions, |place| matches!(place, Place::Property(_)))}
    }
}

#[component]
fn Item(sample: &'static Sample) -> impl IntoView {
    let state = State::get();
    let State {
        texts, settings, ..
    } = state;
    let (name, scene) = (sample.name, sample.scene);
    let id = format!("midturn-play-sample-{name}");
    let on = Signal::derive(move || settings.with(|held| held.samples.contains(name)));
    let switch = Callback::new(move |on: bool| settings.update(|held| held.set_sample(name, on)));
    let send = (!scene.is_empty()).then(|| {
        view! {
            <button
                type="button"
                class="mt-button mt-button--small"
                on:click=move |_| state.send(scene)
            >
                {(texts.samples.send)(scene)}
            </button>
        }
    });
    let failed = move || {
        let is_missing = state.missing.with(|missing| missing.contains(&name));
        is_missing.then_some(texts.samples.failed)
    };
    view! {
        <Row id=id.clone() name about=(texts.sample)(name)>
            {send}
            <Switch id on switch/>
        </Row>
        <p class="mt-play__error" role="alert">
            {failed}
        </p>
        <details class="mt-play__source">
            <summary>{texts.samples.source}</summary>
            <pre class="mt-play__pre" dir="ltr" tabindex=0>
                {sample.code()}
            </pre>
        </details>
    }
}
