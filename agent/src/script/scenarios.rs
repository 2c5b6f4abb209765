//! The scenarios' scripts, grouped by what they show.

pub(super) mod agents;
pub(super) mod asks;
pub(super) mod faults;
pub(super) mod members;
pub(super) mod talk;
pub(super) mod tour;
pub(super) mod work;
