//! The files of a message.
//!
//! Not responsible for the files in the composer (see `composed`), nor for how a file looks (see
//! `file`).

use leptos::prelude::*;
use midturn_core::attachment::Attachment;

use super::file::File;
use super::remote::{RemotePicture, is_remote_picture};
use super::usage::Use;
use crate::components::{Part, Ui};
use crate::part::Make;

crate::part! {
    in details
    fn files() -> Make<FilesProps> { |props| Files(props).into_any() }
}

/// A list of files. A part of the program, because most messages have none.
#[component]
pub fn FileList(
    /// The files.
    files: Vec<Attachment>,
    /// What can be done with them.
    how: Use,
) -> impl IntoView {
    let props = Callback::new(move |()| FilesProps {
        files: files.clone(),
        how,
    });
    view! { <Part load=self::files props/> }.into_any()
}

#[component]
fn Files(files: Vec<Attachment>, how: Use) -> impl IntoView {
    let row = |file: Attachment| {
        if how.is_given() && is_remote_picture(&file) {
            view! { <RemotePicture file how/> }.into_any()
        } else {
            view! { <File file how/> }.into_any()
        }
    };
    view! {
        <ul class=how.class() aria-label=Ui::get().texts.attach.files>
            {files.into_iter().map(row).collect_view()}
        </ul>
    }
}
