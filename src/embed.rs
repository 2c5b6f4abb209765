//! `<midturn-chat>`: mounts a chat into an element's shadow root.
//!
//! `element.js` defines the element and watches its attributes and properties.

#[cfg(target_arch = "wasm32")]
mod drawing;
#[cfg(target_arch = "wasm32")]
mod element;
#[cfg(target_arch = "wasm32")]
mod history;
#[cfg(target_arch = "wasm32")]
mod host;
#[cfg(target_arch = "wasm32")]
mod methods;
#[cfg(target_arch = "wasm32")]
mod options;
#[cfg(target_arch = "wasm32")]
mod strings;
#[cfg(target_arch = "wasm32")]
mod tools;
