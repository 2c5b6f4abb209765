//! Runs the driver's `async` functions in tests: work goes on at once when it is woken, so that a test
//! sees what came of an answer as soon as it has given it.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::task::{Context, Wake, Waker};

use crate::driver::Work;

thread_local! {
    static WORK: RefCell<HashMap<u64, Work>> = RefCell::default();
    static WOKEN: RefCell<VecDeque<u64>> = RefCell::default();
    static NUMBER: Cell<u64> = const { Cell::new(0) };
    static IS_RUNNING: Cell<bool> = const { Cell::new(false) };
}

struct Woken(u64);

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        // At the end of a test's thread, what is left is dropped, and nothing runs.
        let woken = WOKEN.try_with(|woken| woken.borrow_mut().push_back(self.0));
        if woken.is_ok() {
            run();
        }
    }
}

/// Goes on with work.
pub(in crate::driver) fn spawn(work: Work) {
    let number = NUMBER.get() + 1;
    NUMBER.set(number);
    WORK.with_borrow_mut(|all| all.insert(number, work));
    Arc::new(Woken(number)).wake();
}

fn run() {
    if IS_RUNNING.replace(true) {
        return;
    }
    while let Some(number) = WOKEN.with_borrow_mut(VecDeque::pop_front) {
        let Some(mut work) = WORK.with_borrow_mut(|all| all.remove(&number)) else {
            continue;
        };
        let waker = Waker::from(Arc::new(Woken(number)));
        let polled = work.as_mut().poll(&mut Context::from_waker(&waker));
        if polled.is_pending() {
            WORK.with_borrow_mut(|all| all.insert(number, work));
        }
    }
    IS_RUNNING.set(false);
}
