//! Tests of the driver, with mocks for everything outside it.

mod archive;
mod attachments;
mod cancel;
mod deletions;
mod descriptions;
mod detect;
mod early;
mod executor;
mod fake_protocols;
mod fake_view;
mod fakes;
mod harness;
mod host;
mod inbox;
mod observe;
mod past;
mod peers;
mod protocols;
mod recordings;
mod sharing;
mod storage;
mod streams;
mod tools;
mod typing;
