//! The chat of one element: its session, and the drawing of the thread that is shown.
//!
//! Another thread or another language is drawn anew. The session stays, so the runs of all threads
//! go on.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use leptos::mount::mount_to_renderer;
use leptos::prelude::*;
use midturn::app::{Chosen, Frame, Session};
use midturn::components::Ui;
use midturn::components::chat::Chat;
use midturn::driver::Host;
use midturn::extra::{get, put};
use midturn::hooks::{SetIfNew, return_focus};
use midturn::i18n::{Catalogue, Locale};
use midturn::preferences::Look;
use midturn_core::id::ThreadId;
use wasm_bindgen::prelude::*;
use web_sys::{Element, ShadowRoot};

use super::host::Page;
use super::methods::Reached;
use super::options::{
    after_response, allow, attachments, expand_steps, history, links, look_as, menu, on_enter,
    options, shortcuts, starters, state, text,
};
use super::strings;
use super::tools::given_tools;

/// The chat of an element.
pub(super) struct Drawn {
    root: Element,
    session: Session,
    look: Look,
    page: Page,
    /// What was given last: whether a card shows its steps, and whether the shortcuts are on.
    given: Cell<(bool, bool)>,
    /// Whether the shortcuts are on: the person can change it, and it stays for other threads.
    shortcuts: RwSignal<bool>,
    drawing: RefCell<Option<Drawing>>,
    /// Owns the session and the drawings.
    owner: Owner,
}

/// The thread on screen.
struct Drawing {
    reached: Reached,
    /// Removes it.
    end: Box<dyn FnOnce()>,
}

impl Drawn {
    /// Starts a session. Nothing is drawn yet.
    pub(super) fn start(root: ShadowRoot, given: &JsValue) -> Self {
        let owner = Owner::new();
        let (session, look, page, shortcuts) = owner.with(|| {
            let session = Session::start(options(given), text(given, "store").as_deref());
            let page = Page::new(get(given, "tell").unchecked_into());
            let told = page.clone();
            session.on_change(move |chat, changes| told.changed(chat, changes));
            let told = page.clone();
            session.on_unseen(move |thread, title, said| told.unseen(thread, title, said));
            let shortcuts = RwSignal::new(shortcuts(given));
            (session, Look::default(), page, shortcuts)
        });
        Self {
            root: root.unchecked_into(),
            session,
            look,
            page,
            given: Cell::new((expand_steps(given), shortcuts.get_untracked())),
            shortcuts,
            drawing: RefCell::default(),
            owner,
        }
    }

    /// Draws the thread that is given, in the language that is given. Without a thread, draws a new
    /// one and writes its id into `given`. Returns what is wrong with the embedder's texts, if there
    /// are any.
    pub(super) fn draw(&self, given: &JsValue) -> Option<JsValue> {
        self.clear();
        let (_, shortcuts) = self.given_anew(given);
        if let Some(on) = shortcuts {
            self.shortcuts.set(on);
        }
        // Always a supported language, because `locale.js` has chosen it.
        let locale = text(given, "locale").and_then(|tag| Locale::parse(&tag));
        let own = text(given, "ownLanguage").and_then(|key| strings::made(&key));
        let texts = own
            .as_ref()
            .map_or_else(|| locale.unwrap_or_default().catalogue(), |own| own.texts);
        let thread = text(given, "threadId");
        let is_new = thread.is_none();
        let thread = thread.map_or_else(|| self.session.fresh_thread(), ThreadId::from);
        let id = JsValue::from_str(thread.as_str());
        put(given.unchecked_ref(), "threadId", &id);
        look_as(&self.look, given);
        self.owner
            .with(|| self.mount(&thread, is_new, texts, given));
        let news = self
            .session
            .read(|chat| self.page.shown(thread.clone(), chat));
        self.page.tell_all(news);
        own.map(|own| own.problems)
    }

