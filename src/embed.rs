//! `<midturn-chat>`: mounts a chat into an element's shadow root.
//!
//! Not responsible for the chat itself, nor for the element, which `element.js` defines and
//! follows.

#[cfg(target_arch = "wasm32")]
mod element;
#[cfg(any(target_arch = "wasm32", test))]
mod given;
#[cfg(target_arch = "wasm32")]
mod history;
#[cfg(target_arch = "wasm32")]
mod host;
#[cfg(target_arch = "wasm32")]
mod tools;
