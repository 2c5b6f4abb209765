//! The icons: one stroke path each, on a 20 by 20 grid, drawn for Midturn.
//!
//! Icons have no accessible name: they are hidden from assistive technology, and the control or
//! text beside them says what they mean.

use leptos::prelude::*;

/// An icon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IconName {
    /// Sends a message.
    Send,
    /// Queues a message.
    Queue,
    /// Stops the turn.
    Stop,
    /// The queue is paused.
    Pause,
    /// Resume the queue.
    Resume,
    /// Opens and closes; points to the inline end.
    Chevron,
    /// A tool call.
    Tool,
    /// Reasoning.
    Reasoning,
    /// A step of a plan.
    Step,
    /// A subagent.
    Subagent,
    /// An approval.
    Approval,
    /// A note.
    Note,
    /// Done.
    Check,
    /// A step that has not begun.
    Circle,
    /// A step that the agent works on.
    CircleDot,
    /// A step that is done.
    CircleCheck,
    /// Failed.
    Error,
    /// Cancelled.
    Cancelled,
    /// Interrupted: the result is unknown.
    Interrupted,
    /// Interject: a message goes into the running turn.
    Interject,
    /// Edit.
    Edit,
    /// Remove.
    Trash,
    /// Handle to drag by.
    Drag,
    /// Move up.
    Up,
    /// Move down.
    Down,
    /// Run a prompt at once.
    RunNow,
    /// New.
    Plus,
    /// Settings.
    Settings,
    /// The drawer of threads.
    Menu,
    /// The list beside the chat.
    Side,
    /// Close.
    Close,
    /// Undo.
    Undo,
    /// Do the same again.
    Again,
    /// Further actions.
    More,
    /// To the latest message.
    ArrowDown,
    /// Time, or something that waits.
    Clock,
    /// Copy.
    Copy,
    /// Break long lines.
    Wrap,
    /// An image.
    Image,
    /// The source of something.
    Code,
    /// Find.
    Search,
    /// Attach files.
    Attach,
    /// A file.
    File,
    /// Save a file.
    Download,
    /// The address of a message.
    Link,
    /// A good answer: a thumb up.
    Good,
    /// A bad answer: a thumb down.
    Bad,
    /// Midturn's logo: a turn, with a person's hand in its middle.
    Logo,
}

impl IconName {
    /// The icons that an embedder can name.
    pub fn of(name: &str) -> Option<Self> {
        Some(match name {
            "edit" => Self::Edit,
            "trash" => Self::Trash,
            "copy" => Self::Copy,
            "download" => Self::Download,
            "link" => Self::Link,
            "file" => Self::File,
            "settings" => Self::Settings,
            _ => return None,
        })
    }

