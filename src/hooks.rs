//! Behaviour that components share: keys, clicks outside, registered elements, focus,
//! announcements, time, scrolling, room.
//!
//! A function here that acquires a listener, timer or observer also releases it, with `keep` or
//! `at_end`.

mod announcer;
mod clipboard;
mod clock;
mod close_watcher;
mod dismiss;
mod elements;
mod focus;
mod growing;
mod in_view;
mod keys;
mod later;
mod mark;
mod mounted;
mod owned;
mod press;
mod resize;
mod room;
mod rows;
mod save;
mod scroll;
mod selection;
mod set_if_new;
mod sight;
mod stops;
mod textarea;
mod window;

pub use crate::listener::Listener;
pub use announcer::{Announcer, Said};
pub use clipboard::{copy_text, copy_with_html};
pub use clock::{read_time, use_now};
pub use close_watcher::use_close_watcher;
pub use dismiss::use_dismiss;
pub use elements::Elements;
pub use focus::{
    FocusTargets, beside, editor_name, focus_after_edit, focus_later, focus_pressed, focus_quietly,
    focus_within, focused, follow_focus, is_touched, keep_focus, keep_focus_or, leave_editor,
    note_presses, return_after_presses, return_focus,
};
pub use growing::growing;
pub use in_view::use_in_view;
pub use keys::{Enter, Ime, is_letter, with_own_modifier};
pub use later::{after_frame, later};
pub use mark::{mark, place_of, range_of, unmark};
pub use mounted::mounted_element;
pub use owned::{at_end, effect, keep};
pub use press::keep_presses;
pub use resize::use_resize;
pub use room::{Room, Width, use_room};
pub use rows::{Fitted, Rows};
pub use save::{save_blob, save_text};
pub use scroll::ScrollAnchor;
pub use selection::{selected_range, selection};
pub use set_if_new::SetIfNew;
pub use sight::{keep_in_sight, reveal, scrolls};
pub use stops::use_stops;
pub use textarea::{grow, grow_and_focus, grow_at_first, write};
pub use window::{Heights, Plan, Stood, difference};
