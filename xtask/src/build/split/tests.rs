//! A small program is divided, and run by node: before its later parts are there, and after.

use std::collections::BTreeMap;
use std::process::Command;

use super::{
    ALL, COMMON, PARTS, Plan, Profile, Reach, SIDES, Shared, Short, data::Homes, first, later,
    parse,
};

/// `near` calls `far`, which is in the last part, calls back, and counts in a global. `held` is
/// `far` in the table, as a vtable has it.
const PROGRAM: &str = r#"(module
  (type $unary (func (param i32) (result i32)))
  (import "./js.js" "log" (func $log (param i32)))
  (memory (export "memory") 1)
  (table 3 3 funcref)
  (elem (i32.const 1) $far $twice)
  (global $count (mut i32) (i32.const 0))
  (func $near (export "near") (param i32) (result i32)
    (i32.add (i32.const 100) (call $far (local.get 0))))
  (func $held (export "held") (param i32 i32) (result i32)
    (call_indirect (type $unary) (local.get 0) (local.get 1)))
  (func $far (export "far") (type $unary)
    (call $log (i32.load8_u (i32.const 8)))
    (global.set $count (i32.add (global.get $count) (i32.const 1)))
    (call $middle (call $twice (local.get 0))))
  (func $middle (param i32) (result i32) (i32.add (local.get 0) (i32.const 1)))
  (func $twice (type $unary) (i32.mul (i32.const 2) (local.get 0)))
  (func $count (export "count") (result i32) (global.get $count))
  (data (i32.const 8) "A"))"#;

/// Gives the parts to each other as `parts.js` does. Prints what happens, in order.
const RUN: &str = r"
const files = process.argv.slice(1).map((file) => require('fs').readFileSync(file));
const said = [];
let there = 1;
const sides = new Set();
const script = { [names.imports[0][2]]: (letter) => said.push('log ' + letter) };
const given = { a: script, l: { l: load } };
function enter(part) {
  const instance = new WebAssembly.Instance(new WebAssembly.Module(files[part]), given);
  given.m = { ...given.m, ...instance.exports };
}
function load(part) {
  said.push('load ' + part);
  if (part >= chain) sides.has(part) || enter(sides.add(part) && part);
  else while (there <= part) enter(there++);
}
enter(0);
const called = Object.fromEntries(names.exports);
const at = (name) => given.m[called[name]];
for (const act of acts) {
  if (act === 'load') load(common - 1);
  else {
    let result;
    try {
      result = at(act[0])(...act.slice(1));
    } catch (error) {
      result = error.constructor.name;
    }
    said.push(act.join(' ') + ' = ' + result);
  }
}
console.log(said.join('\n'));";

fn run(name: &str, start: &str, reading: &str, acts: &str) -> String {
    run_of(PROGRAM, name, start, reading, acts)
}

fn run_of(program: &str, name: &str, start: &str, reading: &str, acts: &str) -> String {
    run_reached(program, name, [start, reading], &Reach::default(), acts)
}

