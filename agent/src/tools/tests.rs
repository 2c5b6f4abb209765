//! The tools in a real directory, and attempts to reach files outside it.

use std::fs;

use serde_json::json;
use tempfile::TempDir;

use super::*;

fn directory() -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path().join("root");
    fs::create_dir_all(root.join("src/deep")).unwrap();
    fs::create_dir(root.join(".git")).unwrap();
    fs::write(root.join("src/a.rs"), "fn a() {}\nfn needle() {}\n").unwrap();
    fs::write(root.join("src/deep/b.rs"), "// needle\n").unwrap();
    fs::write(root.join(".git/c"), "needle").unwrap();
    fs::write(root.join("binary"), [0, 1, 2]).unwrap();
    fs::write(directory.path().join("secret"), "needle: secret").unwrap();
    directory
}

fn tools(directory: &TempDir) -> RealTools {
    let allowed = Allowed {
        write: true,
        commands: true,
    };
    RealTools::new(&directory.path().join("root"), allowed).unwrap()
}

async fn run(tools: &RealTools, name: &str, arguments: Value) -> (ToolStatus, String) {
    let call = ToolCall::new("c", name, arguments.to_string());
    let mut items = tools.run(&call);
    while let Some(item) = items.next().await {
        if let ToolItem::Finished(result) = item {
            return (result.status, result.content);
        }
    }
    panic!("the tool did not finish");
}

#[tokio::test]
async fn files_are_read_listed_found_and_written() {
    let directory = directory();
    let tools = tools(&directory);
    let read = run(&tools, "read_file", json!({"path": "src/a.rs"})).await;
    assert_eq!(read.1, "fn a() {}\nfn needle() {}\n");
    let listed = run(&tools, "list_dir", json!({})).await;
    assert_eq!(listed.1, ".git/\nbinary\nsrc/");
    let found = run(&tools, "search_text", json!({"query": "needle"})).await;
    assert_eq!(
        found.1,
        "src/a.rs:2: fn needle() {}\nsrc/deep/b.rs:1: // needle"
    );
    let content = json!({"path": "new/file.txt", "content": "hello"});
    let wrote = run(&tools, "write_file", content).await;
    assert_eq!(
        wrote,
        (ToolStatus::Ok, "Wrote 5 bytes to new/file.txt.".to_owned())
    );
    let path = directory.path().join("root/new/file.txt");
    assert_eq!(fs::read_to_string(path).unwrap(), "hello");
}

#[tokio::test]
async fn no_path_or_link_leads_out_of_the_directory() {
    let directory = directory();
    let root = directory.path().join("root");
    let secret = directory.path().join("secret");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&secret, root.join("link")).unwrap();
        std::os::unix::fs::symlink("../secret", root.join("relative")).unwrap();
        std::os::unix::fs::symlink("..", root.join("up")).unwrap();
    }
    let tools = tools(&directory);
    let absolute = secret.to_string_lossy().into_owned();
    for path in [
        "../secret",
        "src/../../secret",
        "link",
        "relative",
        "up/secret",
        &absolute,
    ] {
        let (status, content) = run(&tools, "read_file", json!({"path": path})).await;
        assert_eq!(status, ToolStatus::Error, "{path}");
        assert!(!content.contains("needle"));
        let write = json!({"path": path, "content": "overwritten"});
        let (status, _) = run(&tools, "write_file", write).await;
        assert_eq!(status, ToolStatus::Error, "{path}");
        let look = json!({"query": "needle", "path": path});
        let (_, content) = run(&tools, "search_text", look).await;
        assert!(!content.contains("secret:"), "{path}: {content}");
    }
    for path in ["..", "up", "/"] {
        let (status, _) = run(&tools, "list_dir", json!({"path": path})).await;
        assert_eq!(status, ToolStatus::Error, "{path}");
    }
    assert_eq!(fs::read_to_string(secret).unwrap(), "needle: secret");
    let (_, found) = run(&tools, "search_text", json!({"query": "needle"})).await;
    assert!(!found.contains("secret"));
}

