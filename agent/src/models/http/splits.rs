//! A response is the same for every API, and wherever the network splits it.

use axum::http::Response;
use reqwest::Body;

use super::*;
use crate::engine::{Dispatch, ModelDelta};

const STREAMS: [(Api, &str); 3] = [
    (
        Api::Chat,
        include_str!("../../../tests/models/streams/chat.txt"),
    ),
    (
        Api::Responses,
        include_str!("../../../tests/models/streams/responses.txt"),
    ),
    (
        Api::Anthropic,
        include_str!("../../../tests/models/streams/anthropic.txt"),
    ),
];

/// The items of a response whose body comes in these pieces. Neighbouring pieces of one text are
/// joined.
async fn items(api: Api, pieces: &[&[u8]], thoughts: &Thoughts) -> Vec<ModelItem> {
    let pieces: Vec<_> = pieces
        .iter()
        .map(|piece| Ok::<_, std::io::Error>(piece.to_vec()))
        .collect();
    let answer = Response::new(Body::wrap_stream(stream::iter(pieces)));
    let reader = api.reader("r-1".to_owned());
    let mut items = read(sse::events(answer.into()), reader, thoughts.clone());
    let mut joined: Vec<ModelItem> = Vec::new();
    while let Some(item) = items.next().await {
        match (joined.last_mut(), &item) {
            (
                Some(ModelItem::Delta(ModelDelta::Text(before))),
                ModelItem::Delta(ModelDelta::Text(more)),
            )
            | (
                Some(ModelItem::Delta(ModelDelta::Reasoning(before))),
                ModelItem::Delta(ModelDelta::Reasoning(more)),
            )
            | (
                Some(ModelItem::Delta(ModelDelta::Arguments(before))),
                ModelItem::Delta(ModelDelta::Arguments(more)),
            ) => before.push_str(more),
            _ => joined.push(item),
        }
    }
    joined
}

fn expected() -> Vec<ModelItem> {
    let call = |number: u32, name: &str| ModelDelta::Call {
        id: format!("r-1-call{number}"),
        name: name.to_owned(),
    };
    let said = [
        ModelDelta::Reasoning("Two files: read both.".to_owned()),
        ModelDelta::Text("Je regarde ça… ✓".to_owned()),
        call(1, "read_file"),
        ModelDelta::Arguments(r#"{"path":"notes.txt"}"#.to_owned()),
        call(2, "list_dir"),
        ModelDelta::Arguments("{}".to_owned()),
    ];
    let end = ModelItem::Finished(Ok(Dispatch::AllAtOnce));
    said.into_iter()
        .map(ModelItem::Delta)
        .chain([end])
        .collect()
}

#[tokio::test]
async fn a_response_can_be_split_anywhere() {
    for (api, said) in STREAMS {
        let bytes = said.as_bytes();
        for at in 0..bytes.len() {
            let thoughts = Thoughts::default();
            let pieces = [&bytes[..at], &bytes[at..]];
            let items = items(api, &pieces, &thoughts).await;
            assert_eq!(items, expected(), "{api:?} at {at}");
        }
        let each: Vec<&[u8]> = bytes.chunks(1).collect();
        assert_eq!(items(api, &each, &Thoughts::default()).await, expected());
    }
}

#[tokio::test]
async fn lines_may_end_as_in_windows() {
    for (api, said) in STREAMS {
        let said = said.replace('\n', "\r\n");
        let items = items(api, &[said.as_bytes()], &Thoughts::default()).await;
        assert_eq!(items, expected(), "{api:?}");
    }
}

/// What is left out at the end, byte by byte. Whatever arrived is given out; a response without its
/// end is lost, and is never taken for a complete one.
#[tokio::test]
async fn a_response_that_is_cut_off_anywhere_is_lost() {
    for (api, said) in STREAMS {
        // After the reason of the end, nothing of importance follows.
        let last = match api {
            Api::Chat => r#""finish_reason":"tool_calls""#,
            Api::Responses => "event: response.completed",
            Api::Anthropic => r#""stop_reason":"tool_use""#,
        };
        let whole = said.find(last).unwrap();
        for at in 0..whole {
            let thoughts = Thoughts::default();
            let items = items(api, &[&said.as_bytes()[..at]], &thoughts).await;
            let (end, before) = items.split_last().unwrap();
            assert!(
                matches!(end, ModelItem::Failed { failure, .. } if failure.code == "model_lost"),
                "{api:?} at {at}: {end:?}"
            );
            let all = expected();
            for (item, whole) in before.iter().zip(&all) {
                assert!(is_beginning(item, whole), "{api:?} at {at}: {item:?}");
            }
            let kept = thoughts.before("r-1-call1");
            let is_call =
                |item: &ModelItem| matches!(item, ModelItem::Delta(ModelDelta::Call { .. }));
            if api == Api::Chat && before.iter().any(is_call) {
                // DeepSeek refuses the call without it, also after a stop.
                assert_eq!(
                    kept.unwrap()[0]["reasoning_content"],
                    "Two files: read both."
                );
            } else {
                assert_eq!(kept, None, "{api:?} at {at}");
            }
        }
    }
}

fn is_beginning(item: &ModelItem, whole: &ModelItem) -> bool {
    match (item, whole) {
        (
            ModelItem::Delta(ModelDelta::Text(a) | ModelDelta::Reasoning(a)),
            ModelItem::Delta(ModelDelta::Text(b) | ModelDelta::Reasoning(b)),
        )
        | (
            ModelItem::Delta(ModelDelta::Arguments(a)),
            ModelItem::Delta(ModelDelta::Arguments(b)),
        ) => b.starts_with(a.as_str()),
        (a, b) => a == b,
    }
}

#[tokio::test]
async fn reasoning_of_a_complete_response_is_kept_in_the_form_of_the_api() {
    for (api, said) in STREAMS {
        let thoughts = Thoughts::default();
        items(api, &[said.as_bytes()], &thoughts).await;
        let kept = &thoughts.before("r-1-call1").unwrap()[0];
        match api {
            Api::Chat => assert_eq!(kept["reasoning_content"], "Two files: read both."),
            Api::Responses => assert_eq!(kept["encrypted_content"], "gAAA-sealed"),
            Api::Anthropic => assert_eq!(kept["signature"], "EqQB-signed"),
        }
    }
}
