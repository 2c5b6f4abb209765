//! Saving a file of a message.
//!
//! Not responsible for where the browser puts it.

use midturn_core::attachment::Attachment;
use web_sys::{HtmlAnchorElement, Url};

use super::came::{SAVED_AS, file_name, read};
use super::thumbnail::blob;
use crate::components::Ui;
use crate::dom::el;
use crate::hooks::later;
use crate::reactive::Signal;

/// How long an address may be needed after it was clicked, in milliseconds.
const GONE: u32 = 60_000;

/// Hands a file to the browser to save. Where there are no bytes `missing` says so.
#[inline(never)]
pub(super) fn save(ui: &Ui, file: &Attachment, missing: &Signal<bool>) {
    let (about, missing) = (file.clone(), missing.clone());
    let (announcer, texts) = (ui.announcer.clone(), ui.texts);
    let got = Box::new(move |bytes: Option<Vec<u8>>| {
        let Some(bytes) = bytes else {
            missing.set(true);
            announcer.say((texts.attach)().missing.to_owned());
            return;
        };
        let media_type = if about.is_own() {
            &about.media_type
        } else {
            SAVED_AS
        };
        let address = blob(&bytes, media_type);
        let Ok(address) = address.and_then(|blob| Url::create_object_url_with_blob(&blob)) else {
            return;
        };
        let link = el("a")
            .attr("href", &address)
            .attr("download", &file_name(texts, &about));
        link.cast::<HtmlAnchorElement>().click();
        later(GONE, move || drop(Url::revoke_object_url(&address)));
    });
    read(ui, file, got);
}
