//! A block of code: its language, buttons, and the code.
//!
//! Not responsible for its colours (see [`highlight`](super::highlight)) nor for what the buttons
//! do (see [`press`](super::press)).

use web_sys::Element;

use super::lines::Lines;
use crate::components::icon::{IconName, icon};
use crate::dom::{El, el};
use crate::i18n::Catalogue;

/// A block with more lines than this can be folded, and is when it comes whole.
const LONG: usize = 32;

/// A block of code on the page. Clones are handles to the same one.
#[derive(Clone)]
pub(super) struct CodeBlock {
    /// What stands in the answer.
    pub(super) figure: Element,
    /// The code.
    pub(super) lines: Lines,
    fold: Element,
}

impl CodeBlock {
    pub(super) fn new(texts: &Catalogue, language: &str, about: &str, code: &str) -> Self {
        let body = el("code").attr("dir", "ltr");
        let label = el("figcaption")
            .class("mt-code__language")
            .attr("dir", "ltr")
            .text(language);
        let label = if about.is_empty() {
            label
        } else {
            label.child(el("span").class("mt-code__about").text(about))
        };
        let fold = act("fold", texts.answer.code_fold, IconName::Chevron)
            .class("mt-code__act mt-code__fold")
            .attr("hidden", "");
        let figure = el("figure")
            .class("mt-code")
            .attr("data-language", &language.to_lowercase())
            .child(
                el("div")
                    .class("mt-code__head")
                    .child(label)
                    .child(
                        act("wrap", texts.answer.code_wrap, IconName::Wrap)
                            .attr("aria-pressed", "false"),
                    )
                    .child(fold.clone())
                    .child(act("copy", texts.answer.code_copy, IconName::Copy)),
            )
            .child(
                el("pre")
                    .attr("tabindex", "0")
                    .attr("role", "region")
                    .attr("aria-label", texts.answer.code)
                    .child(body.clone()),
            );
        let block = Self {
            figure: figure.into(),
            lines: Lines::new(body.element()),
            fold: fold.into(),
        };
        block.lines.append(code);
        block
    }

    /// Says how many lines there are, which decides whether it can be folded.
    pub(super) fn measure(&self, code: &str, whole: bool) {
        let known = self.figure.has_attribute("data-folds");
        let is_long = || {
            code.bytes()
                .filter(|byte| *byte == b'\n')
                .nth(LONG)
                .is_some()
        };
        if known || !is_long() {
            return;
        }
        let _ = self.fold.remove_attribute("hidden");
        if whole {
            let _ = self.figure.set_attribute("data-folded", "");
        }
        let folded = self.figure.has_attribute("data-folded");
        let _ = self.figure.set_attribute("data-folds", "");
        let _ = self
            .fold
            .set_attribute("aria-expanded", if folded { "false" } else { "true" });
    }
}

/// A small button that the answer's own listener hears.
pub(super) fn act(act: &str, name: &str, shown: IconName) -> El {
    el("button")
        .attr("type", "button")
        .class("mt-code__act")
        .attr("data-act", act)
        .attr("aria-label", name)
        .attr("title", name)
        .child(icon(shown))
}
