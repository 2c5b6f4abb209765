//! Times parsing the markdown of an answer: in tokens of six characters with a step after each, and
//! in one piece. Four times the text should take four times as long. The results are not drawn.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use midturn_markdown::{Rules, Stream};

/// A part of an answer with the common syntax.
const MIXED: &str = include_str!("mixed.md");

/// Characters of one token.
const TOKEN: usize = 6;

/// Text of at least this many bytes, cut into tokens.
fn tokens(bytes: usize) -> Vec<String> {
    let text = MIXED.repeat(bytes.div_ceil(MIXED.len()));
    let letters: Vec<char> = text.chars().collect();
    letters
        .chunks(TOKEN)
        .map(|token| token.iter().collect())
        .collect()
}

fn written(tokens: &[String]) {
    let mut stream = Stream::new(Rules::default());
    for token in tokens {
        stream.write(token);
        black_box(stream.advance(true));
    }
    black_box(stream.advance(false));
}

fn while_written(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("markdown, 6 characters at a time");
    group.sample_size(10);
    for (name, bytes) in [("35 KB", 35_000), ("140 KB", 140_000)] {
        let tokens = tokens(bytes);
        let bytes: usize = tokens.iter().map(String::len).sum();
        group.throughput(Throughput::Bytes(bytes as u64));
        group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
            bencher.iter(|| written(&tokens));
        });
    }
    group.finish();
}

fn whole(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("markdown, whole");
    for (name, bytes) in [("35 KB", 35_000), ("140 KB", 140_000)] {
        let text = tokens(bytes).concat();
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
            bencher.iter(|| written(std::slice::from_ref(&text)));
        });
    }
    group.finish();
}

criterion_group!(benches, while_written, whole);
criterion_main!(benches);
