//! What the mock browser has still to deliver to a page.

use std::collections::VecDeque;
use std::rc::Rc;

use super::trace;
use crate::driver::LockNews;

pub(super) type Told = Rc<dyn Fn(LockNews)>;
pub(super) type Listener = Rc<dyn Fn(String)>;

/// What is still to be delivered to a page. Each kind keeps its order.
#[derive(Default)]
pub(super) struct Mail {
    pub(super) said: VecDeque<(Listener, String)>,
    pub(super) news: VecDeque<News>,
    /// The disk's answers, and when the page asked.
    pub(super) answers: VecDeque<(u32, Box<dyn FnOnce()>)>,
}

/// News of a lock.
pub(super) struct News {
    /// The request for the lock.
    pub(super) serial: u32,
    pub(super) sent: u32,
    pub(super) told: Told,
    pub(super) said: LockNews,
}

impl Mail {
    pub(super) fn next_answer(&mut self) -> Option<Box<dyn FnOnce()>> {
        // The disk's answer to a question that came after the news cannot overtake the news.
        let asked = self.answers.front()?.0;
        if self.news.front().is_some_and(|news| news.sent < asked) {
            return self.next_news();
        }
        self.answers.pop_front().map(|(_, answer)| answer)
    }

    pub(super) fn next_news(&mut self) -> Option<Box<dyn FnOnce()>> {
        let News { told, said, .. } = self.news.pop_front()?;
        Some(Box::new(move || {
            trace::note(format!("the page is told {said:?}"));
            told(said);
        }))
    }
}
