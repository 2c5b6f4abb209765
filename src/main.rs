//! The standalone page: the list of threads beside the thread that the address names.
//!
//! Not responsible for anything the element has too; both use the same components.

#[cfg(target_arch = "wasm32")]
#[expect(
    unreachable_pub,
    reason = "what `#[component]` makes of the props of a private component is public"
)]
mod page;

fn main() {
    #[cfg(target_arch = "wasm32")]
    page::mount();
}
