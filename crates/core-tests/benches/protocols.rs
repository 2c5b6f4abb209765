//! Times reading an answer in each protocol, from bytes to events, for answers of growing length.
//! The cost of a byte must not grow with the answer.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use midturn_protocol::agui_backend::AgUi;
use midturn_protocol::protocol::{Begin, Endpoints, Protocol};
use midturn_protocol_a2a::A2a;
use midturn_protocol_ai_sdk::AiSdk;
use midturn_protocol_langgraph::LangGraph;
use midturn_protocol_openai::{Chat, Responses};

/// A typical size of one read from a connection.
const CHUNK: usize = 16 * 1024;

/// An answer in one protocol: what comes first, one delta, and what comes last.
struct Answer {
    name: &'static str,
    protocol: Box<dyn Protocol>,
    first: &'static [&'static str],
    delta: &'static str,
    last: &'static [&'static str],
}

impl Answer {
    fn bytes(&self, deltas: usize) -> Vec<u8> {
        let mut text = String::new();
        let repeated = std::iter::repeat_n(&self.delta, deltas);
        for frame in self.first.iter().chain(repeated).chain(self.last) {
            text += frame;
            text += "\n\n";
        }
        text.into_bytes()
    }

    fn read(&self, body: &[u8]) {
        let mut reader = self.protocol.reader(&Begin {
            endpoints: &Endpoints::default(),
            thread: &"t".into(),
            run: &"r".into(),
            state: "",
            memory: "",
            request: None,
        });
        for chunk in body.chunks(CHUNK) {
            black_box(reader.push(chunk));
        }
        black_box(reader.finish());
    }
}

fn answers() -> Vec<Answer> {
    vec![
        Answer {
            name: "AG-UI",
            protocol: Box::new(AgUi),
            first: &[
                r#"data: {"type":"RUN_STARTED","threadId":"t","runId":"r"}"#,
                r#"data: {"type":"TEXT_MESSAGE_START","messageId":"m","role":"assistant"}"#,
            ],
            delta: r#"data: {"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"token "}"#,
            last: &[
                r#"data: {"type":"TEXT_MESSAGE_END","messageId":"m"}"#,
                r#"data: {"type":"RUN_FINISHED","threadId":"t","runId":"r"}"#,
            ],
        },
        Answer {
            name: "AI SDK",
            protocol: Box::new(AiSdk::new("")),
            first: &[
                r#"data: {"type":"start","messageId":"a"}"#,
                r#"data: {"type":"start-step"}"#,
                r#"data: {"type":"text-start","id":"0"}"#,
            ],
            delta: r#"data: {"type":"text-delta","id":"0","delta":"token "}"#,
            last: &[
                r#"data: {"type":"text-end","id":"0"}"#,
                r#"data: {"type":"finish-step"}"#,
                r#"data: {"type":"finish","finishReason":"stop"}"#,
                "data: [DONE]",
            ],
        },
        Answer {
            name: "Chat Completions",
            protocol: Box::new(Chat::new("")),
            first: &[
                r#"data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]}"#,
            ],
            delta: r#"data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":"token "},"finish_reason":null}]}"#,
            last: &[
                r#"data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}"#,
                "data: [DONE]",
            ],
        },
        Answer {
            name: "Responses",
            protocol: Box::new(Responses::new("")),
            first: &[
                r#"data: {"type":"response.created","sequence_number":0,"response":{"id":"resp_1","status":"in_progress","output":[]}}"#,
                r#"data: {"type":"response.output_item.added","sequence_number":1,"output_index":0,"item":{"id":"msg_1","type":"message","role":"assistant","content":[]}}"#,
            ],
            delta: r#"data: {"type":"response.output_text.delta","sequence_number":2,"item_id":"msg_1","output_index":0,"content_index":0,"delta":"token "}"#,
            last: &[
                r#"data: {"type":"response.completed","sequence_number":3,"response":{"id":"resp_1","status":"completed","output":[]}}"#,
            ],
        },
        Answer {
            name: "LangGraph",
            protocol: Box::new(LangGraph::new("")),
            first: &["event: metadata\ndata: {\"run_id\":\"r-1\",\"attempt\":1}"],
            // With about as much metadata as its server repeats in each frame.
            delta: concat!(
                "event: messages\ndata: [{\"content\":\"token \",\"additional_kwargs\":{},",
                "\"response_metadata\":{},\"type\":\"AIMessageChunk\",\"name\":null,\"id\":\"m\",",
                "\"tool_calls\":[],\"invalid_tool_calls\":[],\"usage_metadata\":null,",
                "\"tool_call_chunks\":[],\"chunk_position\":null},{\"created_by\":\"system\",",
                "\"graph_id\":\"agent\",\"assistant_id\":\"fe096781-5601-53d2-b2f6-0d3403f7e9ca\",",
                "\"run_attempt\":1,\"langgraph_version\":\"1.2.22\",\"langgraph_api_version\":",
                "\"0.16.7\",\"langgraph_plan\":\"developer\",\"langgraph_host\":\"self-hosted\",",
                "\"thread_id\":\"01a203ae-b7c6-748a-b235-4a98fb6c95f9\",\"run_id\":",
                "\"01a203ae-b7c7-72c7-9114-715428b03529\",\"langgraph_step\":1,",
                "\"langgraph_node\":\"model\",\"langgraph_triggers\":[\"branch:to:model\"],",
                "\"langgraph_path\":[\"__pregel_pull\",\"model\"],\"langgraph_checkpoint_ns\":",
                "\"model:6c9ae2b6-3a54-0a8f-1b41-3f6a8b4b0c47\",\"checkpoint_ns\":",
                "\"model:6c9ae2b6-3a54-0a8f-1b41-3f6a8b4b0c47\",\"ls_provider\":\"scripted\"}]",
            ),
            last: &[],
        },
        Answer {
            name: "A2A",
            protocol: Box::new(A2a::new("")),
            first: &[
                r#"data: {"jsonrpc":"2.0","id":1,"result":{"task":{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_WORKING"}}}}"#,
            ],
            delta: r#"data: {"jsonrpc":"2.0","id":1,"result":{"artifactUpdate":{"taskId":"t1","contextId":"c1","artifact":{"artifactId":"a","parts":[{"text":"token "}]},"append":true}}}"#,
            last: &[
                r#"data: {"jsonrpc":"2.0","id":1,"result":{"statusUpdate":{"taskId":"t1","contextId":"c1","status":{"state":"TASK_STATE_COMPLETED"}}}}"#,
            ],
        },
    ]
}

fn readers(criterion: &mut Criterion) {
    for answer in answers() {
        let mut group = criterion.benchmark_group(answer.name);
        for deltas in [1_000, 16_000] {
            let body = answer.bytes(deltas);
            group.throughput(Throughput::Bytes(body.len() as u64));
            group.bench_function(BenchmarkId::new("deltas", deltas), |bencher| {
                bencher.iter(|| answer.read(&body));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, readers);
criterion_main!(benches);
