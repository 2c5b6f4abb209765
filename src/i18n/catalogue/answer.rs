//! Parts of an answer: code, images, tables, footnotes. Also density and connection.

texts! {
    /// Parts of an answer: code, images, tables, footnotes. Also density and connection.
    pub struct Answer {
        /// Label of the setting of density.
        pub density: Text,
        /// Value of that setting: more space.
        pub density_comfortable: Text,
        /// Value of that setting: less space.
        pub density_compact: Text,
        /// The browser is offline.
        pub offline: Text,
        /// The page that drives the thread does not answer.
        pub elsewhere_silent: Text,
        /// Another page drives the thread, and this page can only read it.
        pub elsewhere_reader: Text,
        /// An image without alternative text.
        pub image: Text,
        /// Button that fetches one image.
        pub image_show: Text,
        /// Why an image is not shown: its address cannot be fetched.
        pub image_refused: Text,
        /// Why an image is not shown: the browser cannot decode it.
        pub image_broken: Text,
        /// Why an image is not shown: the embedder allows none.
        pub image_never: Text,
        /// Name of a code block.
        pub code: Text,
        /// Button that copies a code block.
        pub code_copy: Text,
        /// The code was copied.
        pub code_copied: Text,
        /// The code could not be copied.
        pub code_not_copied: Text,
        /// Toggle button: wrap long lines.
        pub code_wrap: Text,
        /// Toggle button: show a long code block whole.
        pub code_fold: Text,
        /// Toggle button: show the source of a diagram.
        pub show_source: Text,
        /// A diagram that cannot be drawn.
        pub not_drawn: Text,
        /// Kind of a diagram: flowchart.
        pub diagram_flowchart: Text,
        /// Kind of a diagram: state diagram.
        pub diagram_state: Text,
        /// Kind of a diagram: sequence diagram.
        pub diagram_sequence: Text,
        /// Kind of a diagram: class diagram.
        pub diagram_class: Text,
        /// Kind of a diagram: entity-relationship diagram.
        pub diagram_er: Text,
        /// Kind of a diagram: pie chart.
        pub diagram_pie: Text,
        /// Name of a table.
        pub table: Text,
        /// Open box of a task list.
        pub task_open: Text,
        /// Checked box of a task list.
        pub task_done: Text,
        /// Name of the two buttons that rate an answer.
        pub feedback: Text,
        /// Toggle button: the answer is good.
        pub good: Text,
        /// Toggle button: the answer is bad.
        pub bad: Text,
        /// Title of an alert: note.
        pub alert_note: Text,
        /// Title of an alert: tip.
        pub alert_tip: Text,
        /// Title of an alert: important.
        pub alert_important: Text,
        /// Title of an alert: warning.
        pub alert_warning: Text,
        /// Title of an alert: caution.
        pub alert_caution: Text,
        /// How many lines of an output are hidden.
        pub output_more: Said(count: usize),
        /// Button that shows the hidden lines.
        pub output_all: Text,
        /// Button that saves the output as a file.
        pub output_download: Text,
        /// Button that fetches all images of a host.
        pub image_always: Said(host: &str),
        /// Name of a reference to a footnote, with its label.
        pub footnote: Said(label: &str),
        /// Name of the link back to the reference.
        pub footnote_back: Said(label: &str),
    }
}
