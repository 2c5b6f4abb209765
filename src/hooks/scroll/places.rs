//! Where things are in the transcript's view.

use std::ops::Range;

use midturn_core::id::MessageId;
use wasm_bindgen::JsCast;
use web_sys::{Element, NodeList};

use super::view::ScrollViewState;
use crate::hooks::Stood;

/// A distance to the end of up to this many pixels counts as the bottom.
pub(super) const NEAR: i32 = 4;

/// The parts of an answer. A selector, because the rows are drawn by components that do not know this.
const PARTS: &str = ".mt-part";

/// A block that begins up to this many pixels below the top of the view counts as at the top: there is
/// space between blocks.
const SPACE: f64 = 48.0;

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

    /// The block of an answer at the top of the view, in this row, and where it begins.
    pub(super) fn block_in_view(&self, row: &Element) -> Option<(Element, Stood)> {
        let parts = row.query_selector_all(PARTS).ok()?;
        let part = self.first_in_view(parts.length(), |index| element_of(&parts, index))?;
        let blocks = part.children();
        let block = self.first_in_view(blocks.length(), |index| blocks.item(index))?;
        let stood = Stood {
            place: self.place(&block),
            scrolled: 0.0,
        };
        (stood.place < SPACE).then_some((block, stood))
    }

    /// The first of the elements, which are in their order on the page, that ends below the top of the
    /// view.
    fn first_in_view(&self, count: u32, at: impl Fn(u32) -> Option<Element>) -> Option<Element> {
        let top = self.container.get_bounding_client_rect().top();
        let (mut above, mut below) = (0, count);
        while above < below {
            let middle = u32::midpoint(above, below);
            if at(middle)?.get_bounding_client_rect().bottom() > top {
                below = middle;
            } else {
                above = middle + 1;
            }
        }
        at(above)
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

fn element_of(nodes: &NodeList, index: u32) -> Option<Element> {
    nodes.get(index)?.dyn_into().ok()
}
