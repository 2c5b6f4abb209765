//! The element's custom properties, with the defaults that the style sheets give them, and the ready
//! themes.

/// A custom property.
pub(in super::super) struct Token {
    /// Its name.
    pub(in super::super) name: &'static str,
    /// Its kind of value.
    pub(in super::super) look: Look,
}

/// What a custom property is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum TokenGroup {
    /// The accent, grounds, lines, texts and states.
    Colours,
    /// Sizes and shapes.
    Shape,
    /// Fonts.
    Type,
}

/// The kind of value of a custom property.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in super::super) enum Look {
    /// A colour for each theme.
    Colour,
    /// A number with a unit.
    Length {
        /// The unit; empty for a factor.
        unit: &'static str,
        /// The lowest value that can be chosen.
        min: f64,
        /// The highest one.
        max: f64,
        /// The step.
        step: f64,
        /// The value of a default that is no number.
        otherwise: f64,
    },
    /// Any text.
    Text,
}

const fn colour(name: &'static str) -> Token {
    let look = Look::Colour;
    Token { name, look }
}

const fn length(
    name: &'static str,
    unit: &'static str,
    [min, max, step]: [f64; 3],
    otherwise: f64,
) -> Token {
    let look = Look::Length {
        unit,
        min,
        max,
        step,
        otherwise,
    };
    Token { name, look }
}

const fn text(name: &'static str) -> Token {
    let look = Look::Text;
    Token { name, look }
}

/// Every custom property, in the groups and the order of the panel.
pub(in super::super) const TOKENS: [(TokenGroup, &[Token]); 3] = [
    (
        TokenGroup::Colours,
        &[
            colour("--midturn-accent"),
            colour("--midturn-on-accent"),
            colour("--midturn-background"),
            colour("--midturn-raised"),
            colour("--midturn-sunken"),
            colour("--midturn-side"),
            colour("--midturn-bubble"),
            colour("--midturn-hover"),
            colour("--midturn-line"),
            colour("--midturn-line-strong"),
            colour("--midturn-text"),
            colour("--midturn-muted"),
            colour("--midturn-danger"),
            colour("--midturn-danger-soft"),
            colour("--midturn-warn"),
            colour("--midturn-warn-soft"),
            colour("--midturn-code-comment"),
            colour("--midturn-code-keyword"),
            colour("--midturn-code-string"),
            colour("--midturn-code-number"),
            colour("--midturn-code-name"),
            colour("--midturn-code-type"),
            colour("--midturn-code-meta"),
            colour("--midturn-code-inserted"),
            colour("--midturn-code-inserted-soft"),
            colour("--midturn-code-deleted"),
            colour("--midturn-code-deleted-soft"),
        ],
    ),
    (
        TokenGroup::Shape,
        &[
            length("--midturn-radius", "px", [0.0, 32.0, 1.0], 12.0),
            length("--midturn-density", "", [0.5, 1.5, 0.05], 1.0),
            length("--midturn-measure", "em", [24.0, 80.0, 1.0], 46.0),
            length("--midturn-height", "px", [240.0, 1000.0, 10.0], 640.0),
            text("--midturn-shadow"),
        ],
    ),
    (
        TokenGroup::Type,
        &[
            length("--midturn-font-size", "px", [12.0, 22.0, 0.5], 16.0),
            text("--midturn-font"),
            text("--midturn-mono"),
        ],
    ),
];

/// The custom properties of all groups.
pub(in super::super) fn tokens() -> impl Iterator<Item = &'static Token> {
    TOKENS.into_iter().flat_map(|(_, held)| held)
}

/// The style sheets that name the custom properties, each with its default.
const SHEETS: [&str; 2] = [
    include_str!("../../../style/tokens.css"),
    include_str!("../../../style/base.css"),
];

/// A ready theme.
pub(in super::super) struct ReadyTheme {
    /// Its name. The class is `midturn-` with the name, and the file has the name.
    pub(in super::super) name: &'static str,
    /// Its style sheet.
    pub(in super::super) css: &'static str,
}

/// The ready themes.
pub(in super::super) const READY_THEMES: [ReadyTheme; 3] = [
    ReadyTheme {
        name: "paper",
        css: include_str!("../../../packages/midturn/themes/paper.css"),
    },
    ReadyTheme {
        name: "ocean",
        css: include_str!("../../../packages/midturn/themes/ocean.css"),
    },
    ReadyTheme {
        name: "contrast",
        css: include_str!("../../../packages/midturn/themes/contrast.css"),
    },
];

/// The default of a custom property.
pub(super) fn base(name: &str) -> Option<&'static str> {
    let used = format!("var({name}, ");
    let mut sheets = SHEETS.into_iter();
    sheets.find_map(|sheet| sheet.split_once(&used).map(|(_, rest)| to_end(rest)))
}

/// The value of a custom property that is not set, with this ready theme.
pub(in super::super) fn defaults(theme: &str, name: &str) -> &'static str {
    let theme = READY_THEMES.iter().find(|ready| ready.name == theme);
    let set = theme.and_then(|theme| {
        let (_, rest) = theme.css.split_once(&format!("{name}: "))?;
        rest.split(';').next()
    });
    set.or_else(|| base(name)).unwrap_or_default()
}

/// A text up to the parenthesis that closes what was opened before it.
fn to_end(text: &str) -> &str {
    let mut open = 0;
    for (at, letter) in text.char_indices() {
        match letter {
            '(' => open += 1,
            ')' if open == 0 => return text.split_at(at).0,
            ')' => open -= 1,
            _ => {}
        }
    }
    text
}

/// A colour for the light theme and one for the dark theme, as `#rrggbb`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Pair {
    /// In the light theme.
    pub(in super::super) light: String,
    /// In the dark theme.
    pub(in super::super) dark: String,
}

impl Pair {
    /// As a value in CSS.
    pub(in super::super) fn css(&self) -> String {
        let Self { light, dark } = self;
        format!("light-dark({light}, {dark})")
    }
}

/// Reads `light-dark(…, …)` with two colours in hexadecimal notation.
pub(in super::super) fn pair(value: &str) -> Option<Pair> {
    let inside = value
        .trim()
        .strip_prefix("light-dark(")?
        .strip_suffix(')')?;
    let (light, dark) = inside.split_once(',')?;
    Some(Pair {
        light: whole(light.trim())?,
        dark: whole(dark.trim())?,
    })
}

/// A colour with six digits: `#fff` is `#ffffff`.
fn whole(colour: &str) -> Option<String> {
    let digits = colour.strip_prefix('#')?;
    if !digits.chars().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    match digits.len() {
        3 => Some(digits.chars().fold(String::from("#"), |mut whole, digit| {
            whole.push(digit);
            whole.push(digit);
            whole
        })),
        6 => Some(colour.to_ascii_lowercase()),
        _ => None,
    }
}
