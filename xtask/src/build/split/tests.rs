//! A small program is divided, and run by node: before its later part is there, and after.

use std::process::Command;

use super::{PARTS, Plan, Profile, Short, data::Homes, first, later, parse};

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
const script = { [names.imports[0][2]]: (letter) => said.push('log ' + letter) };
const given = { a: script, l: { l: load } };
function enter(part) {
  const instance = new WebAssembly.Instance(new WebAssembly.Module(files[part]), given);
  given.m = { ...given.m, ...instance.exports };
}
function load(part) {
  said.push('load ' + part);
  while (there <= part) enter(there++);
}
enter(0);
const called = Object.fromEntries(names.exports);
const at = (name) => given.m[called[name]];
for (const act of acts) {
  if (act === 'load') load(files.length - 1);
  else said.push(act.join(' ') + ' = ' + at(act[0])(...act.slice(1)));
}
console.log(said.join('\n'));";

fn run(name: &str, start: &str, reading: &str, acts: &str) -> String {
    let bound = wat::parse_str(PROGRAM).expect("it is a module");
    let profile = Profile::read([start, reading]);
    let plan = Plan::make(&parse(&bound).expect("it is read"), &profile).expect("it is divided");
    let homes = Homes::all_first();
    let mut short = Short::default();
    let mut shared = std::collections::BTreeMap::new();
    let directory =
        std::env::temp_dir().join(format!("midturn-split-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("it can be made");
    let mut files = Vec::new();
    for part in (0..PARTS).rev() {
        let wasm = if part == 0 {
            first::make(&bound, &plan, &homes, &shared, &mut short)
        } else {
            later::make(&bound, &plan, part, &homes, &mut shared, &mut short)
        };
        let file = directory.join(format!("{part}.wasm"));
        std::fs::write(&file, wasm.expect("a part")).expect("it can be written");
        files.insert(0, file);
    }
    let names = short.told();
    let script = format!("const names = {names}, acts = {acts};{RUN}");
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
