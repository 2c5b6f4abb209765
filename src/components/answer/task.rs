//! The sign of a task in a list: done or open.

use leptos::prelude::*;

use crate::components::Ui;
use crate::components::icon::{Icon, IconName};

/// The sign of a task.
#[component]
pub(super) fn TaskSign(
    /// Whether the task is done.
    done: bool,
) -> impl IntoView {
    let texts = &Ui::get().texts.answer;
    let name = if done {
        texts.task_done
    } else {
        texts.task_open
    };
    view! {
        <span class="mt-task" role="img" aria-label=name>
            {done.then(|| view! { <Icon name=IconName::Check/> })}
        </span>
    }
}
