//! A2A: recorded exchanges with the SDK's servers of 1.0 (in its own words and in those of 0.3) and
//! of 0.3.

#![allow(
    clippy::unwrap_used,
    reason = "tests may panic; clippy exempts test functions, not their helpers"
)]

mod cancels;
mod damage;
mod joins;
mod requests;
mod rules;
mod sessions;
mod versions;

use midturn_protocol::testing;

#[test]
fn every_recorded_exchange_is_read_as_its_golden_file_says() {
    testing::check_all(|exchange| sessions::of(&exchange.name).reader());
}
