//! Tests with examples, and with generated texts whose results are compared with `serde_json`.

use proptest::prelude::*;
use serde_json::Value;
use serde_json::value::RawValue;

use super::{
    argument_fields, argument_values, brief_arguments, fields, inside_string, is_json, leaves,
    list, raw, string_of, text, text_of,
};

/// Text that is JSON, or nearly.
fn nearly_json() -> impl Strategy<Value = String> {
    const PIECES: &[&str] = &[
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"",
        "\"a\"",
        "\"\\ud83d\"",
        "\\",
        "\\u00e9",
        "é",
        "😀",
        "\u{1}",
        " ",
        "\n",
        "0",
        "-",
        "1.5",
        "01",
        "e+7",
        "E",
        ".",
        "true",
        "false",
        "null",
        "nul",
        "{\"a\":1}",
        "[[],{}]",
        "\"\\\"\"",
    ];
    proptest::collection::vec(proptest::sample::select(PIECES), 0..12)
        .prop_map(|pieces| pieces.concat())
}

/// A JSON value without floats, which are not read.
fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        Just(Value::Null),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::btree_map(any::<String>(), inner, 0..4)
                .prop_map(Value::from_iter),
        ]
    })
}

proptest! {
    #[test]
    fn what_is_shown_of_arriving_arguments_only_grows(
        fields in proptest::collection::btree_map(any::<String>(), value(), 0..4),
    ) {
        let whole = Value::from_iter(fields).to_string();
        let mut shown = String::new();
        for (end, _) in whole.char_indices() {
            let brief = brief_arguments(&whole[..end]);
            prop_assert!(brief.starts_with(&shown), "{:?} after {:?}: {}", brief, shown, &whole[..end]);
            shown = brief;
        }
        prop_assert!(brief_arguments(&whole).starts_with(&shown));
    }

    #[test]
    fn is_json_agrees_with_serde_json(text in nearly_json()) {
        let expected = serde_json::from_str::<&RawValue>(&text).is_ok();
        prop_assert_eq!(is_json(&text), expected, "{}", text);
    }

    #[test]
    fn one_level_is_read_and_values_stay_text(text in nearly_json()) {
        if let Ok(expected) = serde_json::from_str::<serde_json::Map<String, Value>>(&text) {
            let fields = fields(&text).unwrap();
            let read: serde_json::Map<String, Value> = fields
                .into_iter()
                .map(|(name, json)| (name.into_owned(), serde_json::from_str(json.get()).unwrap()))
                .collect();
            prop_assert_eq!(read, expected);
        }
    }

    #[test]
    fn strings_are_written_as_they_are_read(name in any::<String>(), said in any::<String>()) {
        let json = serde_json::to_string(&(&name, &said)).unwrap();
        let read: Vec<_> = list(raw(&json).unwrap()).unwrap().into_iter().map(text).collect();
        prop_assert_eq!(read, [Some((name.into(), false)), Some((said.clone().into(), false))]);
        let inside = ["\"", &inside_string(&said), "\""].concat();
        prop_assert_eq!(serde_json::from_str::<String>(&inside).unwrap(), said);
    }
}

#[test]
fn values_that_are_not_strings_are_refused() {
    for json in [
        "",
        "7",
        "null",
        "\"",
        "\"a\"b",
        "\"\\x\"",
        "\"\\u12\"",
        "\"\n\"",
        "{\"a\":1}",
        "[\"a\"]",
    ] {
        assert_eq!(text_of(json), None, "{json}");
    }
    assert_eq!(text_of(" \"a\" ").as_deref(), Some("a"));
}

#[test]
fn duplicate_fields_are_all_kept_in_order() {
    let fields = fields(" { \"a\" : 1 , \"b\":[ 2 ],\"\\u0061\":{}} ").unwrap();
    let fields: Vec<(&str, &str)> = fields
        .iter()
        .map(|field| (&*field.0, field.1.get()))
        .collect();
    assert_eq!(fields, [("a", "1"), ("b", "[ 2 ]"), ("a", "{}")]);
}

#[test]
fn no_depth_overflows_the_stack() {
    let (open, shut) = ("[".repeat(100_000), "]".repeat(100_000));
    assert!(is_json(&[&*open, &*shut].concat()));
    assert!(!is_json(&open));
    let open = "{\"a\":".repeat(100_000);
    assert!(is_json(&[&open, "1", &"}".repeat(100_000)].concat()));
    assert!(!is_json(&open));
}