fn run_reached(program: &str, name: &str, profile: [&str; 2], reach: &Reach, acts: &str) -> String {
    let bound = wat::parse_str(program).expect("it is a module");
    let profile = Profile::read(profile);
    let plan = Plan::make(&parse(&bound).expect("it is read"), &profile).expect("it is divided");
    let homes = Homes::all_first();
    let mut short = Short::default();
    let loaded = (1..ALL).map(|part| (Shared::Loaded(part), format!("{part}")));
    let mut shared: BTreeMap<_, _> = loaded.collect();
    let directory =
        std::env::temp_dir().join(format!("midturn-split-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("it can be made");
    let mut files = Vec::new();
    for part in (0..ALL).rev() {
        let wasm = if part == 0 {
            first::make(&bound, &plan, &homes, reach, &shared, &mut short)
        } else {
            later::make(&bound, &plan, part, &homes, &mut shared, &mut short)
        };
        let file = directory.join(format!("{part}.wasm"));
        std::fs::write(&file, wasm.expect("a part")).expect("it can be written");
        files.insert(0, file);
    }
    let names = short.told();
    let script =
        format!("const names = {names}, acts = {acts}, chain = {PARTS}, common = {COMMON};{RUN}");
    let output = Command::new("node")
        .arg("-e")
        .arg(script)
        .args(&files)
        .output();
    let output = output.expect("node is there");
    let _ = std::fs::remove_dir_all(directory);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout)
        .expect("it is text")
        .trim()
        .to_owned()
}

const ACTS: &str = "[['near', 5], ['held', 5, 1], ['held', 5, 2], ['far', 6], ['count']]";

#[test]
fn a_whole_program_in_the_first_part_loads_nothing() {
    assert_eq!(
        run("whole", "*", "", ACTS),
        "log 65\nnear 5 = 111\nlog 65\nheld 5 1 = 11\nheld 5 2 = 10\nlog 65\nfar 6 = 13\ncount = 3"
    );
}

#[test]
fn a_call_loads_what_it_calls_once() {
    assert_eq!(
        run("call", "near\nheld\ncount\ntwice", "", ACTS),
        "load 2\nlog 65\nnear 5 = 111\nlog 65\nheld 5 1 = 11\nheld 5 2 = 10\nlog 65\nfar 6 = 13\n\
         count = 3"
    );
}

#[test]
fn a_slot_and_an_export_load_what_they_hold() {
    let start = "near\nheld\ncount";
    let slot = run(
        "slot",
        start,
        "",
        "[['held', 5, 2], ['held', 5, 1], ['near', 1]]",
    );
    assert_eq!(
        slot,
        "load 2\nheld 5 2 = 10\nlog 65\nheld 5 1 = 11\nlog 65\nnear 1 = 103"
    );
    let export = run("export", start, "", "[['far', 6], ['near', 1], ['count']]");
    assert_eq!(
        export,
        "load 2\nlog 65\nfar 6 = 13\nlog 65\nnear 1 = 103\ncount = 2"
    );
}

#[test]
fn a_part_that_is_there_is_not_loaded_again() {
    assert_eq!(
        run(
            "there",
            "near\nheld\ncount",
            "",
            "['load', ['near', 5], ['held', 5, 2]]"
        ),
        "load 2\nlog 65\nnear 5 = 111\nheld 5 2 = 10"
    );
}

#[test]
fn nothing_stands_in_a_slot_that_nobody_can_call_yet() {
    // `far` is known to the part alone that it is in, `twice` to the first part.
    let mut reach = Reach::default();
    reach.add(1, 2);
    reach.add(2, 0);
    assert_eq!(
        run_reached(
            PROGRAM,
            "reached-slots",
            ["near\nheld\ncount", ""],
            &reach,
            "[['held', 5, 1], ['held', 5, 2], ['held', 5, 1]]"
        ),
        "held 5 1 = RuntimeError\nload 2\nheld 5 2 = 10\nlog 65\nheld 5 1 = 11"
    );
}

#[test]
fn three_parts_reach_each_other() {
    // Of the first part, of the second, and of the last.
    assert_eq!(
        run("three", "near\nheld\ncount\nmiddle", "far", ACTS),
        "load 1\nlog 65\nload 2\nnear 5 = 111\nlog 65\nheld 5 1 = 11\nheld 5 2 = 10\nlog 65\n\
         far 6 = 13\ncount = 3"
    );
    // A last part calls the second.
    assert_eq!(
        run(
            "back",
            "near\nheld\ncount",
            "middle\ntwice",
            "[['held', 5, 2], ['near', 5]]"
        ),
        "load 1\nheld 5 2 = 10\nload 2\nlog 65\nnear 5 = 111"
    );
}

#[test]
fn names_without_a_profile_are_of_the_last_part() {
    let profile = Profile::read(["# a comment\nexact\nbegin*", "exact\nlater*"]);
    let parts = ["exact", "beginning", "later::on", "other"].map(|name| profile.part_of(name));
    assert_eq!(parts, [0, 0, 1, 2]);
    assert_eq!(profile.part_of(""), 0, "a start has no name");
}

/// `say` calls a function that is for developers, which calls one that nobody else does, and one that
/// others do too.
const FOR_DEVELOPERS: &str = r#"(module
  (type $unary (func (param i32) (result i32)))
  (import "./js.js" "log" (func $log (param i32)))
  (memory (export "memory") 1)
  (table 2 2 funcref)
  (elem (i32.const 1) $held)
  (func $say (export "say") (type $unary) (call $midturn::debug::told (local.get 0)))
  (func $far (export "far") (type $unary) (call $shared (local.get 0)))
  (func $midturn::debug::told (type $unary)
    (i32.add (call $alone (local.get 0))
      (i32.add (call $shared (local.get 0)) (call $held (local.get 0)))))
  (func $alone (type $unary) (call $alone_too (local.get 0)))
  (func $alone_too (type $unary) (call $log (i32.const 7)) (i32.const 1000))
  (func $shared (type $unary) (i32.add (i32.const 100) (local.get 0)))
  (func $held (type $unary) (i32.const 10)))"#;

#[test]
fn what_developers_ask_for_comes_behind_the_rest_with_what_nothing_else_calls() {
    let said = run_of(
        FOR_DEVELOPERS,
        "developers",
        "say",
        "",
        "[['far', 1], ['say', 1], ['say', 2]]",
    );
    assert_eq!(
        said,
        "load 2\nfar 1 = 101\nload 3\nlog 7\nsay 1 = 1111\nlog 7\nsay 2 = 1112"
    );
    let bound = wat::parse_str(FOR_DEVELOPERS).expect("it is a module");
    let module = parse(&bound).expect("it is read");
    let plan = Plan::make(&module, &Profile::read(["say", ""])).expect("it is divided");
    let part = |name: &str| {
        let mut functions = module.funcs.iter();
        let found = functions.find(|function| function.name.as_deref() == Some(name));
        found.and_then(|function| plan.part(function.id().index()))
    };
    let parts = [
        "midturn::debug::told",
        "alone",
        "alone_too",
        "shared",
        "held",
    ]
    .map(part);
    let (there, rest) = (Some(COMMON), Some(COMMON - 1));
    assert_eq!(parts, [there, there, there, rest, rest]);
}

