//! Durations as timers show them: the two largest units, rounded down. File sizes, by the browser's
//! `Intl`: in the largest unit that gives at least one. Outside of a browser, sizes are in English.

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
            Some(small) => format!("{large} {small}"),
            None => large,
        }
    }

    /// A file size, as the browser writes it in this language.
    pub fn size(&self, bytes: u64) -> String {
        size(self.control.time_locale, bytes)
    }
}

/// An `Intl` unit, its English symbol, and its number of bytes.
const UNITS: [(&str, &str, u64); 3] = [
    ("megabyte", "MB", 1_000_000),
    ("kilobyte", "kB", 1_000),
    ("byte", "byte", 1),
];

fn unit_of(bytes: u64) -> (&'static str, &'static str, u64) {
    let fits = |unit: &&(&str, &str, u64)| bytes >= unit.2;
    UNITS.iter().find(fits).copied().unwrap_or(UNITS[2])
}

/// A size in the language of this tag, with at most one decimal.
#[cfg(target_arch = "wasm32")]
fn size(tag: &'static str, bytes: u64) -> String {
    use js_sys::{Array, Intl, Object, Reflect};
    use wasm_bindgen::JsValue;

    let (unit, sign, one) = unit_of(bytes);
    #[expect(clippy::cast_precision_loss, reason = "one decimal is shown")]
    let value = bytes as f64 / one as f64;
    let options = Object::new();
    for (name, value) in [
        ("style", "unit".into()),
        ("unit", unit.into()),
        (
            "unitDisplay",
            if one == 1 { "long" } else { "short" }.into(),
        ),
        ("maximumFractionDigits", JsValue::from(1)),
    ] {
        // Fails only for frozen objects, and this one is not frozen.
        let _ = Reflect::set(&options, &name.into(), &value);
    }
    let locales = Array::of1(&tag.into());
    let format = Intl::NumberFormat::new(&locales, &options).format();
    let written = format.call1(&JsValue::NULL, &JsValue::from_f64(value)).ok();
    let written = written.and_then(|text| text.as_string());
    written.unwrap_or_else(|| format!("{bytes} {sign}"))
}

/// A size in English.
#[cfg(not(target_arch = "wasm32"))]
fn size(_: &'static str, bytes: u64) -> String {
    let (_, sign, one) = unit_of(bytes);
    let tenths = (bytes * 10 + one / 2) / one;
    let (whole, tenth) = (tenths / 10, tenths % 10);
    if tenth == 0 {
        format!("{whole} {sign}")
    } else {
        format!("{whole}.{tenth} {sign}")
    }
}
