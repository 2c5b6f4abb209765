//! What is drawn of a stretch of a turn above the agent's text: an embedder's renderers draw tool calls by name
//! and activities of the backend's own kinds by type, and Midturn draws plans.
//!
//! Not responsible for the rows of the list of activities, which stay, nor for calling a renderer (see
//! [`rendering`](super::rendering)).

use js_sys::Object;
use leptos::html::Div;
use leptos::prelude::*;
use midturn_core::id::ActivityId;
use midturn_core::transcript::{Activity, ActivityKind, Outcome};
use wasm_bindgen::JsValue;
use web_sys::Element;

use super::Ui;
use super::activity::Stretch;
use super::answer::Given;
use super::drawn_by::{By, Known, kind};
use super::plan::PlanOf;
use super::rendering::{Begun, Drawer, Shown};
use crate::extra::put;
use crate::hooks::{SetIfNew, at_end, effect};
use crate::state::{ActivityCell, TurnSignals};

/// The drawings, in the order in which the activities began.
#[component]
pub(super) fn Drawn(
    /// The stretch with the activities.
    stretch: Stretch,
) -> impl IntoView {
    let ui = Ui::get();
    let turn = stretch.turn;
    let known = StoredValue::new_local(Known::default());
    let listed = move || {
        let answers = ui.answers();
        let mut drawn = Vec::new();
        known.update_value(|known| {
            known.begin(answers.rendering());
            for (place, cell) in stretch.activities().iter().enumerate() {
                let held = cell.activity.read_untracked();
                if let Some(by) = known.by(place, &answers, &held.kind) {
                    drawn.push((cell.clone(), by));
                }
            }
        });
        drawn
    };
    let draw = move |(cell, by): (ActivityCell, By)| match by {
        By::Embedder => view! { <Drawing turn cell/> }.into_any(),
        By::Midturn => view! { <PlanOf turn activity=cell.activity.into()/> }.into_any(),
    };
    view! { <For each=listed key=|(cell, by)| (cell.id.clone(), *by) children=draw/> }
}

/// The drawing of one activity.
#[component]
fn Drawing(turn: TurnSignals, cell: ActivityCell) -> impl IntoView {
    let ui = Ui::get();
    let place = NodeRef::<Div>::new();
    let activity = RwSignal::from(cell.activity);
    let kind_of =
        activity.with_untracked(|held| kind(&held.kind).map(|(of, name)| (of, name.to_owned())));
    let asked = Memo::new(move |_| {
        turn.view
            .with(|view| question(view.outcome.as_ref(), &cell.id))
    });
    let missing = RwSignal::new(false);
    let held = Drawer::default();
    let drawer = held.clone();
    let mut before = None;
    effect(move || {
        let (Some(place), Some((of, name))) = (place.get(), kind_of.clone()) else {
            return;
        };
        let renderer = ui.answers().renderer(of, &name);
        // Another renderer has changed.
        if before.as_ref() == Some(&renderer) {
            return;
        }
        before = Some(renderer.clone());
        let Given::Renderer(renderer) = renderer else {
            return;
        };
        let shown_in: Element = place.clone().into();
        let show = move |shown| {
            missing.set_if_new(matches!(shown, Shown::Missing));
            match shown {
                Shown::Drawn(node) => shown_in.replace_children_with_node_1(&node),
                Shown::Nothing | Shown::Failed(_) | Shown::Missing => {
                    shown_in.replace_children_with_node_0();
                }
            }
        };
        let now = move || {
            let asked = asked.try_get_untracked()?;
            activity.try_with_untracked(|held| value(held, asked.as_deref()))
        };
        drawer.begin(Begun {
            ui,
            renderer,
            name,
            turn: turn.id.get_value(),
            place: place.into(),
            members: Vec::new(),
            value: Box::new(now),
            show: Box::new(show),
        });
    });
    let drawer = held.clone();
    effect(move || {
        let value = asked.with(|asked| activity.with(|held| value(held, asked.as_deref())));
        drawer.update(&value);
    });
    at_end(move || held.end());
    let is_note = activity.with_untracked(|held| matches!(held.kind, ActivityKind::Note { .. }));
    view! {
        <div class="mt-drawn" part="drawn" data-testid="drawn" node_ref=place></div>
        // Without the module that calls renderers, what Midturn draws by itself is there.
        <Show when=move || is_note && missing.get()>
            <PlanOf turn activity/>
        </Show>
    }
}

/// The id of the open question about a call, for `respond`.
fn question(outcome: Option<&Outcome>, call: &ActivityId) -> Option<String> {
    let Some(Outcome::Waiting(open)) = outcome else {
        return None;
    };
    let about = open.iter().find(|held| held.call.as_ref() == Some(call))?;
    Some(about.id.clone())
}

/// An activity, as a renderer gets it. `asked`: the open question about it.
fn value(activity: &Activity, asked: Option<&str>) -> JsValue {
    let value = Object::new();
    let text = |name: &str, text: &str| put(&value, name, &JsValue::from_str(text));
    let some = |name: &str, text: Option<&str>| {
        put(&value, name, &text.map_or(JsValue::NULL, JsValue::from_str));
    };
    text("status", activity.told_status());
    match &activity.kind {
        ActivityKind::Tool {
            name,
            arguments,
            result,
            ..
        } => {
            text("toolCallId", activity.id.as_str());
            text("name", name);
            text("arguments", arguments);
            some("result", result.as_ref().map(|held| &*held.content));
            some("interruptId", asked);
        }
        ActivityKind::Note { title, content } => {
            text("activityId", activity.id.as_str());
            text("type", title);
            text("content", content);
        }
        ActivityKind::Reasoning { .. }
        | ActivityKind::Subagent { .. }
        | ActivityKind::Step { .. }
        | ActivityKind::Approval { .. }
        | ActivityKind::Interjection(_) => {}
    }
    value.into()
}

#[cfg(test)]
mod tests {
    use midturn_core::run_event::Interrupt;

    use super::*;

    #[test]
    fn a_question_is_about_the_call_that_it_names() {
        let asked = |id: &str, call: Option<&str>| Interrupt {
            id: id.to_owned(),
            call: call.map(ActivityId::from),
            ..Interrupt::default()
        };
        let open = Outcome::Waiting(vec![
            asked("any", None),
            asked("other", Some("other-call")),
            asked("own", Some("call")),
        ]);
        let of = |call| question(Some(&open), &ActivityId::from(call));
        assert_eq!(of("call").as_deref(), Some("own"));
        assert_eq!(of("third"), None);
        let call = ActivityId::from("call");
        assert_eq!(question(Some(&Outcome::Completed), &call), None);
        assert_eq!(question(None, &call), None);
    }
}
