//! Collects the events of the frame being read, without calls that only ask for an approval.

use std::ops::{Deref, DerefMut};

use midturn_core::run_event::RunEvent;

use super::confirm::Confirmations;
use crate::out;
pub(crate) use crate::out::Of;

/// [`out::Out`] with the [`Confirmations`] in front of it.
#[derive(Debug, Default)]
pub(crate) struct Out {
    inner: out::Out,
    confirmations: Confirmations,
}

impl Out {
    pub(crate) fn event(&mut self, event: RunEvent) {
        // Fast path: nearly every event is a piece of text, which needs no list.
        if !self.confirmations.concern(&event) {
            return self.inner.event(event);
        }
        for event in self.confirmations.pass(event) {
            self.inner.event(event);
        }
    }
}

impl Deref for Out {
    type Target = out::Out;

    fn deref(&self) -> &out::Out {
        &self.inner
    }
}

impl DerefMut for Out {
    fn deref_mut(&mut self) -> &mut out::Out {
        &mut self.inner
    }
}
