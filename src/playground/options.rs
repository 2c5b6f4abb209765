//! The tab of attributes and properties.

use leptos::prelude::*;

use super::field::{Choice, Row, Switch, TextField};
use super::offer::{Control, Group, PROPERTIES, Property, attribute};
use super::state::State;

/// The groups of properties.
#[component]
pub(super) fn Options() -> impl IntoView {
    let texts = State::get().texts;
    let group = |(group, held): (Group, &'static [Property])| {
        let held = held.iter().filter(|held| held.control != Control::Sample);
        let rows = held.map(|property| view! { <Field property/> });
        view! {
            <section class="mt-play__group">
                <h2 class="mt-play__heading">{(texts.group)(group)}</h2>
                {rows.collect_view()}
            </section>
        }
    };
    PROPERTIES.into_iter().map(group).collect_view()
}

#[component]
fn Field(property: &'static Property) -> impl IntoView {
    let State {
        texts, settings, ..
    } = State::get();
    let name = property.name;
    let written = if property.has_attribute {
        attribute(name)
    } else {
        name.to_owned()
    };
    let id = format!("midturn-play-{written}");
    let value = Signal::derive(move || settings.with(|held| held.property(name)));
    let choose = Callback::new(move |value: String| {
        settings.update(|held| held.set_property(name, &value));
    });
    let control = match property.control {
        Control::Choice(values) => {
            let id = id.clone();
            view! { <Choice id values default=texts.default chosen=value choose/> }.into_any()
        }
        Control::Flag => {
            let on = Signal::derive(move || value.with(|value| !value.is_empty()));
            let switch = Callback::new(move |on: bool| {
                choose.run(if on { "true" } else { "" }.to_owned());
            });
            view! { <Switch id=id.clone() on switch/> }.into_any()
        }
        Control::Number(example) => {
            view! { <TextField id=id.clone() example is_number=true value choose/> }.into_any()
        }
        Control::Text(example) => {
            view! { <TextField id=id.clone() example value choose/> }.into_any()
        }
        Control::Json(example) => {
            view! { <TextField id=id.clone() example is_json=true value choose/> }.into_any()
        }
        Control::Sample => ().into_any(),
    };
    view! {
        <Row id name=written about=(texts.about)(name)>
            {control}
        </Row>
    }
}
