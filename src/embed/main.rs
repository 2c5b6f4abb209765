//! The program behind `<midturn-chat>`: it defines the element and mounts a chat into each one's
//! shadow root.
//!
//! Not responsible for the chat itself, nor for the element's life on the page, which
//! `element.js` follows.

#[cfg(target_arch = "wasm32")]
mod element;
#[cfg(any(target_arch = "wasm32", test))]
mod given;

fn main() {
    #[cfg(target_arch = "wasm32")]
    element::define();
}
