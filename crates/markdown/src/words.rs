//! Post-processing of a block's text: turns URLs into links, and hides incomplete parts.
//!
//! The texts are collected in [`build`](crate::build).

use crate::address::{self, Address, Rules};
use crate::autolink;
use crate::shadow::restored;
use crate::tree::{Node, Tag, push_text};

/// Gives texts of the shadow their original back. Only whole texts can, because the parser divides
/// them where it likes.
pub(crate) fn restore_texts(parts: &mut Vec<Node>) {
    parts.retain_mut(|part| {
        let Node::Text(text) = part else { return true };
        *text = restored(std::mem::take(text));
        !text.is_empty()
    });
}

/// The host that a link leads to, if its text does not say it. A host with letters beyond ASCII is
/// always told: it may look like another one.
pub(crate) fn unsaid_host(url: &str, parts: &[Node]) -> Option<String> {
    let host = address::host(url)?;
    let mut said = String::new();
    gather(parts, &mut said);
    let said = said.trim();
    // The name alone, or an address there. A name within the text proves nothing.
    let is_said = [
        address::host(said),
        address::host(&["https://", said].concat()),
    ];
    (!host.is_ascii() || !is_said.contains(&Some(host.clone()))).then_some(host)
}

fn gather(parts: &[Node], said: &mut String) {
    for part in parts {
        match part {
            Node::Text(text) => said.push_str(text),
            Node::Element(_, parts) => gather(parts, said),
            Node::Leaf(_) => {}
        }
    }
}

/// Whether HTML is a `<br>`, the only tag that is not shown as text: models break lines in table
/// cells with it.
pub(crate) fn is_break(html: &str) -> bool {
    let Some((begin, rest)) = html.split_at_checked(3) else {
        return false;
    };
    begin.eq_ignore_ascii_case("<br")
        && rest
            .strip_suffix('>')
            .is_some_and(|rest| rest.trim_end_matches('/').trim().is_empty())
}

/// Removes an incomplete image at the end.
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

/// Turns URLs in texts into links; a URL that may still grow stays text.
pub(crate) fn link_addresses(parts: Vec<Node>, rules: &Rules, unfinished: bool) -> Vec<Node> {
    let has = |node: &Node| matches!(node, Node::Text(text) if autolink::may_be_in(text));
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
        let (mut at, mut run) = (0, 0);
        while let Some(found) = autolink::find(&text, at, &mut run) {
            let grows = unfinished && index == last && found.last;
            let address = rules.read(&found.url);
            push_text(&mut linked, text.get(at..found.start).unwrap_or_default());
            let said = text.get(found.start..found.end).unwrap_or_default();
            match address {
                Address::Allowed(url) if !grows => linked.push(Node::Element(
                    Tag::Link {
                        url,
                        title: String::new(),
                        // The link's text is the URL itself.
                        host: None,
                    },
                    vec![Node::Text(said.to_owned())],
                )),
                _ => push_text(&mut linked, said),
            }
            at = found.end;
        }
        if at == 0 && !matches!(linked.last(), Some(Node::Text(_))) {
            linked.push(Node::Text(text));
        } else {
            push_text(&mut linked, text.get(at..).unwrap_or_default());
        }
    }
    linked
}
