//! Durations as timers show them: the two largest units, rounded down.

use super::Catalogue;

impl Catalogue {
    /// How long something lasted; empty below a second, which nobody reads.
    pub fn lasted(&self, duration_ms: u64) -> String {
        if duration_ms < 1000 {
            return String::new();
        }
        self.duration(duration_ms)
    }

    /// Milliseconds as a timer shows them: `12 s`, `1 min 5 s`, `1 h 2 min`. Leaves out a smaller
    /// unit that is zero.
    pub fn duration(&self, duration_ms: u64) -> String {
        let seconds = duration_ms / 1000;
        let (minutes, second) = (seconds / 60, seconds % 60);
        let (hour, minute) = (minutes / 60, minutes % 60);
        let (large, small) = match (hour, minute) {
            (0, 0) => return self.seconds(second),
            (0, _) => (
                self.minutes(minute),
                (second > 0).then(|| self.seconds(second)),
            ),
            _ => (self.hours(hour), (minute > 0).then(|| self.minutes(minute))),
        };
        match small {
            Some(small) => [&large, " ", &small].concat(),
            None => large,
        }
    }
}
