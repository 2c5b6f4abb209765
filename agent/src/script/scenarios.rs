//! What happens in each scenario, grouped by what it shows.
//!
//! Not responsible for: choosing one, and playing it.

pub(super) mod agents;
pub(super) mod faults;
pub(super) mod talk;
pub(super) mod tour;
pub(super) mod work;
