//! What is told of a thread that another page drove meanwhile.

use midturn_core::chat::ChatInput;
use midturn_core::input::Input;
use midturn_core::run_event::{FinishOutcome, RunEvent};

use super::Page;

#[test]
fn what_happened_while_another_page_drove_the_thread_is_told() {
    let mut page = Page::new();
    page.say("m");
    page.event("m", RunEvent::Opened);
    assert_eq!(page.names(), ["thread", "turn-start", "message"]);
    let held = page.chat.conversation(&"t".into()).cloned();
    let mut other = Page::of(held.expect("it is loaded"));
    let copy = |other: &Page| {
        let held = other.chat.conversation(&"t".into()).cloned();
        ChatInput::Mirrored(Box::new(held.expect("it is loaded")))
    };
    other.act(Input::By {
        said: "later".to_owned().into(),
        input: Box::new(Input::Submit { id: "q".into() }),
    });
    page.take(copy(&other));
    assert_eq!(page.names(), ["queue"]);
    other.text("m", "a");
    other.event("m", RunEvent::Finished(FinishOutcome::Success));
    page.take(copy(&other));
    let told = ["message", "turn-end", "turn-start", "message", "queue"];
    assert_eq!(page.names(), told);
    page.take(copy(&other));
    assert!(page.names().is_empty());
}
