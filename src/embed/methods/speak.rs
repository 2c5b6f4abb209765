//! Methods that say something to the agent.

use js_sys::{Array, Uint8Array};
use leptos::prelude::*;
use midturn::extra::{get, settled};
use midturn_core::attachment::MessageContent;
use midturn_core::conversation::Conversation;
use midturn_core::delivery::DeliveryMode;
use midturn_core::id::MessageId;
use midturn_core::input::{Input, QueueInput};
use midturn_core::run_event::AnswerForm;
use midturn_core::sharing::Standing;
use midturn_core::transcript::{Answer as Reply, Target};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Blob;

use super::draft::{judged, refused};
use super::given::{id, json_text, message, run, target, text};
use super::{Answer, Reached, refusal, wrong};

/// Sends a message, and returns its id.
pub(super) async fn send(reached: &Reached, said: &JsValue, how: &JsValue) -> Answer {
    reached.still_drawn()?;
    let mut said = content(reached, said).await?;
    if said.0.is_blank() {
        return Err(wrong("there is nothing to send"));
    }
    if !how.is_null_or_undefined() && !how.is_object() {
        return Err(wrong("how a message is sent is { delivery, target }"));
    }
    let id = reached.session.fresh_message();
    let run = reached.read(run)?;
    let target = reached.read(|held| target(&get(how, "target"), held))??;
    let delivery = match get(how, "delivery") {
        given if given.is_null_or_undefined() => "auto".to_owned(),
        given => text(&given, "the delivery")?,
    };
    let delivery = match delivery.as_str() {
        "auto" if said.0.attachments.is_empty() => reached.ui.on_enter.get_untracked(),
        "auto" => DeliveryMode::Queue,
        known => DeliveryMode::named(known)
            .ok_or_else(|| wrong("delivery is auto, queue, interject or replace"))?,
    };
    let input = match (delivery, run) {
        (DeliveryMode::Replace, Some(run)) => Input::Replace {
            run,
            id: id.clone(),
        },
        (DeliveryMode::Interject, Some(_)) if !said.0.attachments.is_empty() => {
            return Err(wrong("an interjection carries text only"));
        }
        (DeliveryMode::Interject, Some(run)) if reached.page.after_response() => {
            Input::InterjectAfter {
                run,
                id: id.clone(),
            }
        }
        (DeliveryMode::Interject, Some(run)) => Input::Interject {
            run,
            id: id.clone(),
        },
        _ => Input::Submit { id: id.clone() },
    };
    let mut files = std::mem::take(&mut said.1);
    let held = reached.ui.files();
    for (file, _) in &files {
        held.announce(&reached.thread, file);
    }
    let attach = |files: Vec<(_, Vec<u8>)>| {
        for (file, bytes) in files {
            held.attached(&reached.thread, &file, Some(bytes));
        }
    };
    // The page that drives the thread finds them in storage when it hears of the message.
    if !reached.session.drives(&reached.thread) {
        attach(std::mem::take(&mut files));
    }
    deliver(reached, said.0, input, target)?;
    attach(files);
    sent(reached, &id)
}

/// Performs the act with this content. The person's own choice of the target stays, and so does that
/// there is none.
fn deliver(
    reached: &Reached,
    said: MessageContent,
    input: Input,
    target: Option<Target>,
) -> Result<(), JsValue> {
    let input = Input::By {
        said,
        input: Box::new(input),
    };
    let Some(target) = target else {
        reached.act(input);
        return Ok(());
    };
    let before = reached.read(Conversation::chosen_target)?;
    let target = Some(target);
    if target == before {
        reached.act(input);
        return Ok(());
    }
    reached.act(Input::TargetChosen { target });
    reached.act(input);
    reached.act(Input::TargetChosen { target: before });
    Ok(())
}

/// The id of a message that the conversation has now. Where another page drives the thread, the
/// message is on its way to that page.
fn sent(reached: &Reached, id: &MessageId) -> Answer {
    let goes = || {
        let standing = reached.ui.cells.standing.get_untracked();
        standing != Standing::Reader && !reached.session.drives(&reached.thread)
    };
    if reached.read(|held| held.has_message(id))? || goes() {
        return Ok(JsValue::from_str(id.as_str()));
    }
    Err(refusal(
        "not-now",
        "the message could not be delivered in this way now",
    ))
}

/// Files with their bytes.
type Files = Vec<(midturn_core::id::AttachmentId, Vec<u8>)>;