#[tokio::test]
async fn binary_or_missing_files_and_invalid_calls_are_errors() {
    let directory = directory();
    let tools = tools(&directory);
    for (name, arguments) in [
        ("read_file", json!({"path": "binary"})),
        ("read_file", json!({"path": "src"})),
        ("read_file", json!({"path": "nothing"})),
        ("read_file", json!({"path": 3})),
        ("read_file", json!([])),
        ("search_text", json!({"query": ""})),
        ("search_text", json!({"query": "x", "path": "nothing"})),
        ("run_command", json!({})),
        ("explode", json!({})),
    ] {
        let (status, _) = run(&tools, name, arguments.clone()).await;
        assert_eq!(status, ToolStatus::Error, "{name} {arguments}");
    }
}

#[tokio::test]
async fn tools_that_were_not_enabled_do_not_exist() {
    let directory = directory();
    let root = directory.path().join("root");
    let tools = RealTools::new(&root, Allowed::default()).unwrap();
    let names: Vec<_> = tools.specs().into_iter().map(|spec| spec.name).collect();
    assert_eq!(names, ["read_file", "list_dir", "search_text"]);
    let write = json!({"path": "x", "content": "x"});
    assert_eq!(run(&tools, "write_file", write).await.0, ToolStatus::Error);
    let command = json!({"command": "touch x"});
    assert_eq!(
        run(&tools, "run_command", command).await.0,
        ToolStatus::Error
    );
    assert!(!root.join("x").exists());
}

#[cfg(unix)]
#[tokio::test]
async fn a_commands_result_has_its_output_and_how_it_ended() {
    let directory = directory();
    let tools = tools(&directory);
    let both = json!({"command": "echo out; echo err >&2; exit 3"});
    let (status, content) = run(&tools, "run_command", both).await;
    assert_eq!(status, ToolStatus::Error);
    assert!(content.contains("out") && content.contains("err") && content.contains('3'));
    let quiet = run(&tools, "run_command", json!({"command": "true"})).await;
    assert_eq!(quiet.0, ToolStatus::Ok);
    let there = run(&tools, "run_command", json!({"command": "ls src"})).await;
    assert_eq!(there.1, "a.rs\ndeep");
}

#[cfg(unix)]
#[tokio::test]
async fn a_stopped_command_leaves_no_process_running() {
    let directory = directory();
    let tools = tools(&directory);
    let call = ToolCall::new(
        "c",
        "run_command",
        // The child does not listen when it is asked to end.
        json!({"command": "sh -c 'trap \"\" TERM; echo $$; exec sleep 600' & wait"}).to_string(),
    );
    let mut items = tools.run(&call);
    let Some(ToolItem::Progress { message, .. }) = items.next().await else {
        panic!("the command says nothing");
    };
    let process = std::path::PathBuf::from(format!("/proc/{}", message.trim()));
    if !std::path::Path::new("/proc/self").exists() {
        println!("skipped: there is no /proc here");
        return;
    }
    assert!(process.exists());
    drop(items);
    let gone = async {
        // A zombie process has ended; it only waits to be reaped.
        let state = || fs::read_to_string(process.join("stat")).unwrap_or_default();
        while process.exists() && !state().contains(") Z ") {
            tokio::task::yield_now().await;
        }
    };
    let waited = tokio::time::timeout(std::time::Duration::from_secs(10), gone).await;
    assert!(waited.is_ok(), "the sleeping child is still there");
}

#[cfg(unix)]
#[tokio::test]
async fn a_stopped_command_can_clean_up() {
    let directory = directory();
    let tools = tools(&directory);
    let command =
        "trap 'echo goodbye; echo cleaned > done; exit' TERM; echo ready; sleep 600 & wait";
    let call = ToolCall::new("c", "run_command", json!({"command": command}).to_string());
    let mut items = tools.run(&call);
    assert!(matches!(
        items.next().await,
        Some(ToolItem::Progress { .. })
    ));
    drop(items);
    let done = directory.path().join("root/done");
    let cleaned = async {
        while fs::read_to_string(&done).unwrap_or_default() != "cleaned\n" {
            tokio::task::yield_now().await;
        }
    };
    let waited = tokio::time::timeout(std::time::Duration::from_secs(10), cleaned).await;
    assert!(waited.is_ok(), "the command was killed at once");
}

