//! Files that are too long for one result.

use std::fs;

use cap_std::ambient_authority;
use serde_json::json;
use tempfile::TempDir;

use super::*;

fn directory(content: &str) -> (TempDir, Dir) {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("long"), content).unwrap();
    let root = Dir::open_ambient_dir(directory.path(), ambient_authority()).unwrap();
    (directory, root)
}

fn from_line(root: &Dir, line: usize) -> Outcome {
    read(root, &json!({"path": "long", "start_line": line}))
}

#[test]
fn a_long_file_is_read_in_parts_by_what_their_notes_say() {
    let lines: Vec<_> = (0..20_000).map(|line| format!("été {line}\n")).collect();
    let content = lines.concat();
    let (_directory, root) = directory(&content);
    let (mut read_so_far, mut line) = (String::new(), 1);
    loop {
        let part = from_line(&root, line).unwrap();
        assert!(part.len() <= LONGEST_RESULT);
        let Some((text, note)) = part.split_once('[') else {
            read_so_far.push_str(&part);
            break;
        };
        read_so_far.push_str(text);
        let left = content.len() - read_so_far.len();
        let said = format!("{left} more bytes are not shown. Go on with \"start_line\": ");
        let next = note
            .strip_prefix(&said)
            .and_then(|next| next.strip_suffix(']'));
        line = next
            .and_then(|next| next.parse().ok())
            .unwrap_or_else(|| panic!("{note}"));
    }
    assert_eq!(read_so_far, content);
    assert_eq!(read(&root, &json!({"path": "long"})), from_line(&root, 1));
    let beyond = Err("long has only 20000 lines.".to_owned());
    assert_eq!(from_line(&root, 20_001), beyond);
    assert_eq!(from_line(&root, 30_000), beyond);
    assert!(read(&root, &json!({"path": "long", "start_line": "two"})).is_err());
}

#[test]
fn a_line_that_is_too_long_is_cut_and_the_next_one_can_be_read() {
    let (_directory, root) = directory(&format!("{}\nlast", "é".repeat(LONGEST_RESULT)));
    let cut = from_line(&root, 1).unwrap();
    assert!(cut.len() <= LONGEST_RESULT);
    let shown = cut.chars().filter(|letter| *letter == 'é').count();
    let left = 2 * (LONGEST_RESULT - shown) + "\nlast".len();
    let note = format!(
        "é\n[Line 1 is too long to be shown whole. {left} more bytes are not shown. \
         Go on with \"start_line\": 2]"
    );
    assert!(cut.ends_with(&note), "{}", &cut[cut.len() - 200..]);
    assert_eq!(from_line(&root, 2), Ok("last".to_owned()));
}
