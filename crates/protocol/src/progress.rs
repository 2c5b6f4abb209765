//! Progress in what a tool or a graph writes of its own accord. No form is prescribed, so only the
//! usual ones are recognised.

use crate::json;

/// Names of a share of the whole.
const SHARES: [&str; 3] = ["percent", "percentage", "progress"];

/// Names of the whole.
const WHOLES: [&str; 4] = ["of", "total", "max", "steps"];

/// Names of a text.
const TEXTS: [&str; 5] = ["message", "text", "status", "label", "step"];

/// The percentage and the text; `None` if there is no number that means progress.
pub fn progress(data: &str) -> Option<(u8, String)> {
    let fields = json::fields(data)?;
    let number = |wanted: &[&str]| {
        let mut of = fields.iter().filter(|(name, _)| wanted.contains(&&**name));
        of.find_map(|(_, json)| serde_json::from_str::<f64>(json.get()).ok())
    };
    let text = TEXTS.iter().find_map(|wanted| {
        let (_, json) = fields.iter().find(|(name, _)| name == wanted)?;
        Some(json::text(json)?.0.into_owned())
    });
    let share = match (number(&SHARES), number(&WHOLES)) {
        // A share is a fraction or a percentage.
        (Some(share), None) if share <= 1.0 => share * 100.0,
        (Some(share), None) => share,
        (done, Some(whole)) if whole > 0.0 => {
            let others = fields.iter().filter(|(name, _)| !WHOLES.contains(&&**name));
            let first = || {
                others
                    .into_iter()
                    .find_map(|(_, json)| serde_json::from_str(json.get()).ok())
            };
            done.or_else(first)? / whole * 100.0
        }
        _ => return None,
    };
    let text = text.unwrap_or_else(|| json::brief_arguments(data));
    Some((percent(share)?, text))
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "between 0 and 100"
)]
fn percent(share: f64) -> Option<u8> {
    share.is_finite().then(|| share.clamp(0.0, 100.0) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_forms_of_progress_are_recognised() {
        for (data, expected) in [
            (r#"{"baked":1,"of":5}"#, Some((20, "1 · 5"))),
            (r#"{"progress":0.5,"message":"half"}"#, Some((50, "half"))),
            (r#"{"percent":40,"status":"on"}"#, Some((40, "on"))),
            (r#"{"progress":3,"total":4}"#, Some((75, "3 · 4"))),
            (r#"{"percent":1000}"#, Some((100, "1000"))),
            (r#"{"of":5}"#, None),
            (r#"{"done":1,"of":0}"#, None),
            (r#"{"status":"on"}"#, None),
            (r#""text""#, None),
            ("[1]", None),
        ] {
            let expected = expected.map(|(percent, text)| (percent, text.to_owned()));
            assert_eq!(progress(data), expected, "{data}");
        }
    }
}
