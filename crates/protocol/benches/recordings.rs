//! Times reading recordings of real servers, by this crate and by the crate `ag-ui`: from bytes to
//! events.
//!
//! This crate also expands chunks, checks the order and reports deviations. Of `ag-ui` only the
//! decoder is timed: it reads each frame as one of its strict events, without its enforcement,
//! chunk and verification stages. Recordings that `ag-ui` cannot read are left out for both.

use std::fs;
use std::hint::black_box;
use std::path::Path;

use ag_ui::client::transport::SseDecoder;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use midturn_protocol::agui::reader;

/// A typical size of one read from a connection.
const CHUNK: usize = 16 * 1024;

fn recordings() -> Vec<(String, Vec<u8>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recordings");
    let mut found = Vec::new();
    for framework in fs::read_dir(root).expect("the recordings are there") {
        let framework = framework.expect("it can be read").path();
        if !framework.is_dir() {
            continue;
        }
        for file in fs::read_dir(framework).expect("the recordings are there") {
            let file = file.expect("it can be read").path();
            if file.extension().is_some_and(|extension| extension == "sse") {
                let body = fs::read(&file).expect("it can be read");
                found.push((file.display().to_string(), body));
            }
        }
    }
    found.sort();
    found
}

fn ours(body: &[u8]) {
    let mut stream = reader();
    for chunk in body.chunks(CHUNK) {
        black_box(stream.push(chunk));
    }
    black_box(stream.finish());
}

fn theirs(body: &[u8]) -> Result<(), ag_ui::client::Error> {
    let mut decoder = SseDecoder::new();
    for chunk in body.chunks(CHUNK) {
        decoder.push(chunk)?;
        while let Some(frame) = decoder.next_frame()? {
            black_box(frame.into_event()?);
        }
    }
    for frame in decoder.finish()? {
        black_box(frame.into_event()?);
    }
    Ok(())
}

fn measure(criterion: &mut Criterion) {
    let (mut both, mut left) = (Vec::new(), 0);
    for (name, body) in recordings() {
        match theirs(&body) {
            Ok(()) => both.push(body),
            Err(error) => {
                println!("left out, ag-ui cannot read it: {name}: {error}");
                left += 1;
            }
        }
    }
    println!("{} recordings read by both, {left} left out", both.len());
    let bytes: usize = both.iter().map(Vec::len).sum();
    let mut group = criterion.benchmark_group("recordings");
    group.throughput(Throughput::Bytes(bytes as u64));
    group.bench_function("midturn, SSE and adapter", |bencher| {
        bencher.iter(|| both.iter().for_each(|body| ours(body)));
    });
    group.bench_function("ag-ui, SSE and events", |bencher| {
        bencher.iter(|| both.iter().all(|body| theirs(body).is_ok()));
    });
    group.finish();
}

criterion_group!(benches, measure);
criterion_main!(benches);