#[test]
fn arguments_are_shortened_to_one_line() {
    for (arguments, brief) in [
        ("", ""),
        ("{}", ""),
        // What has not arrived as a whole is not shown.
        ("{\"city\": \"Par", ""),
        ("{\"city\": \"Paris\", \"da", "Paris"),
        ("{\"days\": 12", ""),
        ("{\"days\": 12,", "12"),
        (r#"{"a": {"b": "x", "c"#, ""),
        (r#"{"a": {"b": "x"}, "#, r#"{"b":"x"}"#),
        (r#"{"a": "say \"hi\", "#, ""),
        (r#"{"a": "say \"hi\"" "#, r#"say "hi""#),
        ("[1, 2", ""),
        ("\"one, t", ""),
        // Text that is no JSON: a tool can have a text of any form as its input.
        ("ls -la", "ls -la"),
        (r#"{a:"x","#, ""),
        (r#"{"a":1,}"#, "1"),
        (r#"{"a":1} x"#, "1"),
        ("[1]", "[1]"),
        (r#"{"city":"Paris","days":3.0}"#, "Paris · 3.0"),
        (r#"{"z":"\n one\ntwo","a":null}"#, "one · null"),
        (
            r#"{"a": {"b": [ 1, "x y" ], "c": "\u00e9\"" }}"#,
            r#"{"b":[1,"x y"],"c":"é\""}"#,
        ),
        (
            r#"{"a":[ 1e3, 12345678901234567890123.10 ]}"#,
            "[1e3,12345678901234567890123.10]",
        ),
        (
            r#"{"b":{"\ud83d": 1, "a":{ }, "a":[ ]}}"#,
            "{\"\u{fffd}\":1,\"a\":{},\"a\":[]}",
        ),
    ] {
        assert_eq!(brief_arguments(arguments), brief);
    }
}

#[test]
fn arguments_that_arrive_show_only_what_stays() {
    let whole = r#"{"path":"src/retry.rs","content":"fn a() {}"}"#;
    let mut shown = vec![String::new()];
    for end in 0..=whole.len() {
        let brief = brief_arguments(&whole[..end]);
        if shown.last() != Some(&brief) {
            shown.push(brief);
        }
    }
    let expected = ["", "src/retry.rs", "src/retry.rs · fn a() {}"];
    assert_eq!(shown, expected);
}

#[test]
fn argument_fields_are_texts_or_json() {
    let fields = argument_fields(r#"{"path": "a\nb", "line": 7, "more": {"x": [1]}}"#);
    let expected = [("path", "a\nb"), ("line", "7"), ("more", r#"{"x": [1]}"#)];
    let expected = expected.map(|(name, text)| (name.to_owned(), text.to_owned()));
    assert_eq!(fields, Some(expected.to_vec()));
    assert_eq!(argument_fields("{\"a\""), None);
    assert_eq!(argument_fields("[1]"), None);
}

#[test]
fn argument_values_keep_their_original_json() {
    let values = argument_values(r#"{"path": "a\nb", "line": 7.0, "more": {"x": [1]}}"#).unwrap();
    let expected = [
        ("path", r#""a\nb""#),
        ("line", "7.0"),
        ("more", r#"{"x": [1]}"#),
    ];
    let expected = expected.map(|(name, json)| (name.to_owned(), json.to_owned()));
    assert_eq!(values, expected);
    assert_eq!(text_of(&values[0].1).as_deref(), Some("a\nb"));
    assert_eq!(text_of(&values[1].1), None);
    assert_eq!(argument_values("[1]"), None);
}

proptest! {
    #[test]
    fn a_text_as_json_is_read_as_that_text(text: String) {
        prop_assert_eq!(serde_json::from_str::<String>(&string_of(&text)).unwrap(), text);
    }
}

#[test]
fn values_are_found_at_any_depth() {
    let found = leaves(r#"{"a":{"text":"x \u00e9"},"list":[{"n":1},["y",null]],"empty":{}}"#);
    let found: Vec<_> = found
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    assert_eq!(
        found,
        [("text", "x é"), ("n", "1"), ("list", "y"), ("list", "null")]
    );
    assert!(leaves("{").is_empty());
    let deep = ["[".repeat(200), "]".repeat(200)].concat();
    assert_eq!(leaves(&deep).len(), 1);
}

#[test]
fn the_message_of_an_error_is_found_in_the_usual_shapes() {
    let words = |body: &str| super::error_words(body.to_owned());
    assert_eq!(
        words(r#"{"error":{"code":1,"message":"No model"}}"#),
        "No model"
    );
    assert_eq!(words(r#"{"message":"Busy","error":"x"}"#), "Busy");
    assert_eq!(words(r#"{"detail":"Not found"}"#), "Not found");
    assert_eq!(words(r#"{"error":"Unauthorised"}"#), "Unauthorised");
    assert_eq!(words(r#"{"message":" ","error":"No quota"}"#), "No quota");
    for other in [r#"{"detail":[{"loc":1}]}"#, "[1]", "<h1>Bad</h1>", ""] {
        assert_eq!(words(other), other);
    }
}

#[test]
fn what_the_provider_behind_a_gateway_said_follows_the_message() {
    let body = |raw: &str| {
        let raw = super::string_of(raw);
        format!(
            r#"{{"error":{{"message":"Provider returned error","code":429,"metadata":{{"raw":{raw},"provider_name":"P"}}}}}}"#
        )
    };
    for (raw, expected) in [
        ("m is busy", "Provider returned error: m is busy"),
        (
            r#"{"error":{"message":"Exhausted"}}"#,
            "Provider returned error: Exhausted",
        ),
        (" ", "Provider returned error"),
        ("Provider returned error", "Provider returned error"),
    ] {
        assert_eq!(super::error_words(body(raw)), expected);
    }
}
