//! The tab of methods: fields for the arguments, and the result or the error.

use js_sys::Array;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;

use super::calling::{Filled, arguments, written};
use super::live;
use super::offer::{Argument, Given, METHODS, Method, MethodGroup};
use super::state::State;

/// How a call went.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Outcome {
    /// It was not called.
    None,
    /// It has not returned.
    Pending,
    /// It returned this, as JSON.
    Returned(String),
    /// It failed with this code and message.
    Failed(String, String),
}

/// The methods in groups.
#[component]
pub(super) fn Methods() -> impl IntoView {
    let texts = State::get().texts;
    let group = |(group, methods): (MethodGroup, &'static [Method])| {
        view! {
            <section class="mt-play__group">
                <h2 class="mt-play__heading">{(texts.method_group)(group)}</h2>
                {methods.iter().map(|method| view! { <Item method/> }).collect_view()}
            </section>
        }
    };
    METHODS.into_iter().map(group).collect_view()
}

#[component]
fn Item(method: &'static Method) -> impl IntoView {
    let state = State::get();
    let texts = state.texts;
    let filled: StoredValue<Vec<RwSignal<Filled, LocalStorage>>> = StoredValue::new(
        method
            .arguments
            .iter()
            .map(|_| RwSignal::new_local(Filled::default()))
            .collect(),
    );
    let outcome = RwSignal::new(Outcome::None);
    let called = RwSignal::new(String::new());
    let press = move |_| {
        let Some(chat) = state.element() else { return };
        let held: Vec<Filled> =
            filled.with_value(|all| all.iter().map(|one| one.get_untracked()).collect());
        let given = match arguments(method.arguments, &held) {
            Ok(given) => given,
            Err(name) => {
                called.set(String::new());
                outcome.set(Outcome::Failed(name.to_owned(), texts.no_json.to_owned()));
                return;
            }
        };
        called.set(written(method.name, &given));
        outcome.set(Outcome::Pending);
        spawn_local(async move {
            outcome.try_set(perform(&chat, method.name, &given).await);
        });
    };
    let fields = method.arguments.iter().enumerate().map(|(at, argument)| {
        let held = filled.with_value(|all| all.get(at).copied());
        let id = format!("midturn-play-{}-{}", method.name, argument.name);
        held.map(|held| view! { <Field id argument held/> })
    });
    let id = format!("midturn-play-{}", method.name);
    let heading = id.clone();
    view! {
        <article class="mt-play__method" aria-labelledby=heading>
            <div class="mt-play__row">
                <div class="mt-play__what">
                    <h3 id=id>
                        <code>{method.name}</code>
                    </h3>
                    <span class="mt-play__help">{(texts.method)(method.name)}</span>
                </div>
                <div class="mt-play__control">
                    <button
                        type="button"
                        class="mt-button mt-button--small"
                        on:click=press
                    >
                        {(texts.methods.call)(method.name)}
                    </button>
                </div>
            </div>
            <div class="mt-play__arguments">{fields.collect_view()}</div>
            <div role="status">
                <Result called outcome/>
            </div>
        </article>
    }
    .into_any()
}

async fn perform(chat: &web_sys::HtmlElement, name: &str, given: &Array) -> Outcome {
    match live::call(chat, name, given).await {
        Ok(value) => Outcome::Returned(live::json(&value)),
        Err(error) => {
            let (code, message) = live::refusal(&error);
            Outcome::Failed(code, message)
        }
    }
}

/// The field of an argument.
#[component]
fn Field(
    id: String,
    argument: &'static Argument,
    held: RwSignal<Filled, LocalStorage>,
) -> impl IntoView {
    let state = State::get();
    let typed = move |event| {
        let text = event_target_value(&event);
        held.update(|held| held.text = text);
    };
    let of = id.clone();
    let control = match argument.given {
        Given::Choice(values) => {
            let options = values.iter().map(|value| {
                view! { <option value=*value>{*value}</option> }
            });
            view! {
                <select id=of class="mt-select" on:change=typed>
                    <option value="">{state.texts.default}</option>
                    {options.collect_view()}
                </select>
            }
            .into_any()
        }
        Given::Flag => {
            let switch = move |event| {
                let on = event_target_checked(&event);
                held.update(|held| held.text = on.to_string());
            };
            view! { <input id=of class="mt-play__switch" type="checkbox" on:change=switch/> }
                .into_any()
        }
        Given::Files => {
            let chosen = move |event: web_sys::Event| {
                let field: Option<HtmlInputElement> =
                    event.target().and_then(|field| field.dyn_into().ok());
                let files = field.and_then(|field| field.files());
                let files = files.map(|files| {
                    (0..files.length())
                        .filter_map(|at| files.item(at))
                        .collect()
                });
                held.update(|held| held.files = files.unwrap_or_default());
            };
            view! { <input id=of class="mt-play__files" type="file" multiple=true on:change=chosen/> }
                .into_any()
        }
        given @ (Given::Text
        | Given::Optional
        | Given::OrNull
        | Given::Number
        | Given::Json
        | Given::Id(_)) => {
            let list = format!("{of}-known");
            let known = move || match given {
                Given::Id(known) => state.known(known),
                _ => Vec::new(),
            };
            let example = match given {
                Given::Optional => state.texts.methods.optional,
                Given::OrNull => "null",
                Given::Json => "true",
                _ => "",
            };
            let options = move || {
                let known = known().into_iter();
                known
                    .map(|id| view! { <option value=id></option> })
                    .collect_view()
            };
            view! {
                <input
                    id=of
                    class="mt-input"
                    type=if given == Given::Number { "number" } else { "text" }
                    dir="auto"
                    autocomplete="off"
                    placeholder=example
                    list=matches!(given, Given::Id(_)).then(|| list.clone())
                    on:input=typed
                />
                {matches!(given, Given::Id(_)).then(|| view! { <datalist id=list>{options}</datalist> })}
            }
            .into_any()
        }
    };
    view! {
        <label class="mt-play__label" for=id>
            <code>{argument.name}</code>
        </label>
        {control}
    }
    .into_any()
}

/// The call as code, and how it went.
#[component]
fn Result(called: RwSignal<String>, outcome: RwSignal<Outcome>) -> impl IntoView {
    let texts = &State::get().texts.methods;
    move || {
        let (kind, head, detail) = match outcome.get() {
            Outcome::None => return None,
            Outcome::Pending => ("pending", texts.pending.to_owned(), String::new()),
            Outcome::Returned(json) if json.is_empty() => {
                ("returned", texts.nothing.to_owned(), json)
            }
            Outcome::Returned(json) => ("returned", texts.returned.to_owned(), json),
            Outcome::Failed(code, message) => {
                ("failed", format!("{}: {code}", texts.failed), message)
            }
        };
        let call = called.get();
        Some(view! {
            <div class="mt-play__outcome" data-outcome=kind>
                {(!call.is_empty()).then(|| view! {
                    <code class="mt-play__called" dir="ltr">
                        {call}
                    </code>
                })}
                <strong>{head}</strong>
                {(!detail.is_empty()).then(|| view! {
                    <pre class="mt-play__pre" dir="ltr" tabindex=0>
                        {detail}
                    </pre>
                })}
            </div>
        })
    }
}
