//! Durations as timers show them: the two largest units, rounded down.

/// How a language writes hours, minutes and seconds.
pub(super) struct Units {
    pub(super) hour: &'static str,
    pub(super) minute: &'static str,
    pub(super) second: &'static str,
    /// The separator between a number and its unit.
    pub(super) space: &'static str,
    /// The language's format of numbers.
    pub(super) number: fn(u64) -> String,
}

/// Formats `duration_ms` milliseconds: `12 s`, `1 min 5 s`, `1 h 2 min`. Leaves out a smaller unit
/// that is zero.
pub(super) fn format(duration_ms: u64, units: &Units) -> String {
    let seconds = duration_ms / 1000;
    let (minutes, second) = (seconds / 60, seconds % 60);
    let (hour, minute) = (minutes / 60, minutes % 60);
    let (large, small) = match (hour, minutes) {
        (0, 0) => ((second, units.second), None),
        (0, _) => ((minute, units.minute), Some((second, units.second))),
        _ => ((hour, units.hour), Some((minute, units.minute))),
    };
    let write = |(n, unit): (u64, &str)| [&(units.number)(n), units.space, unit].concat();
    match small.filter(|(n, _)| *n > 0) {
        Some(small) => [&write(large), " ", &write(small)].concat(),
        None => write(large),
    }
}
