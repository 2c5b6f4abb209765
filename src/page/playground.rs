//! The route of the playground, which is a part of the program of its own.

use js_sys::Function;
use leptos::prelude::*;
use midturn::app::{Chosen, Frame};
use midturn::components::Part;
use midturn::playground::{PlaygroundProps, playground};

use super::state::Page;
use super::thread::set_document_language;

/// Imports a module of the page's server, as a function from its address to a promise.
#[derive(Clone, Copy)]
pub(super) struct Import(pub(super) StoredValue<Function, LocalStorage>);

/// The playground, once its part is loaded.
#[component]
pub(super) fn Play() -> impl IntoView {
    let page = Page::get();
    let Import(import) = expect_context();
    let locale = page.locale.get_untracked();
    // Around the element there is no chat: the thread is never opened.
    let thread = page.session.fresh_thread();
    let texts = locale.catalogue();
    page.session.ui(&thread, texts, Chosen::default());
    set_document_language(texts);
    let props = Callback::new(move |()| PlaygroundProps { locale, import });
    view! {
        <Frame session=page.session texts look=page.look()>
            <Part load=playground props/>
        </Frame>
    }
}
