//! What is drawn of a stretch of a turn above the agent's text: an embedder's renderers draw tool calls by name
//! and activities of the backend's own kinds by type, and Midturn draws plans.
//!
//! Not responsible for the rows of the list of activities, which stay, nor for a renderer's mistakes
//! (see `extras/src/renderers`).

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::{Array, Function, Object};
use leptos::html::Div;
use leptos::prelude::*;
use midturn_core::transcript::{Activity, ActivityKind};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Element;

use super::Ui;
use super::activity::{Stretch, status, status_name};
use super::answer::{Answers, is_dark};
use super::plan::PlanOf;
use crate::extra::{get, load, method, put};
use crate::hooks::{at_end, effect};
use crate::state::{ActivityCell, TurnSignals};

/// The drawings, in the order in which the activities began.
#[component]
pub(super) fn Drawn(
    /// The stretch with the activities.
    stretch: Stretch,
) -> impl IntoView {
    let ui = Ui::get();
    let turn = stretch.turn;
    let listed = move || {
        let answers = ui.answers();
        let drawn = |cell: &ActivityCell| {
            let by = cell
                .activity
                .with_untracked(|held| by(&answers, &held.kind))?;
            Some((cell.clone(), by))
        };
        let all = stretch.activities();
        all.iter().filter_map(drawn).collect::<Vec<_>>()
    };
    let draw = move |(cell, by): (ActivityCell, By)| match by {
        By::Embedder => view! { <Drawing turn cell/> }.into_any(),
        By::Midturn => view! { <PlanOf turn activity=cell.activity.into()/> }.into_any(),
    };
    view! { <For each=listed key=|(cell, by)| (cell.id.clone(), *by) children=draw/> }
}

/// Who draws an activity.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum By {
    Embedder,
    /// As a plan, if it is one.
    Midturn,
}

/// Who draws activities of this kind: the embedder's renderer, else Midturn. With `null` for the
/// activity's type or for `plan`, an embedder switches off Midturn's drawing.
fn by(answers: &Answers, held: &ActivityKind) -> Option<By> {
    let (of, name) = kind(held)?;
    let given = answers.renderer(of, &name);
    if given.is_function() {
        return Some(By::Embedder);
    }
    let off = given.is_null() || answers.renderer(of, "plan").is_null();
    (matches!(held, ActivityKind::Note { .. }) && !off).then_some(By::Midturn)
}

/// The drawing of one activity.
#[component]
fn Drawing(turn: TurnSignals, cell: ActivityCell) -> impl IntoView {
    let ui = Ui::get();
    let place = NodeRef::<Div>::new();
    let activity = RwSignal::from(cell.activity);
    let kind_of = activity.with_untracked(|held| kind(&held.kind));
    let held: Rc<RefCell<Drawer>> = Rc::default();
    let drawer = held.clone();
    effect(move || {
        let (Some(place), Some((of, name))) = (place.get(), kind_of.clone()) else {
            return;
        };
        let renderer = ui.answers().renderer(of, &name);
        let Ok(renderer) = renderer.dyn_into::<Function>() else {
            return;
        };
        drawer.borrow_mut().begin(Begun {
            turn,
            ui,
            name,
            renderer,
            activity,
            place: place.into(),
            drawer: drawer.clone(),
        });
    });
    let drawer = held.clone();
    effect(move || {
        let value = activity.with(value);
        drawer.borrow().update(&value);
    });
    at_end(move || held.borrow_mut().end());
    view! { <div class="mt-drawn" part="drawn" data-testid="drawn" node_ref=place></div> }
}

/// The collection of renderers for a kind of activity, and the name in it.
fn kind(kind: &ActivityKind) -> Option<(&'static str, String)> {
    match kind {
        ActivityKind::Tool { name, .. } => Some(("tools", name.clone())),
        ActivityKind::Note { title, .. } => Some(("activities", title.clone())),
        ActivityKind::Reasoning { .. }
        | ActivityKind::Subagent { .. }
        | ActivityKind::Step { .. }
        | ActivityKind::Approval { .. }
        | ActivityKind::Interjection(_) => None,
    }
}

/// What a drawing begins with.
struct Begun {
    turn: TurnSignals,
    ui: Ui,
    name: String,
    renderer: Function,
    activity: RwSignal<Activity>,
    place: Element,
    drawer: Rc<RefCell<Drawer>>,
}

/// A renderer at work, through the module that is loaded for it.
#[derive(Default)]
struct Drawer {
    handle: Option<JsValue>,
    /// Counts the renderers, so that one that was replaced meanwhile is not begun.
    begun: usize,
}

impl Drawer {
    /// Begins with a renderer, in place of an earlier one.
    fn begin(&mut self, given: Begun) {
        self.end();
        let begun = self.begun;
        wasm_bindgen_futures::spawn_local(async move {
            let Ok(module) = load("renderers").await else {
                return;
            };
            let drawer = given.drawer.clone();
            if drawer.borrow().begun == begun {
                let handle = given.attach(&module);
                drawer.borrow_mut().handle = handle;
            }
        });
    }

    fn update(&self, value: &JsValue) {
        if let Some(handle) = &self.handle
            && let Some(update) = method(handle, "update")
        {
            // The module catches the renderer's errors.
            let _ = update.call1(handle, value);
        }
    }

    fn end(&mut self) {
        self.begun += 1;
        if let Some(handle) = self.handle.take()
            && let Some(end) = method(&handle, "end")
        {
            let _ = end.call0(&handle);
        }
    }
}

impl Begun {
    /// The handle of the drawing; `None` if the chat has ended.
    fn attach(&self, module: &JsValue) -> Option<JsValue> {
        let value = self.activity.try_with_untracked(value)?;
        let host = self.ui.answers().host();
        let context = Object::new();
        let failed = get(&host, "failed");
        let members: [(&str, JsValue); 6] = [
            ("name", JsValue::from_str(&self.name)),
            ("document", document().into()),
            ("locale", JsValue::from_str(self.ui.texts.locale)),
            ("dark", JsValue::from_bool(is_dark(&self.place))),
            (
                "threadId",
                JsValue::from_str(self.ui.cells.thread().as_str()),
            ),
            (
                "turnId",
                JsValue::from_str(self.turn.id.get_value().as_str()),
            ),
        ];
        for (name, value) in members {
            put(&context, name, &value);
        }
        for name in ["send", "respond"] {
            put(&context, name, &get(&host, name));
        }
        let attach = method(module, "attach")?;
        let given = Array::of5(&self.place, &self.renderer, &value, &context, &failed);
        attach.apply(&JsValue::UNDEFINED, &given).ok()
    }
}

/// An activity, as a renderer gets it.
fn value(activity: &Activity) -> JsValue {
    let value = Object::new();
    let text = |name: &str, text: &str| put(&value, name, &JsValue::from_str(text));
    text("status", status_name(status(activity)));
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
            let result = result.as_ref().map(|result| result.content.as_str());
            put(
                &value,
                "result",
                &result.map_or(JsValue::NULL, JsValue::from_str),
            );
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