    /// The path data of the SVG.
    pub fn path(self) -> &'static str {
        match self {
            Self::Send => "M10 16.5v-13M4.5 9 10 3.5 15.5 9",
            Self::Queue => "M3.5 5h13M3.5 10h7M3.5 15h7M14.5 10v7M11 13.5h7",
            Self::Stop => {
                "M6.5 5h7A1.5 1.5 0 0 1 15 6.5v7a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 5 13.5v-7A1.5 1.5 0 0 1 6.5 5Z"
            }
            Self::Side => {
                "M5 4h10a1.5 1.5 0 0 1 1.5 1.5v9A1.5 1.5 0 0 1 15 16H5a1.5 1.5 0 0 1-1.5-1.5v-9A1.5 1.5 0 0 1 5 4ZM8.5 4v12"
            }
            Self::Close => "m5 5 10 10M15 5 5 15",
            Self::Pause => "M7 4.5v11M13 4.5v11",
            Self::Resume => "M6.5 4v12L16 10Z",
            Self::Chevron => "m7.5 4.5 5.5 5.5-5.5 5.5",
            Self::Tool => {
                "M16.9 6.4a4.4 4.4 0 0 1-6 5.4l-4.6 4.6a1.9 1.9 0 0 1-2.7-2.7l4.6-4.6a4.4 4.4 0 0 1 5.4-6l-2.5 2.6.5 2.7 2.7.5Z"
            }
            Self::Reasoning => {
                "M7.5 14.5v-1.7a5.3 5.3 0 1 1 5 0v1.7ZM8 17.5h4M10 14.5V10M8.3 8.8 10 10l1.7-1.2"
            }
            Self::Step => "m2.5 5 1.5 1.5 2.5-3M2.5 14 4 15.5l2.5-3M10 5.5h7.5M10 14.5h7.5",
            Self::Subagent => {
                "M5 3.5v6A2.5 2.5 0 0 0 7.5 12H12M5 7h7M12 4.5h5v5h-5zM12 10.5h5v5h-5zM5 3.5h.01"
            }
            Self::Approval => {
                "M10 2.5 16 5v4.5c0 3.7-2.4 6.4-6 8-3.6-1.6-6-4.3-6-8V5ZM10 6.5v4M10 13.3v.1"
            }
            Self::Note => "M3.5 4.5h13v9h-7l-4 3v-3h-2ZM6.5 7.5h7M6.5 10.5h4.5",
            Self::Check => "m4 10.5 4 4 8-9",
            Self::Circle => "M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14Z",
            Self::CircleDot => {
                "M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14ZM10 9a1 1 0 1 1 0 2 1 1 0 0 1 0-2Z"
            }
            Self::CircleCheck => "M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14ZM7 10.2l2.2 2.2 3.9-4.6",
            Self::Error => "M10 2.5a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15ZM10 6v5M10 13.9v.1",
            Self::Cancelled => "M10 2.5a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15ZM4.7 4.7l10.6 10.6",
            Self::Interrupted => "M10 3.2 17.6 16.5H2.4ZM10 8v4M10 14.2v.1",
            Self::Interject => "M3.5 4v4.5A3.5 3.5 0 0 0 7 12h9.5M12.5 8l4 4-4 4",
            Self::Edit => "m4 13-.7 3.7L7 16l9-9-3-3ZM11 6l3 3",
            Self::Trash => "M3.5 5.5h13M7.5 5.5v-2h5v2M5 5.5l.8 11h8.4l.8-11M8.5 9v4.5M11.5 9v4.5",
            Self::Drag => "M7 5v.01M13 5v.01M7 10v.01M13 10v.01M7 15v.01M13 15v.01",
            Self::Up => "m4.5 12.5 5.5-5.5 5.5 5.5",
            Self::Down => "m4.5 7.5 5.5 5.5 5.5-5.5",
            Self::RunNow => "M3 4.5v11l7-5.5ZM10 4.5v11l7-5.5Z",
            Self::Plus => "M10 4v12M4 10h12",
            Self::Settings => {
                "M3 6h7M14 6h3M12 4a2 2 0 1 1 0 4 2 2 0 0 1 0-4ZM3 14h2M9 14h8M7 12a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z"
            }
            Self::Menu => "M3.5 5.5h13M3.5 10h13M3.5 14.5h13",
            Self::Undo => "M7 4 3.5 7.5 7 11M3.5 7.5H12a4.2 4.2 0 0 1 0 8.5H8",
            Self::Again => "M16 4v4h-4M15.8 8A6.5 6.5 0 1 0 16.5 11",
            Self::More => {
                "M4.5 9.3a.7.7 0 1 1 0 1.4.7.7 0 0 1 0-1.4ZM10 9.3a.7.7 0 1 1 0 1.4.7.7 0 0 1 0-1.4ZM15.5 9.3a.7.7 0 1 1 0 1.4.7.7 0 0 1 0-1.4Z"
            }
            Self::ArrowDown => "M10 3.5v13M4.5 11l5.5 5.5 5.5-5.5",
            Self::Clock => "M10 2.5a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15ZM10 5.5V10l3 2",
            Self::Copy => "M7.5 7.5h9v9h-9zM12.5 7.5v-4h-9v9h4",
            Self::Wrap => "M3.5 5.5h13M3.5 10h10.3a2.7 2.7 0 0 1 0 5.4H10m2-2-2 2 2 2M3.5 14.5h3",
            Self::Image => "M3.5 4.5h13v11h-13zM3.5 13l4-4 4 4 2-2 3 3M13 7.8v.1",
            Self::Code => "m7 6-4 4 4 4M13 6l4 4-4 4M11.3 4.5 8.7 15.5",
            Self::Link => {
                "M8.5 11.5a3 3 0 0 0 4.3 0l2.7-2.7a3 3 0 0 0-4.3-4.3l-1 1m1.3 3a3 3 0 0 0-4.3 0L4.5 11.2a3 3 0 0 0 4.3 4.3l1-1"
            }
            Self::Attach => {
                "M14 7v6.2a4 4 0 0 1-8 0V5.7a2.7 2.7 0 0 1 5.4 0v7.2a1.4 1.4 0 0 1-2.8 0V7"
            }
            Self::File => "M5 2.5h6.5L15 6v11.5H5zM11.5 2.5V6H15",
            Self::Download => "M10 3.5v9M6 8.8l4 4 4-4M4 16.5h12",
            Self::Search => "M8.75 3.5a5.25 5.25 0 1 0 0 10.5 5.25 5.25 0 0 0 0-10.5m3.75 9 4 4",
            Self::Good => {
                "M6.5 9v7.5h-3V9ZM6.5 9l3-5.8c1.3 0 2 .8 2 2V8h4A1.5 1.5 0 0 1 17 9.8l-.9 5.2a1.8 1.8 0 0 1-1.8 1.5H6.5"
            }
            Self::Bad => {
                "M6.5 11V3.5h-3V11ZM6.5 11l3 5.8c1.3 0 2-.8 2-2V12h4a1.5 1.5 0 0 0 1.5-1.8L16.1 5a1.8 1.8 0 0 0-1.8-1.5H6.5"
            }
            Self::Logo => "M16.5 7A7 7 0 1 0 17 10M17 3v4h-4M8.2 7v6M11.8 7v6",
        }
    }
}

/// An icon in the colour of the text around it. The chevron is flipped in right-to-left text.
#[component]
pub fn Icon(
    /// Which icon.
    name: IconName,
) -> impl IntoView {
    let class = match name {
        IconName::Chevron => "mt-icon mt-icon--mirrored mt-icon--chevron",
        _ => "mt-icon",
    };
    view! {
        <svg class=class viewBox="0 0 20 20" aria-hidden="true" focusable="false">
            <path d=name.path()></path>
        </svg>
    }
    .into_any()
}
