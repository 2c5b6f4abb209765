//! What is made of the words of a block when it is complete: links of addresses, and nothing yet of
//! what is still being written.
//!
//! Not responsible for collecting them (see [`build`](crate::build)).

use crate::address::{Address, Rules};
use crate::autolink;
use crate::tree::{Node, Tag, push_text};

/// Whether words name a host.
pub(crate) fn says(parts: &[Node], host: &str) -> bool {
    parts.iter().any(|part| match part {
        Node::Text(text) => text.to_ascii_lowercase().contains(host),
        Node::Element(_, parts) => says(parts, host),
        Node::Leaf(_) => false,
    })
}

/// The one piece of HTML that means something here: models break lines of a cell with it.
pub(crate) fn is_break(html: &str) -> bool {
    html.strip_prefix("<br")
        .and_then(|rest| rest.strip_suffix('>'))
        .is_some_and(|rest| rest.trim_end_matches('/').trim().is_empty())
}

/// Takes an image away that is still being written.
pub(crate) fn hide_image(parts: &mut Vec<Node>) {
    let Some(Node::Text(text)) = parts.last_mut() else {
        return;
    };
    let Some(at) = text.rfind("![") else { return };
    let rest = text.get(at + 2..).unwrap_or_default();
    let incomplete = match rest.split_once(']') {
        None => true,
        Some((_, after)) => after.is_empty() || (after.starts_with('(') && !after.contains(')')),
    };
    if incomplete {
        text.truncate(at);
        if text.is_empty() {
            parts.pop();
        }
    }
}

/// Makes links of the addresses in texts; one that more may be written of is left as text.
pub(crate) fn link_addresses(parts: Vec<Node>, rules: &Rules, unfinished: bool) -> Vec<Node> {
    let has = |node: &Node| matches!(node, Node::Text(text) if autolink::find(text, 0).is_some());
    if !parts.iter().any(has) {
        return parts;
    }
    let last = parts.len() - 1;
    let mut linked = Vec::new();
    for (index, node) in parts.into_iter().enumerate() {
        let Node::Text(text) = node else {
            linked.push(node);
            continue;
        };
        let mut at = 0;
        while let Some(found) = autolink::find(&text, at) {
            let grows = unfinished && index == last && found.end == text.len();
            let address = rules.read(&found.url);
            push_text(&mut linked, text.get(at..found.start).unwrap_or_default());
            let said = text.get(found.start..found.end).unwrap_or_default();
            match address {
                Address::Allowed(url) if !grows => linked.push(Node::Element(
                    Tag::Link {
                        url,
                        title: String::new(),
                        // Its words are the address.
                        host: None,
                    },
                    vec![Node::Text(said.to_owned())],
                )),
                _ => push_text(&mut linked, said),
            }
            at = found.end;
        }
        push_text(&mut linked, text.get(at..).unwrap_or_default());
    }
    linked
}