/// The content of a message: a text, or `{ text, attachments }`.
async fn content(reached: &Reached, given: &JsValue) -> Result<(MessageContent, Files), JsValue> {
    if let Some(said) = given.as_string() {
        return Ok((said.into(), Vec::new()));
    }
    if !given.is_object() {
        return Err(wrong("a message is a text, or { text, attachments }"));
    }
    let said = match get(given, "text") {
        text if text.is_null_or_undefined() => String::new(),
        given => text(&given, "text")?,
    };
    let mut content = MessageContent::from(said);
    let mut files = Vec::new();
    let list = get(given, "attachments");
    if list.is_null_or_undefined() {
        return Ok((content, files));
    }
    let list: Array = list
        .dyn_into()
        .map_err(|_| wrong("attachments must be a list of files"))?;
    for given in list.iter() {
        let blob: Blob = given
            .dyn_into()
            .map_err(|_| wrong("an attachment must be a File or a Blob"))?;
        let file = judged(reached, &blob, &content.attachments)?;
        let read = settled(blob.array_buffer().into()).await;
        reached.still_drawn()?;
        let bytes = read.map_err(|_| refused("a file could not be read"))?;
        files.push((file.id.clone(), Uint8Array::new(&bytes).to_vec()));
        content.attachments.push(file);
    }
    Ok((content, files))
}

/// Lets the paused queue go on, with a message first if one is given.
pub(super) fn resume(reached: &Reached, given: &JsValue) -> Answer {
    let said = message(given)?;
    reached.still_drawn()?;
    let first = reached.read(|held| {
        use midturn_core::card::Card;
        let paused = matches!(held.card(), Card::Paused { .. } | Card::Resuming { .. });
        let queue = held.queue();
        // What is held back stays, as with the button. A prompt that is being edited goes if it is alone.
        let first = queue.next_wanted().or_else(|| queue.prompts().first());
        first.filter(|_| paused).map(|prompt| prompt.id.clone())
    })?;
    let Some(first) = first else {
        return Err(refusal("not-paused", "no paused queue waits"));
    };
    let next = match said {
        None => first,
        Some(said) => {
            let id = reached.session.fresh_message();
            let said = said.into();
            reached.act(Input::Say {
                id: id.clone(),
                said,
            });
            id
        }
    };
    reached.act(Input::Queue(QueueInput::RunNow(next.clone())));
    Ok(JsValue::from_str(next.as_str()))
}

/// Answers a question of the agent.
pub(super) fn respond(reached: &Reached, interrupt: &JsValue, given: &JsValue) -> Answer {
    let interrupt = id(interrupt, "the interrupt's id")?;
    let open = reached.read(|held| {
        let turn = held.turns().last()?;
        let question = turn.open_interrupts().find(|held| held.id == interrupt)?;
        Some((turn.id.clone(), question.form.clone()))
    })?;
    let Some((turn, form)) = open else {
        return Err(refusal("not-found", "no open question has this id"));
    };
    let answer = match form {
        AnswerForm::Decision { reason, edits, .. } => decision(given, reason, edits)?,
        AnswerForm::Words { .. } => Reply::Reply(json_text(&text(given, "the answer")?.into())?),
        AnswerForm::Json => Reply::Reply(json_text(given)?),
    };
    Ok(reached.act(Input::Answer {
        turn,
        interrupt,
        answer,
    }))
}

/// Yes or no: a boolean, or `{ approved, reason, arguments }`.
fn decision(given: &JsValue, reasons: bool, edits: bool) -> Result<Reply, JsValue> {
    let approved = if given.is_object() {
        get(given, "approved").as_bool()
    } else {
        given.as_bool()
    };
    let (reason, arguments) = (get(given, "reason"), get(given, "arguments"));
    match approved {
        None => Err(wrong(
            "the answer is a boolean, or { approved, reason, arguments }",
        )),
        Some(true) if arguments.is_undefined() => Ok(Reply::Approved { arguments: None }),
        Some(true) if !edits => Err(wrong("the agent takes no edited arguments")),
        Some(true) => Ok(Reply::Approved {
            arguments: Some(json_text(&arguments)?),
        }),
        Some(false) if reason.is_undefined() => Ok(Reply::Denied { reason: None }),
        Some(false) if !reasons => Err(wrong("the agent takes no reason")),
        Some(false) => Ok(Reply::Denied {
            reason: Some(text(&reason, "the reason")?),
        }),
    }
}
