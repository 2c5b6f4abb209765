//! The files of a message.
//!
//! Not responsible for the files in the composer (see `composed`), nor for how a file looks (see
//! `file`).

use leptos::prelude::*;
use midturn_core::attachment::Attachment;

use super::file::File;
use super::remote::{RemotePicture, is_remote_picture};
use crate::components::{Part, Ui};
use crate::part::Make;

/// What the person can do with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// Remove it from the composer.
    Remove,
    /// Nothing: its message waits in the queue.
    Wait,
    /// Save it, or open its link.
    Save,
    /// Like `Save`, for a tool's result: the whole picture is shown.
    Look,
}

impl Use {
    /// The class of a list of such files.
    pub(super) fn class(self) -> &'static str {
        match self {
            Self::Remove | Self::Wait => "mt-files",
            Self::Save => "mt-files mt-files--said",
            Self::Look => "mt-files mt-files--given",
        }
    }

    /// Whether the person can save or open the file.
    pub(super) fn is_given(self) -> bool {
        match self {
            Self::Remove | Self::Wait => false,
            Self::Save | Self::Look => true,
        }
    }
}

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
