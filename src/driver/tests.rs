//! Tests of the driver, with everything outside faked.

mod cancel;
mod fakes;
mod harness;
mod inbox;
mod recordings;
mod storage;
mod streams;
