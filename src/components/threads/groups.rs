//! The groups of the list: by the day of a thread's last turn.

use midturn_core::time::Millis;

use crate::i18n::Catalogue;

/// A day in milliseconds.
const DAY: i64 = 24 * 60 * 60 * 1000;

/// A minute in milliseconds.
const MINUTE: i64 = 60 * 1000;

/// When a thread's last turn began.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum When {
    Today,
    Yesterday,
    /// In the seven days before today, but not yesterday.
    Week,
    Older,
}

impl When {
    /// All groups, in the order of the list.
    pub(super) const ALL: [Self; 4] = [Self::Today, Self::Yesterday, Self::Week, Self::Older];

    /// The group of a day. A day of another clock, which is ahead, is today.
    pub(super) fn of(day: i64, today: i64) -> Self {
        match today - day {
            ..=0 => Self::Today,
            1 => Self::Yesterday,
            2..=7 => Self::Week,
            _ => Self::Older,
        }
    }

    /// The group's heading.
    pub(super) fn heading(self, texts: &Catalogue) -> &'static str {
        match self {
            Self::Today => texts.conversations.today,
            Self::Yesterday => texts.conversations.yesterday,
            Self::Week => texts.conversations.week,
            Self::Older => texts.conversations.older,
        }
    }

    /// The id of the heading's element.
    pub(super) fn id(self) -> &'static str {
        match self {
            Self::Today => "midturn-today",
            Self::Yesterday => "midturn-yesterday",
            Self::Week => "midturn-week",
            Self::Older => "midturn-older",
        }
    }
}

/// The number of the day of a time. `behind` is by how many minutes local time is behind UTC then,
/// as browsers give it.
pub(super) fn local_day(at: Millis, behind: i64) -> i64 {
    let at = i64::try_from(at).unwrap_or(i64::MAX);
    at.saturating_sub(behind * MINUTE).div_euclid(DAY)
}

#[cfg(test)]
mod tests {
    use super::{DAY, When, local_day};

    #[test]
    fn groups_are_by_calendar_days() {
        let of = |days: i64| When::of(100 - days, 100);
        assert_eq!(of(-1), When::Today);
        assert_eq!(of(0), When::Today);
        assert_eq!(of(1), When::Yesterday);
        assert_eq!(of(2), When::Week);
        assert_eq!(of(7), When::Week);
        assert_eq!(of(8), When::Older);
    }

    #[test]
    fn a_day_begins_at_local_midnight() {
        let midnight = u64::try_from(20 * DAY).unwrap();
        assert_eq!(local_day(midnight, 0), 20);
        assert_eq!(local_day(midnight - 1, 0), 19);
        // An hour ahead of UTC, the day has begun an hour before.
        assert_eq!(local_day(midnight - 60 * 60 * 1000, -60), 20);
        assert_eq!(local_day(midnight, 60), 19);
    }
}
