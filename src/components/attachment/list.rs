//! The files of a message, or of the composer: each with its picture or sign, name, type and size.
//!
//! Not responsible for their bytes.

use leptos::prelude::*;
use std::rc::Rc;

use midturn_core::attachment::{Attached, Attachment, AttachmentInput, Medium};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{Element, HtmlElement, Node};

use super::add::notes;
use super::came::{facts, link_to, name_of, picture};
use super::save::save;
use super::thumbnail::{is_drawn, thumbnail};
use crate::components::answer::link;
use crate::components::icon::{IconName, icon};
use crate::components::{Ui, icon_button, undoable};
use crate::dom::{El, all, choose, each, el, show, text};
use crate::hooks::after_frame;
use crate::style::adopt_turns_style;

/// What can be done with a file where it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// Taken off the composer.
    Remove,
    /// Nothing: its message waits.
    Wait,
    /// Saved, or followed to where it is.
    Save,
    /// The same, of what a tool gave: a picture is looked at.
    Look,
}

/// A list of files.
pub fn file_list(ui: &Ui, files: &[Attachment], how: Use) -> El {
    let list = holder(ui, how);
    files
        .iter()
        .fold(list, |list, file| list.child(shown(ui, file, how)))
}

/// What the composer shows of files: those that were refused, the one taken off last, and those that
/// are attached. A chat that has just been opened has none of them, so they are one region.
pub fn composer_files(ui: &Ui) -> Node {
    let (attached, refused) = (ui.cells.attached.clone(), ui.attaching.refused.clone());
    let ui = ui.clone();
    show(
        move || attached.with(Attached::is_any) || refused.with(|refused| !refused.is_empty()),
        move || around(&ui),
    )
}

fn around(ui: &Ui) -> El {
    let (refused, files) = (ui.attaching.refused.clone(), ui.cells.attached.clone());
    let removed = ui.cells.attached.clone();
    let last = move || removed.with(|held| held.removed().map(|file| file.id.to_string()));
    let (noted, shown) = (ui.clone(), ui.clone());
    let undo = undoable(ui, Rc::new(last), ui.texts.attach.removed, |ui| {
        let restored = AttachmentInput::Restored;
        ui.actions.attachment(restored);
    });
    styled(el("div").class("mt-attaching"))
        .child(show(
            move || refused.with(|refused| !refused.is_empty()),
            move || notes(&noted),
        ))
        .child(undo)
        .child(show(
            move || files.with(|held| !held.files().is_empty()),
            move || composed(&shown),
        ))
}

fn composed(ui: &Ui) -> El {
    let listed = ui.cells.attached.clone();
    let keys = move || {
        let ids = |held: &Attached| {
            held.files()
                .iter()
                .map(|file| file.id.to_string())
                .collect()
        };
        listed.with(ids)
    };
    let shown = ui.clone();
    let row = move |key: &str| {
        shown.cells.attached.with_untracked(|held| {
            let file = held.files().iter().find(|file| file.id.as_str() == key)?;
            Some(entry(&shown, file, Use::Remove).into())
        })
    };
    holder(ui, Use::Remove).child(each(keys, row))
}

/// Brings the styles that come with the first message: a chat that is empty can have files.
pub(super) fn styled(view: El) -> El {
    let element = view.element().clone();
    // When it is on the page.
    spawn_local(async move { adopt_turns_style(&element) });
    view
}

/// A list without files yet.
fn holder(ui: &Ui, how: Use) -> El {
    let class = match how {
        Use::Remove | Use::Wait => "mt-files",
        Use::Save => "mt-files mt-files--said",
        Use::Look => "mt-files mt-files--given",
    };
    el("ul")
        .class(class)
        .attr("aria-label", ui.texts.attach.files)
}

/// One file, or the picture that it is.
fn shown(ui: &Ui, file: &Attachment, how: Use) -> El {
    let (plain, about) = (ui.clone(), file.clone());
    let picture = match how {
        Use::Save | Use::Look => picture(ui, file, move || filled(el("div"), &plain, &about, how)),
        Use::Remove | Use::Wait => None,
    };
    picture.unwrap_or_else(|| entry(ui, file, how))
}