#[test]
fn a_language_is_a_part_whatever_the_profile_says() {
    let profile = Profile::read(["midturn::*", ""]);
    for (part, (_, module)) in (PARTS..).zip(SIDES) {
        assert_eq!(profile.part_of(&format!("{module}texts")), part);
    }
    assert_eq!(profile.part_of("midturn::i18n::friend"), 0);
    assert_eq!(profile.part_of("midturn::i18n::en::texts"), 0);
}

#[test]
fn what_writes_a_value_of_the_core_is_for_developers() {
    let profile = Profile::read(["*\nmidturn::debug::seen", ""]);
    let parts = [
        "<midturn_core::input::Input as core::fmt::Debug>::fmt",
        "<&midturn_core::input::Input as core::fmt::Debug>::fmt",
        "<midturn::debug::recorder::Recorder as midturn::driver::observe::Observer>::step",
        "midturn::i18n::en::debug::texts",
        "core::ptr::drop_in_place<midturn::debug::entry::Entry>",
        "midturn::debug::seen",
        "<str as core::fmt::Debug>::fmt",
        "<midturn_core::id::RunId as core::fmt::Display>::fmt",
        "midturn::app::debugging::Debugging::set",
    ];
    let parts = parts.map(|name| profile.part_of(name));
    assert_eq!(parts, [COMMON, COMMON, COMMON, COMMON, 0, 0, 0, 0, 0]);
}

/// `say` calls a language's function by name, `held` over the table. French calls `near`, which is
/// always there, and `far`, which is in the last part.
const SPEAKING: &str = r#"(module
  (type $unary (func (param i32) (result i32)))
  (import "./js.js" "log" (func $log (param i32)))
  (memory (export "memory") 1)
  (table 3 3 funcref)
  (elem (i32.const 1) $midturn::i18n::fr::number $midturn::i18n::ar::number)
  (func $french (export "french") (type $unary)
    (call $midturn::i18n::fr::number (local.get 0)))
  (func $arabic (export "arabic") (type $unary)
    (call $midturn::i18n::ar::number (local.get 0)))
  (func $held (export "held") (param i32 i32) (result i32)
    (call_indirect (type $unary) (local.get 0) (local.get 1)))
  (func $midturn::i18n::fr::number (type $unary)
    (call $far (call $near (local.get 0))))
  (func $midturn::i18n::ar::number (type $unary)
    (call $near (local.get 0)))
  (func $near (type $unary) (call $log (local.get 0)) (i32.add (i32.const 1) (local.get 0)))
  (func $far (export "far") (type $unary) (i32.mul (i32.const 10) (local.get 0))))"#;

const SPEAKERS: &str = "french\narabic\nheld\nnear";

#[test]
fn a_language_comes_alone_and_once() {
    assert_eq!(
        run_of(
            SPEAKING,
            "alone",
            SPEAKERS,
            "",
            "[['arabic', 5], ['held', 5, 2], ['arabic', 6]]"
        ),
        "load 5\nlog 5\narabic 5 = 6\nlog 5\nheld 5 2 = 6\nlog 6\narabic 6 = 7"
    );
}

#[test]
fn a_language_reaches_parts_that_come_later() {
    assert_eq!(
        run_of(
            SPEAKING,
            "later",
            SPEAKERS,
            "",
            "[['held', 5, 1], ['french', 6]]"
        ),
        "load 4\nlog 5\nload 2\nheld 5 1 = 60\nlog 6\nfrench 6 = 70"
    );
}

#[test]
fn a_language_may_come_after_all_others() {
    assert_eq!(
        run_of(
            SPEAKING,
            "after",
            SPEAKERS,
            "",
            "['load', ['far', 1], ['french', 6], ['arabic', 1]]"
        ),
        "load 2\nfar 1 = 10\nload 4\nlog 6\nfrench 6 = 70\nload 5\nlog 1\narabic 1 = 2"
    );
}

#[test]
fn a_later_part_reaches_a_language() {
    // What calls a language is itself not there at first.
    assert_eq!(
        run_of(
            SPEAKING,
            "reached",
            "near",
            "",
            "[['arabic', 5], ['french', 6]]"
        ),
        "load 2\nload 5\nlog 5\narabic 5 = 6\nload 4\nlog 6\nfrench 6 = 70"
    );
}

#[test]
fn a_language_that_calls_another_is_refused() {
    let program = SPEAKING.replace(
        "(call $near (local.get 0)))\n  (func $near",
        "(call $midturn::i18n::fr::number (local.get 0)))\n  (func $near",
    );
    let bound = wat::parse_str(program).expect("it is a module");
    let profile = Profile::read([SPEAKERS, ""]);
    let error = Plan::make(&parse(&bound).expect("it is read"), &profile).err();
    let error = error.expect("it is refused").to_string();
    assert!(error.contains("`midturn::i18n::ar::number` calls `midturn::i18n::fr::number`"));
}