#[cfg(unix)]
#[tokio::test]
async fn tools_do_not_block_on_a_pipe() {
    let directory = directory();
    let root = directory.path().join("root");
    let made = std::process::Command::new("mkfifo")
        .arg(root.join("pipe"))
        .status();
    if !made.is_ok_and(|status| status.success()) {
        println!("skipped: there is no mkfifo here");
        return;
    }
    let tools = tools(&directory);
    let pipe = root.join("pipe");
    for (name, arguments) in [
        ("read_file", json!({"path": "pipe"})),
        ("write_file", json!({"path": "pipe", "content": "x"})),
        ("search_text", json!({"path": "pipe", "query": "x"})),
    ] {
        let ran = run(&tools, name, arguments);
        let ran = tokio::time::timeout(std::time::Duration::from_secs(10), ran).await;
        if ran.is_err() {
            // Unblocks the tool, or this test would never end.
            let both = fs::OpenOptions::new().read(true).write(true).open(&pipe);
            drop(both.unwrap());
        }
        let (status, _) = ran.unwrap_or_else(|_| panic!("{name} hangs"));
        let expected = if name == "search_text" {
            ToolStatus::Ok
        } else {
            ToolStatus::Error
        };
        assert_eq!(status, expected, "{name}");
    }
}

#[cfg(unix)]
const INSIDE: &str = "MIDTURN_TEST_INSIDE";

#[cfg(unix)]
#[tokio::test]
async fn a_command_does_not_get_the_agents_own_settings() {
    if std::env::var_os(INSIDE).is_none() {
        // Runs this test again in a process that has secrets to hide from the command.
        let again = std::process::Command::new(std::env::current_exe().unwrap())
            .args([
                "--exact",
                "tools::tests::a_command_does_not_get_the_agents_own_settings",
            ])
            .env(INSIDE, "1")
            .env("MIDTURN_MODEL_KEY", "secret")
            .env("NOT_MIDTURN_BUT_SHOWN", "shown")
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&again.stdout);
        assert!(again.status.success(), "{said}");
        assert!(said.contains("1 passed"), "{said}");
        return;
    }
    let directory = directory();
    let (_, content) = run(&tools(&directory), "run_command", json!({"command": "env"})).await;
    assert!(content.contains("NOT_MIDTURN_BUT_SHOWN=shown"));
    let own = content.lines().filter(|line| line.starts_with("MIDTURN_"));
    assert_eq!(own.count(), 0, "{content}");
}

#[cfg(unix)]
#[tokio::test]
async fn a_byte_that_is_not_utf_8_does_not_end_a_command() {
    let directory = directory();
    let command = json!({"command": "printf 'a\\377b\\n'; echo after"});
    let ran = run(&tools(&directory), "run_command", command).await;
    assert_eq!(ran, (ToolStatus::Ok, "a\u{fffd}b\nafter".to_owned()));
}

#[cfg(unix)]
#[tokio::test]
async fn a_command_does_not_wait_for_its_background_processes() {
    let directory = directory();
    let tools = tools(&directory);
    let ran = run(
        &tools,
        "run_command",
        json!({"command": "sleep 100 & echo started"}),
    );
    let ran = tokio::time::timeout(std::time::Duration::from_secs(20), ran).await;
    let started = (ToolStatus::Ok, "started".to_owned());
    assert_eq!(ran.expect("it waits for sleep"), started);
}

#[cfg(unix)]
#[tokio::test]
async fn long_output_is_shortened_and_its_progress_reports_are_limited() {
    let directory = directory();
    let tools = tools(&directory);
    // A million short lines, then one line of a million characters.
    let command = "yes | head -n 1000000; yes | head -n 1000000 | tr -d '\\n'";
    let call = ToolCall::new("c", "run_command", json!({"command": command}).to_string());
    let began = std::time::Instant::now();
    let items: Vec<_> = tools.run(&call).collect().await;
    let (last, reports) = items.split_last().unwrap();
    let at_most = began.elapsed().as_millis() / 250 + 2;
    assert!(
        reports.len() as u128 <= at_most,
        "{} reports",
        reports.len()
    );
    for report in reports {
        let ToolItem::Progress { message, .. } = report else {
            panic!("{report:?}");
        };
        assert!(message.len() < 400);
    }
    let ToolItem::Finished(result) = last else {
        panic!("{last:?}");
    };
    assert_eq!(result.status, ToolStatus::Ok);
    assert!(result.content.len() <= LONGEST_RESULT);
    let end = &result.content[result.content.len() - 40..];
    assert!(end.ends_with("more bytes are not shown]"), "{end}");
}

#[test]
fn a_long_result_is_cut_between_characters_with_a_note() {
    let text = "é".repeat(10);
    assert_eq!(clipped(text.clone(), 20), text);
    assert_eq!(clipped(text, 5), "éé\n[16 more bytes are not shown]");
}
