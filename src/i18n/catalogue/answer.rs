//! Parts of an answer: code, images, tables, footnotes. Also density and connection.

/// Parts of an answer: code, images, tables, footnotes. Also density and connection.
pub struct Answer {
    /// Label of the setting of density.
    pub density: &'static str,
    /// Value of that setting: more space.
    pub density_comfortable: &'static str,
    /// Value of that setting: less space.
    pub density_compact: &'static str,
    /// The browser is offline.
    pub offline: &'static str,
    /// The page that drives the thread does not answer.
    pub elsewhere_silent: &'static str,
    /// Another page drives the thread, and this page can only read it.
    pub elsewhere_reader: &'static str,
    /// An image without alternative text.
    pub image: &'static str,
    /// Button that fetches one image.
    pub image_show: &'static str,
    /// Name of a code block.
    pub code: &'static str,
    /// Button that copies a code block.
    pub code_copy: &'static str,
    /// The code was copied.
    pub code_copied: &'static str,
    /// The code could not be copied.
    pub code_not_copied: &'static str,
    /// Toggle button: wrap long lines.
    pub code_wrap: &'static str,
    /// Toggle button: show a long code block whole.
    pub code_fold: &'static str,
    /// Toggle button: show the source of a diagram.
    pub show_source: &'static str,
    /// A diagram that cannot be drawn.
    pub not_drawn: &'static str,
    /// Name of a table.
    pub table: &'static str,
    /// Open box of a task list.
    pub task_open: &'static str,
    /// Checked box of a task list.
    pub task_done: &'static str,
    /// Title of an alert: note.
    pub alert_note: &'static str,
    /// Title of an alert: tip.
    pub alert_tip: &'static str,
    /// Title of an alert: important.
    pub alert_important: &'static str,
    /// Title of an alert: warning.
    pub alert_warning: &'static str,
    /// Title of an alert: caution.
    pub alert_caution: &'static str,
    /// How many lines of an output are hidden.
    pub output_more: fn(usize) -> String,
    /// Button that shows the hidden lines.
    pub output_all: &'static str,
    /// Button that saves the output as a file.
    pub output_download: &'static str,
    /// Button that fetches all images of a host.
    pub image_always: fn(&str) -> String,
    /// Name of a reference to a footnote, with its label.
    pub footnote: fn(&str) -> String,
    /// Name of the link back to the reference.
    pub footnote_back: fn(&str) -> String,
}
