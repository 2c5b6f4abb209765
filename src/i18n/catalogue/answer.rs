//! What stands in an answer: code, images, tables, notes.
//!
//! Not responsible for the texts themselves: each language has its own module.

/// What stands in an answer: code, images, tables, notes.
pub struct Answer {
    /// Label of a setting.
    pub density: &'static str,
    /// Its value.
    pub density_comfortable: &'static str,
    /// Its value.
    pub density_compact: &'static str,
    /// The browser has no connection.
    pub offline: &'static str,
    /// The page that drives the thread does not answer.
    pub elsewhere_silent: &'static str,
    /// Another page has the thread, and this one can only read.
    pub elsewhere_reader: &'static str,
    /// An image without words of its own.
    pub image: &'static str,
    /// Button that fetches one image.
    pub image_show: &'static str,
    /// Name of a block of code.
    pub code: &'static str,
    /// Button of a block of code.
    pub code_copy: &'static str,
    /// What that button did.
    pub code_copied: &'static str,
    /// What that button did.
    pub code_not_copied: &'static str,
    /// Button: long lines are broken, or not.
    pub code_wrap: &'static str,
    /// Button: a long block is shown whole, or not.
    pub code_fold: &'static str,
    /// Button: the source of a diagram is shown, or not.
    pub show_source: &'static str,
    /// A diagram that cannot be drawn.
    pub not_drawn: &'static str,
    /// Name of a table.
    pub table: &'static str,
    /// A box of a list of tasks.
    pub task_open: &'static str,
    /// A box of a list of tasks.
    pub task_done: &'static str,
    /// Title of an alert.
    pub alert_note: &'static str,
    /// Title of an alert.
    pub alert_tip: &'static str,
    /// Title of an alert.
    pub alert_important: &'static str,
    /// Title of an alert.
    pub alert_warning: &'static str,
    /// Title of an alert.
    pub alert_caution: &'static str,
    /// How many lines of an output are not shown.
    pub output_more: fn(usize) -> String,
    /// Button that shows them.
    pub output_all: &'static str,
    /// Button that saves the output as a file.
    pub output_download: &'static str,
    /// Button that fetches all images of a host.
    pub image_always: fn(&str) -> String,
    /// Name of a reference to a footnote, by its label.
    pub footnote: fn(&str) -> String,
    /// Name of the way back to the reference.
    pub footnote_back: fn(&str) -> String,
}
