//! A question shows what will be done: characters that are not seen, or that turn the text around, are
//! written as their numbers.

use std::fmt::Write;

/// The text with such characters as `⟨U+202E⟩`. Joiners stay: words of many languages and emoji have
/// them.
pub(super) fn visible(text: String) -> String {
    if !text.contains(is_hidden) {
        return text;
    }
    let mut shown = String::new();
    for sign in text.replace("\r\n", "\n").chars() {
        if is_hidden(sign) {
            let _ = write!(shown, "⟨U+{:04X}⟩", u32::from(sign));
        } else {
            shown.push(sign);
        }
    }
    shown
}

fn is_hidden(sign: char) -> bool {
    let is_seen = matches!(sign, '\n' | '\t');
    (sign.is_control() && !is_seen)
        || matches!(sign,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}'
            | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::visible;

    #[test]
    fn what_is_not_seen_is_written_as_its_number() {
        for (text, shown) in [
            ("rm -rf ./build\n\tcd é", "rm -rf ./build\n\tcd é"),
            ("a\r\nb", "a\nb"),
            ("a\rb\u{1b}[2K", "a⟨U+000D⟩b⟨U+001B⟩[2K"),
            ("a\u{202e}gpj.exe", "a⟨U+202E⟩gpj.exe"),
            ("~\u{2066}#\u{2069}", "~⟨U+2066⟩#⟨U+2069⟩"),
            ("a\u{200b}b\u{e0041}", "a⟨U+200B⟩b⟨U+E0041⟩"),
            (
                "می\u{200c}خواهم 👩\u{200d}💻",
                "می\u{200c}خواهم 👩\u{200d}💻",
            ),
        ] {
            assert_eq!(visible(text.to_owned()), shown);
        }
    }
}
