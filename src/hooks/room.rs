//! Measures how much room a chat has.
//!
//! The style sheets and the queue decide what to hide or fold then.

use crate::hooks::SetIfNew;
use js_sys::Array;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, ResizeObserver};

use super::after_frame;
use super::sight::{bring_in_sight, keep_in_sight, pixels};
use crate::hooks::at_end;

/// Below this height, in multiples of its font size, a chat has little room.
const LOW: f64 = 33.0;

/// Below this height, in multiples of its font size, transcript and composer do not fit together:
/// the chat scrolls.
const TINY: f64 = 20.0;

/// How much vertical room a chat has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Room {
    /// Enough.
    #[default]
    Ample,
    /// Little, for example on a phone with its keyboard open.
    Low,
    /// Less than transcript and composer need, for example with a browser zoom of 400 %.
    Tiny,
}

impl Room {
    /// The room of a chat of this height with this font size, both in pixels. `None` for a hidden
    /// chat, which has no height.
    fn of(height: f64, type_size: f64) -> Option<Self> {
        let lines = height / type_size;
        match lines {
            _ if height <= 0.0 || !lines.is_finite() => None,
            _ if lines < TINY => Some(Self::Tiny),
            _ if lines < LOW => Some(Self::Low),
            _ => Some(Self::Ample),
        }
    }
}

/// Below this width, in pixels, the composer's row has little room.
const NARROW: f64 = 640.0;

/// Below this width, in pixels, most rows have little room.
const SLIM: f64 = 480.0;

/// The font size for which these widths are, in pixels.
const USUAL: f64 = 16.0;

/// How wide a chat is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Width {
    /// As wide as a phone.
    Slim,
    /// Too narrow for all buttons in a row.
    Narrow,
    /// Wide enough.
    #[default]
    Wide,
}

impl Width {
    /// The width of a chat of this many pixels with this font size, in pixels too. `None` for a hidden
    /// chat, which has no width.
    fn of(pixels: i32, type_size: f64) -> Option<Self> {
        // Large type makes every row wider. With small type, icons and spaces are as wide as before.
        let width = f64::from(pixels) * USUAL / type_size.max(USUAL);
        match width {
            _ if pixels <= 0 => None,
            _ if width < SLIM => Some(Self::Slim),
            _ if width < NARROW => Some(Self::Narrow),
            _ => Some(Self::Wide),
        }
    }
}

/// Keeps `room` and `width` up to date with the room of `chat`, until the current owner ends.
/// Brings the focused field into sight when it takes the focus and when the room changes. `dock` is
/// what is below the transcript.
pub fn use_room(chat: &Element, dock: &Element, room: RwSignal<Room>, width: RwSignal<Width>) {
    // At once, so that the first drawing is the right one.
    let widen = move |chat: &Element| {
        if let Some(now) = Width::of(chat.client_width(), type_size(chat)) {
            width.set_if_new(now);
        }
    };
    widen(chat);
    let measured = chat.clone();
    let resized = Closure::<dyn FnMut(Array)>::new(move |_: Array| {
        let height = f64::from(measured.client_height());
        if let Some(now) = Room::of(height, type_size(&measured)) {
            room.set_if_new(now);
            widen(&measured);
            let around = measured.clone();
            // The layout for the new room is done by then.
            after_frame(move || bring_in_sight(&around));
        }
    });
    let Ok(observer) = ResizeObserver::new(resized.as_ref().unchecked_ref()) else {
        return;
    };
    observer.observe(chat);
    // What appears above the composer takes room too.
    observer.observe(dock);
    keep_in_sight(chat);
    at_end(move || {
        observer.disconnect();
        drop(resized);
    });
}

fn type_size(element: &Element) -> f64 {
    pixels(element, "font-size").unwrap_or(USUAL)
}

#[cfg(test)]
mod tests {
    use super::{Room, Width};

    #[test]
    fn room_is_measured_in_multiples_of_the_font_size() {
        assert_eq!(Room::of(640.0, 16.0), Some(Room::Ample));
        assert_eq!(Room::of(640.0, 32.0), Some(Room::Low));
        assert_eq!(Room::of(428.0, 16.0), Some(Room::Low));
        assert_eq!(Room::of(204.0, 16.0), Some(Room::Tiny));
        assert_eq!(Room::of(0.0, 16.0), None);
        assert_eq!(Room::of(640.0, 0.0), None);
    }

    #[test]
    fn a_hidden_chat_has_no_width() {
        assert_eq!(Width::of(0, 16.0), None);
        assert_eq!(Width::of(479, 16.0), Some(Width::Slim));
        assert_eq!(Width::of(480, 16.0), Some(Width::Narrow));
        assert_eq!(Width::of(640, 16.0), Some(Width::Wide));
        assert!(Width::Slim < Width::Wide);
    }

    #[test]
    fn large_type_needs_more_width_and_small_type_no_less() {
        assert_eq!(Width::of(959, 32.0), Some(Width::Slim));
        assert_eq!(Width::of(960, 32.0), Some(Width::Narrow));
        assert_eq!(Width::of(1280, 32.0), Some(Width::Wide));
        assert_eq!(Width::of(639, 14.0), Some(Width::Narrow));
    }
}
