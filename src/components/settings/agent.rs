//! The settings about the agent: which one is spoken to, and how it works with the person.

use leptos::prelude::*;

use super::always::{Always, AlwaysAllowed};
use super::choice::{Choice, Values};
use super::group::Group;
use super::held::Held;
use super::notices::{Notices, Notify};
use super::switch::Switch;
use super::text::{Text, Typed};
use crate::components::Surface;

/// The group.
#[component]
pub(super) fn Agent(
    held: Held,
    open: RwSignal<bool>,
    protocols: Values,
    always: Always,
    notices: Notices,
) -> impl IntoView {
    let texts = Surface::get().texts;
    let names = std::iter::once(("", texts.backend.protocol_auto)).chain(protocols);
    let has_options = held.get(|now| !now.protocol.is_empty());
    let url = Typed {
        name: "agent-url",
        id: "midturn-agent-url",
        label: texts.agent_url,
        help: texts.agent_url_help,
        error: texts.setup.agent_url_bad,
        example: "/agui",
        keyboard: "url",
        read: |now| now.agent_url.clone(),
        write: |new, url| new.agent_url = url,
        is_valid: is_address,
    };
    view! {
        <Group id="midturn-settings-agent" title=texts.setup.agent>
            <Text typed=url held open/>
            <Choice
                name="protocol"
                label=texts.backend.protocol
                chosen=held.get(|now| now.protocol.clone())
                values=names.collect()
                choose=Callback::new(move |name| held.set(|new| new.protocol = name))
            />
            <Show when=move || has_options.get()>
                <Options held open/>
            </Show>
            <Switch
                name="after-response"
                label=texts.speak.after_response
                on=held.get(|now| now.after_response)
                switch=Callback::new(move |on| held.set(|new| new.after_response = on))
            />
            <Notify held notices/>
            <AlwaysAllowed always/>
        </Group>
    }
}

/// What the protocol is configured with.
#[component]
fn Options(held: Held, open: RwSignal<bool>) -> impl IntoView {
    let texts = Surface::get().texts;
    let options = Typed {
        name: "protocol-options",
        id: "midturn-protocol-options",
        label: texts.backend.options,
        help: texts.backend.options_help,
        error: texts.backend.options_bad,
        example: "",
        keyboard: "text",
        read: |now| now.protocol_options.clone(),
        write: |new, options| new.protocol_options = options,
        is_valid: is_object,
    };
    view! { <Text typed=options held open/> }
}

/// Whether this can be the agent's address: nothing, a path on the page's own server, or a whole
/// address. Without its beginning, `localhost:8000/agui` would be of the scheme `localhost`, and
/// `example.com/agui` a path below that of the conversation.
fn is_address(url: &str) -> bool {
    url.is_empty() || (is_begun(url) && is_readable(url))
}

fn is_begun(url: &str) -> bool {
    let url = url.to_ascii_lowercase();
    ["/", "http://", "https://"]
        .iter()
        .any(|beginning| url.starts_with(beginning))
}

/// Whether the browser can read this address, such as one with a number as its port.
fn is_readable(url: &str) -> bool {
    let base = document().base_uri().ok().flatten().unwrap_or_default();
    web_sys::Url::new_with_base(url, &base).is_ok()
}

/// Whether this is empty or a JSON object.
fn is_object(options: &str) -> bool {
    options.is_empty() || (options.starts_with('{') && js_sys::JSON::parse(options).is_ok())
}

#[cfg(test)]
mod tests {
    use super::is_begun;

    #[test]
    fn an_address_is_a_path_or_whole() {
        for good in ["/agui", "https://example.com", "HTTP://localhost:8000/agui"] {
            assert!(is_begun(good), "{good}");
        }
        for bad in ["localhost:8000", "example.com/agui", "javascript:1", "agui"] {
            assert!(!is_begun(bad), "{bad}");
        }
    }
}
