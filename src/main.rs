//! The program, with two ways into it: the element and the standalone page.

mod embed;
#[cfg(target_arch = "wasm32")]
#[expect(
    unreachable_pub,
    reason = "what `#[component]` makes of the props of a private component is public"
)]
mod page;

/// Starts nothing: JavaScript calls `mount` for each element, or `open_page` for the page.
fn main() {}
