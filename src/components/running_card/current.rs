//! What the agent does now, in a few words, for the card's header.
//!
//! The words change only when something else is at work: of several steps the one that began first is
//! named, until it ends, and between two steps the last one stays.

use std::borrow::Borrow;

use midturn_core::plan::StepStatus;
use midturn_core::transcript::{Activity, ActivityKind, ActivityStatus, visibility};

use crate::components::activity::title;
use crate::i18n::Catalogue;
use crate::json::plan_in;

/// What is at work: the agents, else the step of the plan, else the first step that runs. `written`
/// says that the agent's text is the last thing that came. `None` if nothing says what the agent does.
pub(super) fn at_work<A: Borrow<Activity>>(
    texts: &Catalogue,
    all: &[A],
    written: bool,
) -> Option<String> {
    let all = || all.iter().map(Borrow::borrow);
    let running = || all().filter(|held| held.status == ActivityStatus::Running);
    let agents: Vec<&Activity> = running().filter(|held| is_agent(held)).collect();
    // Of equally visible agents, the one that began first.
    if let Some(agent) = agents.iter().min_by_key(|held| rank(held)) {
        let does = running().find(|held| is_call(held) && is_inside(held, agent, &all));
        let does = does.map(|held| texts.control.details.of(&title(texts, held)));
        let named = title(texts, agent) + &does.unwrap_or_default();
        return Some(match agents.len() {
            1 => named,
            count => format!("{} · {named}", texts.ends.agents(count)),
        });
    }
    let planned = all().filter_map(|held| match &held.kind {
        ActivityKind::Note { title, content } => plan_in(title, content),
        _ => None,
    });
    let step = planned.last().and_then(|plan| {
        let mut steps = plan.steps.into_iter();
        let step = steps.find(|step| step.status == StepStatus::Running)?;
        Some(step.text)
    });
    // A call says more than the step of the graph that contains it.
    let is_own = |held: &&Activity| !held.is_interjection() && !is_node(held);
    step.or_else(|| Some(title(texts, running().find(is_own)?)))
        .or_else(|| Some(title(texts, running().rev().find(|held| is_node(held))?)))
        .or_else(|| {
            let is_over = |held: &&Activity| is_own(held) && held.ended_at.is_some();
            Some(title(
                texts,
                all().rev().find(is_over).filter(|_| !written)?,
            ))
        })
}

fn rank(agent: &Activity) -> usize {
    match &agent.kind {
        ActivityKind::Subagent { name, .. } => visibility(name).unwrap_or(usize::MAX),
        _ => usize::MAX,
    }
}

fn is_agent(held: &Activity) -> bool {
    matches!(held.kind, ActivityKind::Subagent { .. })
}

fn is_call(held: &Activity) -> bool {
    matches!(held.kind, ActivityKind::Tool { .. })
}

fn is_node(held: &Activity) -> bool {
    matches!(held.kind, ActivityKind::Step { .. })
}

/// Whether an activity is inside an agent, at any depth.
fn is_inside<'a, I: Iterator<Item = &'a Activity>>(
    held: &Activity,
    agent: &Activity,
    all: &impl Fn() -> I,
) -> bool {
    let mut above = held.parent.as_ref();
    // A chain longer than the list is a circle.
    for _ in all() {
        let Some(id) = above else { return false };
        if *id == agent.id {
            return true;
        }
        above = all()
            .find(|held| held.id == *id)
            .and_then(|held| held.parent.as_ref());
    }
    false
}

#[cfg(test)]
mod tests {
    use midturn_core::id::ActivityId;

    use super::*;
    use crate::components::testing::{activity, step, tool};
    use crate::i18n::Locale;

    fn held(id: &str, parent: Option<&str>, kind: ActivityKind, over: bool) -> Activity {
        let mut held = activity(id, kind);
        held.parent = parent.map(ActivityId::from);
        if !over {
            held.status = ActivityStatus::Running;
            held.ended_at = None;
        }
        held
    }

    fn agent(name: &str) -> ActivityKind {
        ActivityKind::Subagent {
            name: name.to_owned(),
            description: None,
            text: String::new(),
            error: None,
        }
    }

    fn note() -> ActivityKind {
        ActivityKind::Note {
            title: "plan".to_owned(),
            content: r#"{"steps": [{"text": "Look", "status": "done"}, {"text": "Check the callers", "status": "running"}]}"#.to_owned(),
        }
    }

    fn said(all: &[Activity], written: bool) -> Option<String> {
        at_work(Locale::En.catalogue(), all, written)
    }

    #[test]
    fn the_agents_are_named_with_what_the_most_visible_does() {
        let one = [
            held("call", None, tool("agent"), false),
            held("a", Some("call"), agent("explore"), false),
            held("t", Some("a"), tool("search_text"), false),
        ];
        assert_eq!(said(&one, false).as_deref(), Some("explore: search_text"));
        assert_eq!(said(&one[..2], false).as_deref(), Some("explore"));
        let french = at_work(Locale::Fr.catalogue(), &one, false);
        assert_eq!(french.as_deref(), Some("explore\u{a0}: search_text"));
        let three = [
            held("b", None, agent("plan"), false),
            held("x", Some("b"), tool("read_file"), false),
            held("a", None, agent("explore"), false),
            held("c", None, agent("explore"), false),
            held("n", Some("a"), step("node"), false),
            held("t", Some("n"), tool("search_text"), false),
            held("y", None, note(), false),
        ];
        assert_eq!(
            said(&three, false).as_deref(),
            Some("3 agents · explore: search_text")
        );
    }

    #[test]
    fn the_step_of_the_plan_comes_before_the_call() {
        let all = [
            held("n", None, note(), true),
            held("t", None, tool("read_file"), false),
        ];
        assert_eq!(said(&all, false).as_deref(), Some("Check the callers"));
    }

    #[test]
    fn the_name_stays_until_something_else_is_at_work() {
        let all = |one, two| {
            [
                held("s", None, step("node"), false),
                held("1", None, tool("read_file"), one),
                held("2", None, tool("run_command"), two),
            ]
        };
        let named = |one, two| said(&all(one, two), false);
        assert_eq!(named(false, false).as_deref(), Some("read_file"));
        assert_eq!(named(true, false).as_deref(), Some("run_command"));
        assert_eq!(named(false, true).as_deref(), Some("read_file"));
        assert_eq!(named(true, true).as_deref(), Some("node"));
        let over = &all(true, true)[1..];
        assert_eq!(said(over, false).as_deref(), Some("run_command"));
        assert_eq!(said(over, true), None);
        assert_eq!(said(&[], false), None);
    }

    #[test]
    fn a_circle_of_parents_ends() {
        let all = [
            held("a", Some("b"), agent("explore"), false),
            held("b", Some("c"), tool("one"), false),
            held("c", Some("b"), tool("two"), false),
        ];
        assert_eq!(said(&all, false).as_deref(), Some("explore"));
    }
}