    fn mount(&self, thread: &ThreadId, is_new: bool, texts: &'static Catalogue, given: &JsValue) {
        let (session, look, page) = (self.session, self.look, self.page.clone());
        let (thread, given) = (thread.clone(), given.clone());
        let shortcuts = self.shortcuts;
        let reached: Rc<OnceCell<Reached>> = Rc::default();
        let reaching = reached.clone();
        let program = mount_to_renderer(&self.root, move || {
            let begins = Chosen {
                expanded: expand_steps(&given),
                on_enter: on_enter(&given),
                after_response: after_response(&given),
                no_shortcuts: !shortcuts.get_untracked(),
            };
            session.set_history(&thread, history(&given));
            let ui = session.ui(&thread, texts, begins);
            ui.is_new.set(is_new);
            ui.attaching.allowed.set(attachments(&given));
            ui.actions.open();
            let (told, of) = (page.clone(), thread.clone());
            ui.own_chosen
                .set(Some(Rc::new(move |id| told.menu(&of, id))));
            let told = page.clone();
            Effect::new(move || {
                let on = ui.shortcuts.get();
                if shortcuts.get_untracked() != on {
                    shortcuts.set(on);
                    told.shortcuts(on);
                }
            });
            let reached = Reached {
                session,
                thread,
                ui,
                page,
                owner: Owner::current().unwrap_or_default(),
            };
            give_rest(&reached, &given);
            let _ = reaching.set(reached);
            view! {
                <Frame session texts look>
                    <Chat>{session.debug_panel()}</Chat>
                </Frame>
            }
        });
        if let Some(reached) = reached.get().cloned() {
            let owner = reached.owner.clone();
            let end = Box::new(move || {
                // Views in nodes made by hand keep the owner alive: dropping `program` does not end
                // it.
                owner.cleanup();
                drop(program);
            });
            self.drawing.replace(Some(Drawing { reached, end }));
        }
    }

    /// What the methods reach.
    pub(super) fn reached(&self) -> Option<Reached> {
        let drawing = self.drawing.borrow();
        drawing.as_ref().map(|drawing| drawing.reached.clone())
    }

    /// Applies changed options that need no new drawing.
    pub(super) fn apply(&self, given: &JsValue) {
        let Some(reached) = self.reached() else {
            return;
        };
        let Reached {
            session,
            thread,
            ui,
            ..
        } = &reached;
        // An option may take a button away that has the focus.
        return_focus(ui.focus);
        session.set_history(thread, history(given));
        give_rest(&reached, given);
        look_as(&self.look, given);
        ui.on_enter.set(on_enter(given));
        ui.after_response.set_if_new(after_response(given));
        self.apply_changed(ui, given);
        ui.attaching.allowed.set_if_new(attachments(given));
    }

    /// Applies what a person can change too, if another value is given than before.
    fn apply_changed(&self, ui: &Ui, given: &JsValue) {
        let (expanded, shortcuts) = self.given_anew(given);
        if let Some(expanded) = expanded {
            ui.expanded.set(expanded);
        }
        if let Some(on) = shortcuts {
            self.shortcuts.set(on);
            ui.shortcuts.set_if_new(on);
        }
    }

    /// Whether a card shows its steps, and whether the shortcuts are on, each if it is given anew.
    fn given_anew(&self, given: &JsValue) -> (Option<bool>, Option<bool>) {
        let now = (expand_steps(given), shortcuts(given));
        let before = self.given.replace(now);
        let anew = |before: bool, now: bool| (before != now).then_some(now);
        (anew(before.0, now.0), anew(before.1, now.1))
    }

    /// Removes the chat, and ends its runs.
    pub(super) fn end(&self) {
        self.clear();
        self.owner.cleanup();
    }

    fn clear(&self) {
        let drawing = self.drawing.take();
        if let Some(drawing) = drawing {
            (drawing.end)();
        }
    }
}

/// Applies the options that the first drawing does not need.
fn give_rest(reached: &Reached, given: &JsValue) {
    let Reached {
        session,
        thread,
        ui,
        page,
        ..
    } = reached;
    session.set_options(options(given));
    allow(session, given);
    session.set_tools(given_tools(given));
    let heard = get(given, "protocolEvents").is_truthy();
    session.set_host(heard.then(|| -> Rc<dyn Host> { Rc::new(page.clone()) }));
    session.share(thread, state(given));
    session.set_debug(get(given, "debug").is_truthy());
    page.set_after_response(after_response(given));
    let Ui {
        links: rules,
        is_new,
        feedback,
        agent_name,
        starters: offered,
        tour,
        own_items,
        ..
    } = ui;
    own_items.set(menu(given));
    agent_name.set_if_new(text(given, "agentName"));
    tour.set_if_new(text(given, "tour"));
    offered.set_if_new(starters(given));
    rules.set(links(given, thread));
    // Never set back: once the thread is loaded, its messages count.
    if get(given, "newThread").is_truthy() {
        is_new.set_if_new(true);
    }
    feedback.set(get(given, "feedback").is_truthy());
}
