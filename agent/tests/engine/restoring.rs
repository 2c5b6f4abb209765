//! Interjections and edited arguments of earlier turns are restored in the history, whatever a
//! client sends.

use midturn_agent::conversation::{Interjection, Message, ToolCall, ToolResult, ToolStatus};
use midturn_agent::engine::{
    Delivery, Edit, Unsuccessful, restore, restore_arguments, restore_statuses,
};

use crate::bench::user;

fn earlier_turn() -> Vec<Message> {
    vec![
        user("hello"),
        Message::assistant("m1", "I look", vec![ToolCall::new("a", "x", "{}")]),
        Message::Tool {
            call_id: "a".to_owned(),
            result: ToolResult::ok("result"),
            feedback: Vec::new(),
        },
        Message::assistant("m2", "half an answer", Vec::new()),
        Message::assistant("m3", "the answer", Vec::new()),
    ]
}

fn delivery(id: &str, call: Option<&str>, after: Option<&str>) -> Delivery {
    Delivery {
        interjection: Interjection::new(id, format!("said {id}")),
        tool_call_id: call.map(str::to_owned),
        after_id: after.map(str::to_owned),
    }
}

fn outline(history: &[Message]) -> Vec<String> {
    let names = history.iter().map(|message| match message {
        Message::System { .. } => "system".to_owned(),
        Message::User { id, .. } => format!("user {id}"),
        Message::Assistant { id, .. } => format!("assistant {id}"),
        Message::Tool { feedback, .. } => {
            let ids = feedback.iter().map(|said| said.id.as_str());
            format!("tool {}", ids.collect::<Vec<_>>().join(" "))
        }
    });
    names.collect()
}

#[test]
fn interjections_are_restored_in_order_where_the_model_got_them() {
    let mut history = earlier_turn();
    let deliveries = vec![
        delivery("i1", Some("a"), None),
        delivery("i2", Some("a"), None),
        delivery("i3", None, Some("m2")),
        // Sent right after i3, so it names i3 as the message before it.
        delivery("i4", None, Some("i3")),
    ];
    restore(&mut history, deliveries.clone());
    let expected = [
        "user u1",
        "assistant m1",
        "tool i1 i2",
        "assistant m2",
        "user i3",
        "user i4",
        "assistant m3",
    ];
    assert_eq!(outline(&history), expected);
    // Restoring again adds nothing.
    restore(&mut history, deliveries);
    assert_eq!(outline(&history), expected);
}

#[test]
fn a_message_after_one_with_calls_is_placed_after_their_results() {
    let mut history = earlier_turn();
    restore(&mut history, vec![delivery("i1", None, Some("m1"))]);
    assert_eq!(outline(&history)[2..4], ["tool ", "user i1"]);
}

#[test]
fn interjections_whose_place_the_client_dropped_are_not_restored() {
    let mut history = vec![user("hello")];
    let gone = vec![
        delivery("i1", Some("a"), None),
        delivery("i2", None, Some("m2")),
    ];
    restore(&mut history, gone);
    assert_eq!(outline(&history), ["user u1"]);
}

#[test]
fn a_restored_call_has_the_arguments_that_it_ran_with() {
    let mut history = earlier_turn();
    let edit = |call: &str| Edit {
        call_id: call.to_owned(),
        arguments: format!("{{\"of\":\"{call}\"}}"),
    };
    restore_arguments(&mut history, &[edit("b"), edit("a")]);
    let Message::Assistant { calls, .. } = &history[1] else {
        panic!("no calls");
    };
    assert_eq!(calls[0].arguments, "{\"of\":\"a\"}");
}

#[test]
fn the_result_of_a_stopped_call_is_no_success() {
    let mut history = earlier_turn();
    let stopped = Unsuccessful {
        call_id: "a".to_owned(),
        status: ToolStatus::Cancelled,
    };
    restore_statuses(&mut history, &[stopped]);
    let statuses = history.iter().filter_map(|message| match message {
        Message::Tool { result, .. } => Some(result.status),
        _ => None,
    });
    assert_eq!(statuses.collect::<Vec<_>>(), [ToolStatus::Cancelled]);
}

#[test]
fn an_interjection_already_written_into_the_result_is_not_repeated() {
    let mut history = earlier_turn();
    if let Message::Tool { result, .. } = &mut history[2] {
        result
            .content
            .push_str("\n\n[User feedback: said 1]\n\n[User feedback: said 2]");
    }
    let said = |id: &str| delivery(id, Some("a"), None);
    restore(&mut history, vec![said("1"), said("2")]);
    let Message::Tool {
        result, feedback, ..
    } = &history[2]
    else {
        panic!("the result is where it was");
    };
    assert_eq!(result.content, "result");
    let said: Vec<_> = feedback.iter().map(|said| said.id.as_str()).collect();
    assert_eq!(said, ["1", "2"]);
}

#[test]
fn an_interjection_kept_as_a_message_moves_back_into_its_result() {
    let mut history = earlier_turn();
    let message = Message::user("1", "said 1");
    history.insert(3, message);
    let before = history.len();
    restore(&mut history, vec![delivery("1", Some("a"), None)]);
    assert_eq!(history.len(), before - 1, "it is there once");
    let Message::Tool { feedback, .. } = &history[2] else {
        panic!("the result is where it was");
    };
    let said: Vec<_> = feedback.iter().map(|said| said.id.as_str()).collect();
    assert_eq!(said, ["1"]);
}
