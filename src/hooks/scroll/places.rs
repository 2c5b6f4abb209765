//! Where things are in the transcript's view.

use std::ops::Range;

use midturn_core::id::MessageId;
use web_sys::Element;

use super::view::ScrollViewState;
use crate::hooks::Stood;

/// A distance to the end of up to this many pixels counts as the bottom.
pub(super) const NEAR: i32 = 4;

/// The heights of content and view are whole pixels, positions are not: the end may be this far away.
pub(super) const PIXEL: i32 = 1;

impl ScrollViewState {
    /// Whether the browser may have scrolled to the end by itself, because the content became shorter.
    pub(super) fn is_cut_off(&self) -> bool {
        self.container.scroll_height() < self.height.get() && self.is_at_bottom()
    }

    pub(super) fn is_at_bottom(&self) -> bool {
        self.to_end() <= NEAR
    }

    /// The distance to the end, in pixels.
    pub(super) fn to_end(&self) -> i32 {
        let container = &self.container;
        container.scroll_height() - container.client_height() - container.scroll_top()
    }

    pub(super) fn header(&self) -> Option<(Element, f64)> {
        let header = self.container.query_selector(self.header).ok()??;
        let place = self.place(&header);
        Some((header, place))
    }

    /// The row at the top of the view, and where it begins.
    pub(super) fn row_in_view(&self) -> Option<(MessageId, Stood)> {
        let (key, place) = self.rows.at(self.view().start)?;
        let drawn = self.rows.element(&key);
        let stood = Stood {
            place: drawn.map_or(place, |element| self.place(&element)),
            scrolled: 0.0,
        };
        Some((key, stood))
    }

    /// The part of the list in view.
    pub(super) fn view(&self) -> Range<f64> {
        let start = -self.place(self.rows.root()) - self.rows.slack();
        start..start + f64::from(self.container.client_height())
    }

    pub(super) fn place(&self, element: &Element) -> f64 {
        element.get_bounding_client_rect().top() - self.container.get_bounding_client_rect().top()
    }
}
