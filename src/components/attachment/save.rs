//! Saving a file of a message.

use leptos::prelude::*;
use midturn_core::attachment::Attachment;

use super::came::{SAVED_AS, file_name, read};
use super::thumbnail::blob;
use crate::components::Ui;
use crate::hooks::save_blob;

/// Gives a file to the browser to save. Sets `missing` if its bytes are missing.
pub(super) fn save(ui: &Ui, file: &Attachment, missing: RwSignal<bool>) {
    let Ui {
        texts, announcer, ..
    } = *ui;
    let about = file.clone();
    let got = Box::new(move |bytes: Option<Vec<u8>>| {
        let Some(bytes) = bytes else {
            missing.set(true);
            announcer.say(texts.attach.missing.to_owned());
            return;
        };
        let media_type = if about.is_own() {
            &about.media_type
        } else {
            SAVED_AS
        };
        if let Ok(blob) = blob(&bytes, media_type) {
            save_blob(&file_name(texts, &about), &blob);
        }
    });
    read(ui, file, got);
}