fn entry(ui: &Ui, file: &Attachment, how: Use) -> El {
    let item = el("li").attr("data-testid", "attachment");
    filled(item, ui, file, how)
}

/// What is shown of a file, in this element.
fn filled(item: El, ui: &Ui, file: &Attachment, how: Use) -> El {
    let missing = ArcRwSignal::new(false);
    let called = name_of(ui.texts, file);
    let picture = if is_drawn(file) {
        thumbnail(ui, file, how == Use::Look, &missing)
    } else {
        el("span").class("mt-file__sign").child(icon(sign_of(file)))
    };
    let (texts, lost, about) = (ui.texts, missing.clone(), file.clone());
    let facts = choose(
        move || lost.get(),
        move |lost| {
            if lost {
                return Some(text(texts.attach.missing));
            }
            // Each apart, or a line from right to left parts a number from its unit.
            let facts = facts(texts, &about).into_iter().enumerate();
            Some(all(facts.flat_map(|(place, fact)| {
                let between = (place > 0).then(|| text(" · "));
                between.into_iter().chain([el("bdi").text(&fact).into()])
            })))
        },
    );
    let words = el("span")
        .class("mt-file__words")
        .child(name(ui, file, how, &called))
        .child(el("span").class("mt-file__facts").child(facts));
    let item = item
        .class("mt-file")
        .attr("title", &called)
        .live_class("mt-file--missing", {
            let lost = missing.clone();
            move || lost.get()
        })
        .child(picture)
        .child(words);
    match how {
        Use::Wait => item,
        Use::Remove => {
            let (acting, id, row) = (ui.clone(), file.id.clone(), item.element().clone());
            let name = (texts.attach.remove)(&called);
            item.child(small(&name, IconName::Close, move || {
                let next = beside(&row);
                let removed = AttachmentInput::Removed(id.clone());
                acting.actions.attachment(removed);
                acting.announcer.say(acting.texts.attach.removed.to_owned());
                // With no file left the focus goes to the field (see `return_focus`).
                after_frame(move || {
                    if let Some(button) = next {
                        let _ = button.focus();
                    }
                });
            }))
        }
        // There is nothing to save of what is elsewhere.
        Use::Save | Use::Look if !file.is_own() && !file.has_bytes() => item,
        Use::Save | Use::Look => {
            let (acting, about) = (ui.clone(), file.clone());
            let name = (texts.attach.download)(&called);
            item.child(small(&name, IconName::Download, move || {
                save(&acting, &about, &missing);
            }))
        }
    }
}

/// The name of a file; of one that is elsewhere, a link, if there may be one.
fn name(ui: &Ui, file: &Attachment, how: Use, called: &str) -> El {
    let leads = match how {
        Use::Save | Use::Look => link_to(ui, file),
        Use::Remove | Use::Wait => None,
    };
    let name = match leads {
        Some(url) => link(&url, "", None).0.class("mt-file__name mt-a"),
        None => el("span").class("mt-file__name"),
    };
    name.attr("dir", "auto").text(called)
}

fn sign_of(file: &Attachment) -> IconName {
    match file.came.as_ref().map(|came| came.kind) {
        Some(Medium::Image) => IconName::Image,
        _ => IconName::File,
    }
}

fn small(name: &str, shown: IconName, press: impl FnMut() + 'static) -> El {
    let classes = "mt-button mt-button--icon mt-button--quiet mt-button--small mt-file__act";
    icon_button(classes, name, shown, press).attr("title", name)
}

/// The button of the file beside one that goes.
fn beside(row: &Element) -> Option<HtmlElement> {
    let next = row.next_element_sibling();
    let next = next.or_else(|| row.previous_element_sibling())?;
    let button = next.query_selector("button").ok().flatten()?;
    button.dyn_into().ok()
}
