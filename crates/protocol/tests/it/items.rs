//! What a reader returned, as the tests compare it.

use midturn_core::run_event::RunEvent;
use midturn_protocol::item::Item;

/// The events of items, without diagnostics.
pub(crate) fn events(items: Vec<Item>) -> Vec<RunEvent> {
    items
        .into_iter()
        .filter_map(|item| match item {
            Item::Event { event, .. } => Some(event),
            Item::Diagnostic(_) | Item::Raw(_) => None,
        })
        .collect()
}

/// The items as text, one per line.
pub(crate) fn lines(items: &[Item]) -> String {
    let mut lines = String::new();
    for item in items {
        let line = match item {
            Item::Event { event, cursor, .. } => match cursor {
                None => format!("{event:?}"),
                Some(cursor) => format!("{event:?} @{cursor}"),
            },
            Item::Diagnostic(found) => {
                format!("! {:?} {:?}: {}", found.level(), found.kind, found.detail)
            }
            Item::Raw(json) => format!("raw {json}"),
        };
        lines.push_str(&line);
        lines.push('\n');
    }
    lines
}
