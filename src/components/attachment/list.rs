//! The files of a message.
//!
//! Not responsible for those in the composer (see `composed`), nor for how one looks (see `file`).

use leptos::prelude::*;
use midturn_core::attachment::Attachment;

use super::file::File;
use super::remote::{RemotePicture, is_remote_picture};
use crate::components::{Part, Ui};
use crate::part::Make;

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

impl Use {
    /// The class of a list of such files.
    pub(super) fn class(self) -> &'static str {
        match self {
            Self::Remove | Self::Wait => "mt-files",
            Self::Save => "mt-files mt-files--said",
            Self::Look => "mt-files mt-files--given",
        }
    }

    /// Whether the file is there to be had.
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

/// A list of files: a part, since most messages have none.
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
