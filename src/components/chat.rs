//! One conversation on screen: transcript, queue and composer.

mod ahead;
mod elsewhere;
mod empty;
mod escape;
mod find;
mod interruptions;
mod jump;
mod left_out;
mod link;
mod link_target;
mod offline;
mod past;
mod removed;
mod selected;
mod shortcuts;
mod starters;
mod tools;
mod transcript;
mod turn_keys;
mod turns;

use leptos::html::{Div, ElementType, Section};
use leptos::prelude::*;
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, Event, KeyboardEvent, Node};

use super::attachment::DropZone;
use super::composer::Composer;
use super::enlarged::EnlargedImage;
use super::plan::PinnedPlan;
use super::queue::Queue;
use super::{Announced, Place, Ui};
use crate::hooks::{Listener, Room, Width, keep, keep_presses, use_room};
use ahead::load_ahead;
use elsewhere::Elsewhere;
use empty::Beginnings;
use escape::Escape;
use find::Search;
pub use find::{AskedSearch, load_search};
use interruptions::Interruptions;
use jump::Jump;
use link_target::use_link_target;
use offline::Offline;
use removed::Removed;
pub(super) use removed::{is_in_field, is_undo};
pub(super) use shortcuts::FIELDS;
use shortcuts::Shortcuts;
pub use starters::Starter;
use tools::Tools;
use transcript::{Transcript, is_blank};

/// Marks the turn that the person was led to. A marked turn stays on the page.
const FOUND: &str = "mt-turn--found";

/// One conversation.
#[component]
pub fn Chat(
    /// Drawn below the conversation.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    let Ui {
        texts, announcer, ..
    } = Ui::get();
    let (chat, dock) = (NodeRef::<Section>::new(), NodeRef::<Div>::new());
    let blank = is_blank();
    let (room, width) = (
        RwSignal::new(Room::default()),
        RwSignal::new(Width::default()),
    );
    let narrow = Signal::derive(move || width.get() < Width::Wide);
    Effect::new(move || {
        if let (Some(chat), Some(dock)) = (chat.get(), dock.get()) {
            use_room(&chat, &dock, room, width);
            keep_presses(&chat);
        }
    });
    use_link_target();
    load_ahead();
    view! {
        <section
            class="mt-chat"
            part="chat"
            class=("mt-chat--empty", blank)
            class=("mt-chat--low", move || room.get() != Room::Ample)
            class=("mt-chat--tiny", move || room.get() == Room::Tiny)
            class=("mt-chat--narrow", narrow)
            class=("mt-chat--slim", move || width.get() == Width::Slim)
            aria-label=texts.app_name
            // A click beside all controls keeps the keys of the chat: the focus would go to the page.
            tabindex="-1"
            node_ref=chat
        >
            <Place name="header"/>
            <div class="mt-bar" part="bar">
                <Place name="bar"/>
                <Tools/>
            </div>
            <Search chat/>
            <Transcript blank/>
            <Jump/>
            <div class="mt-dock" node_ref=dock>
                <Elsewhere/>
                <Offline/>
                <Removed chat/>
                // Above the queue, whose rows then stay where they are while the plan comes and goes.
                <PinnedPlan/>
                <Queue room narrow/>
                <Composer narrow/>
                <Escape chat/>
                <Place name="footer"/>
            </div>
            <Show when=move || blank.get()>
                <Beginnings/>
            </Show>
            <Announced announcer testid="announcer"/>
            <Interruptions chat/>
            <Shortcuts chat/>
            <DropZone chat/>
            <EnlargedImage/>
            {children.map(|children| children())}
        </section>
    }
}

/// Calls `pressed` for each key pressed in the chat, until the current owner ends.
fn use_keys(chat: NodeRef<Section>, pressed: impl Fn(&KeyboardEvent) + 'static) {
    let pressed = Rc::new(pressed);
    Effect::new(move || {
        let Some(chat) = chat.get() else { return };
        let pressed = Rc::clone(&pressed);
        let call = move |event: Event| pressed(event.unchecked_ref());
        keep(Listener::new(&chat, "keydown", false, Box::new(call)));
    });
}

/// The element in which the key was pressed. Of what is in a shadow root of the embedder, it is the host.
pub(super) fn pressed_in(event: &KeyboardEvent) -> Option<Element> {
    event.target().and_then(|target| target.dyn_into().ok())
}

/// Whether the key was pressed in this element, or inside it.
fn is_pressed_inside<E>(event: &KeyboardEvent, place: NodeRef<E>) -> bool
where
    E: ElementType,
    E::Output: JsCast + Clone + AsRef<Node> + 'static,
{
    place.get_untracked().is_some_and(|place| {
        let place: &Node = place.as_ref();
        place.contains(pressed_in(event).as_deref())
    })
}

/// Whether the key was pressed in an element that matches the selector, or inside one: in the element
/// that listens, also in a shadow root of the embedder. Only for kinds of elements that an embedder may
/// have drawn too, such as fields. A component finds its own elements by their references.
pub(super) fn is_pressed_in(event: &KeyboardEvent, selector: &str) -> bool {
    is_pressed_where(event, |element| {
        element.matches(selector).unwrap_or_default()
    })
}

/// The same for elements that are told by a function.
fn is_pressed_where(event: &KeyboardEvent, is_it: impl Fn(&Element) -> bool) -> bool {
    let here = event.current_target().map(JsValue::from);
    let path = event.composed_path();
    let mut inside = path.iter().take_while(|held| Some(held) != here.as_ref());
    inside.any(|held| held.dyn_ref::<Element>().is_some_and(&is_it))
}
