//! Code can be read in the default look and in each ready theme, in the light and in the dark.

use super::*;

/// The least contrast of a text and its ground that WCAG 2 accepts (level AA).
const LEAST: f64 = 4.5;

/// The relative luminance of `#rrggbb`, as WCAG 2 defines it.
fn luminance(colour: &str) -> f64 {
    let channel = |from: usize| {
        let digits = colour.get(from..from + 2).expect("it has six digits");
        let value = u8::from_str_radix(digits, 16).expect("they are hexadecimal");
        let part = f64::from(value) / 255.0;
        if part <= 0.04045 {
            part / 12.92
        } else {
            ((part + 0.055) / 1.055).powf(2.4)
        }
    };
    0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

fn contrast(one: &str, other: &str) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[test]
fn contrast_is_that_of_wcag() {
    assert!((contrast("#000000", "#ffffff") - 21.0).abs() < 1e-9);
    // The greys on both sides of the limit on white.
    assert!(contrast("#767676", "#ffffff") > LEAST);
    assert!(contrast("#777777", "#ffffff") < LEAST);
}

#[test]
fn code_has_enough_contrast_in_every_theme() {
    let code: Vec<&str> = tokens()
        .map(|token| token.name)
        .filter(|name| name.starts_with("--midturn-code-") && !name.ends_with("-soft"))
        .collect();
    assert_eq!(code.len(), 9);
    let themes = READY_THEMES.iter().map(|ready| ready.name);
    for theme in themes.chain([""]) {
        let colours = |name: &str| pair(defaults(theme, name)).expect("it has a light and a dark");
        for name in code.iter().chain(&["--midturn-text", "--midturn-muted"]) {
            // The lines of a diff have their own ground.
            let own = format!("{name}-soft");
            let is_own = tokens().any(|token| token.name == own);
            let ground = colours(if is_own { &own } else { "--midturn-sunken" });
            let text = colours(name);
            for (text, ground) in [(&text.light, &ground.light), (&text.dark, &ground.dark)] {
                let found = contrast(text, ground);
                assert!(found >= LEAST, "{theme}: {name} has {found:.2} on {ground}");
            }
        }
    }
}

#[test]
fn every_ready_theme_sets_the_colours_of_code() {
    for ready in &READY_THEMES {
        for token in tokens() {
            if token.name.starts_with("--midturn-code-") {
                let set = format!("  {}: ", token.name);
                assert!(ready.css.contains(&set), "{}: {}", ready.name, token.name);
            }
        }
    }
}
