//! The description of a backend: asked for before the first other request, and used.

use std::rc::Rc;

use midturn_protocol::name::Name;

use super::fakes::Posted;
use super::harness::Harness;
use super::protocols::{THREAD, cancel, last_post, speaking};
use crate::transport::Ask;

/// A card of an agent that speaks 0.3 alone.
const OLD: &str = r#"{"capabilities":{"streaming":true},"url":"http://agent/",
    "preferredTransport":"JSONRPC","protocolVersion":"0.3.0"}"#;

/// Opens a thread of an agent that speaks A2A and sends a message. Returns the request for the card.
fn begun(page: &Harness) -> Rc<Posted> {
    page.open(THREAD);
    page.say(THREAD, "Hello");
    assert_eq!(page.asked(), 0, "the message waits for the card");
    assert_eq!(page.posts().len(), 1);
    last_post(page)
}

fn method(page: &Harness) -> String {
    let Ask::Post(body) = &page.last().request.ask else {
        panic!("a message is posted");
    };
    let body: serde_json::Value = serde_json::from_str(body).unwrap();
    body["method"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn the_card_says_which_version_is_spoken() {
    let page = speaking(Name::A2a, "");
    let card = begun(&page);
    assert_eq!(card.url, "http://agent/.well-known/agent-card.json");
    card.answer_with(200, OLD);
    assert_eq!(method(&page), "message/stream");
    assert_eq!(page.posts().len(), 1, "it is asked for once");
}

#[test]
fn a_card_below_the_agents_url_is_found() {
    let page = Harness::with_options(|held| {
        held.protocol = Some(Name::A2a);
        "http://agent/a".clone_into(&mut held.agent_url);
    });
    begun(&page).answer_with(200, "<html>a page</html>");
    let card = last_post(&page);
    assert_eq!(card.url, "http://agent/a/.well-known/agent-card.json");
    card.answer_with(200, &OLD.replace("agent/", "inner/"));
    assert_eq!(method(&page), "message/stream");
    assert_eq!(page.last().request.url, "http://agent/a");
}

#[test]
fn an_agent_without_a_card_is_asked_once() {
    let page = speaking(Name::A2a, "");
    begun(&page).answer(404);
    last_post(&page).answer(404);
    assert_eq!(method(&page), "SendStreamingMessage");
    page.open("another");
    assert_eq!(page.posts().len(), 2);
}

#[test]
fn a_card_that_comes_too_late_does_not_hold_up_any_message() {
    let page = speaking(Name::A2a, "");
    let card = begun(&page);
    page.time.advance(5_000);
    assert!(card.is_aborted());
    assert_eq!(method(&page), "SendStreamingMessage");
    page.open("another");
    assert_eq!(page.posts().len(), 1, "the next one does not wait");
}

#[test]
fn a_stop_before_a_run_is_joined_again_reaches_the_agent() {
    let page = speaking(Name::A2a, "");
    begun(&page).answer_with(200, OLD);
    let stream = page.last();
    stream.open();
    stream.chunk(
        "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"kind\":\"task\",\"id\":\"t1\",\"contextId\":\"c1\",\
         \"status\":{\"state\":\"working\"}}}\r\n\r\n",
    );
    page.time.advance(1_000);
    let page = page.reload_with(|held| held.protocol = Some(Name::A2a));
    page.open(THREAD);
    page.time.advance(1_000);
    let card = last_post(&page);
    assert!(card.url.ends_with("agent-card.json") && page.asked() == 0);
    cancel(&page);
    card.answer_with(200, OLD);
    let asked = page.posts();
    let cancels = asked
        .iter()
        .filter(|asked| asked.json.contains("tasks/cancel"));
    assert_eq!(cancels.count(), 1, "the agent still works");
}

#[test]
fn a_server_that_could_not_be_reached_or_not_answer_yet_is_asked_for_its_card_again() {
    for status in [None, Some(401), Some(503)] {
        let page = speaking(Name::A2a, "");
        let no_answer = |asked: Rc<Posted>| match status {
            Some(status) => asked.answer(status),
            None => asked.no_answer(),
        };
        no_answer(begun(&page));
        no_answer(last_post(&page));
        assert_eq!(method(&page), "SendStreamingMessage");
        page.open("another");
        last_post(&page).answer_with(200, OLD);
        page.say("another", "Hello");
        assert_eq!(method(&page), "message/stream", "{status:?}");
    }
}

#[test]
fn another_agent_has_another_card() {
    let page = speaking(Name::A2a, "");
    begun(&page).answer_with(200, OLD);
    let mut options = page.driver.options();
    "http://other".clone_into(&mut options.agent_url);
    page.driver.set_options(options);
    page.open("another");
    assert_eq!(
        last_post(&page).url,
        "http://other/.well-known/agent-card.json"
    );
}
