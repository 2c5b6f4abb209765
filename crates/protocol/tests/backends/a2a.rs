//! A2A: recorded exchanges with the SDK's servers of 1.0 (in its own words and in those of 0.3) and
//! of 0.3.

mod cancels;
mod damage;
mod joins;
mod requests;
mod rules;
mod sessions;
mod versions;

use crate::recorded;

#[test]
fn every_recorded_exchange_is_read_as_its_golden_file_says() {
    recorded::check_all("a2a", |exchange| sessions::of(&exchange.name).reader());
}
