//! The route of the playground, which is a part of the program of its own.

use js_sys::Function;
use leptos::prelude::*;
use midturn::components::Part;
use midturn::playground::{PlaygroundProps, playground};

use super::root::Root;
use super::state::Page;

/// Imports a module of the page's server, as a function from its address to a promise.
#[derive(Clone, Copy)]
pub(super) struct Import(pub(super) StoredValue<Function, LocalStorage>);

/// The playground, once its part is loaded.
#[component]
pub(super) fn Play() -> impl IntoView {
    let Import(import) = expect_context();
    let page = Page::get();
    page.surface();
    let props = Callback::new(move |()| PlaygroundProps {
        locale: page.locale.get_untracked(),
        import,
    });
    view! {
        <Root>
            <Part load=playground props/>
        </Root>
    }
}
