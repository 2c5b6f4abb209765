//! The settings in effect, and the one way in which the dialog changes them.

use leptos::prelude::*;

use super::Settings;

/// The settings in effect. Every change is applied and stored at once.
#[derive(Clone, Copy)]
pub(super) struct Held {
    /// The settings in effect.
    pub(super) now: Signal<Settings>,
    /// Applies and stores other settings.
    pub(super) apply: Callback<Settings>,
}

impl Held {
    /// One setting, as a signal that changes with nothing else.
    pub(super) fn get<T>(self, read: fn(&Settings) -> T) -> Memo<T>
    where
        T: PartialEq + Send + Sync + 'static,
    {
        Memo::new(move |_| self.now.with(read))
    }

    /// Changes settings. Does nothing if they are the same afterwards.
    pub(super) fn set(self, change: impl FnOnce(&mut Settings)) {
        let before = self.now.get_untracked();
        let mut after = before.clone();
        change(&mut after);
        if after != before {
            self.apply.run(after);
        }
    }
}

#[cfg(test)]
mod tests {
    use leptos::prelude::*;

    use super::Held;
    use crate::components::settings::Settings;
    use crate::preferences::Theme;

    #[test]
    fn each_change_is_applied_once_and_keeps_the_others() {
        Owner::new().with(|| {
            let (settings, times) = (RwSignal::new(Settings::default()), RwSignal::new(0));
            let held = Held {
                now: settings.into(),
                apply: Callback::new(move |new| {
                    settings.set(new);
                    times.update(|times| *times += 1);
                }),
            };
            held.set(|settings| settings.theme = Theme::Dark);
            held.set(|settings| settings.notify = true);
            held.set(|settings| settings.notify = true);
            assert_eq!(times.get_untracked(), 2);
            let expected = Settings {
                theme: Theme::Dark,
                notify: true,
                ..Settings::default()
            };
            assert_eq!(settings.get_untracked(), expected);
        });
    }
}
