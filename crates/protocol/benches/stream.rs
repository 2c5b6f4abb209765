//! Times reading a stream: with the SSE parser alone, and with the AG-UI adapter on top, for
//! answers of growing length and in chunks of several sizes.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use midturn_protocol::agui::{MAX_EVENT_BYTES, reader};
use midturn_protocol::sse::SseParser;

/// The bytes of one run's answer with this many deltas.
fn answer(deltas: usize) -> Vec<u8> {
    let mut text = String::new();
    let mut event = |json: &str| {
        text += "data: ";
        text += json;
        text += "\n\n";
    };
    event(r#"{"type":"RUN_STARTED","threadId":"t","runId":"r"}"#);
    event(r#"{"type":"TEXT_MESSAGE_START","messageId":"m","role":"assistant"}"#);
    for _ in 0..deltas {
        event(r#"{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":"token "}"#);
    }
    event(r#"{"type":"TEXT_MESSAGE_END","messageId":"m"}"#);
    event(r#"{"type":"RUN_FINISHED","threadId":"t","runId":"r"}"#);
    text.into_bytes()
}

fn sse(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("SSE parser, chunks of 16 KB");
    for deltas in [1_000, 4_000] {
        let body = answer(deltas);
        group.throughput(Throughput::Bytes(body.len() as u64));
        group.bench_function(BenchmarkId::new("deltas", deltas), |bencher| {
            bencher.iter(|| {
                let mut parser = SseParser::new(MAX_EVENT_BYTES);
                for chunk in body.chunks(16 * 1024) {
                    parser.push(chunk, &mut |item| drop(black_box(item)));
                }
            });
        });
    }
    group.finish();
}

fn agui(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("AG-UI, SSE parser included");
    for deltas in [1_000, 4_000] {
        let body = answer(deltas);
        group.throughput(Throughput::Elements(deltas as u64));
        for chunk in [64, 16 * 1024] {
            let name = BenchmarkId::new(format!("chunks of {chunk} bytes, deltas"), deltas);
            group.bench_function(name, |bencher| {
                bencher.iter(|| {
                    let mut stream = reader();
                    for chunk in body.chunks(chunk) {
                        black_box(stream.push(chunk));
                    }
                    black_box(stream.finish());
                });
            });
        }
    }
    group.finish();
}

criterion_group!(benches, sse, agui);
criterion_main!(benches);
