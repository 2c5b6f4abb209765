//! Where a search looks, and how often it reports.

use std::fs;

use cap_std::ambient_authority;
use serde_json::json;
use tempfile::TempDir;

use super::*;

async fn search(directory: &TempDir, arguments: Value) -> (usize, String) {
    let root = Dir::open_ambient_dir(directory.path(), ambient_authority()).unwrap();
    let items: Vec<_> = stream(Arc::new(root), &arguments).collect().await;
    let Some((ToolItem::Finished(result), reports)) = items.split_last() else {
        panic!("{items:?}");
    };
    (reports.len(), result.content.clone())
}

#[tokio::test]
async fn what_a_tool_has_fetched_or_made_is_searched_only_if_it_is_named() {
    let directory = tempfile::tempdir().unwrap();
    for place in [
        "node_modules/a",
        "web/node_modules/b",
        "made/deep",
        "target",
        ".git",
    ] {
        let place = directory.path().join(place);
        fs::create_dir_all(&place).unwrap();
        fs::write(place.join("file"), "needle").unwrap();
    }
    fs::write(directory.path().join("made/CACHEDIR.TAG"), "Signature: …").unwrap();
    let (_, found) = search(&directory, json!({"query": "needle"})).await;
    assert_eq!(found, "target/file:1: needle");
    for (path, hit) in [
        ("web/node_modules", "web/node_modules/b/file:1: needle"),
        ("made", "made/deep/file:1: needle"),
        (".git", ".git/file:1: needle"),
    ] {
        let named = json!({"query": "needle", "path": path});
        assert_eq!(search(&directory, named).await.1, hit);
    }
}

#[tokio::test(start_paused = true)]
async fn a_search_of_many_directories_reports_a_few_times_a_second() {
    let directory = tempfile::tempdir().unwrap();
    for place in 0..500 {
        fs::create_dir(directory.path().join(place.to_string())).unwrap();
    }
    // No time passes while a directory is searched.
    let (reports, _) = search(&directory, json!({"query": "needle"})).await;
    assert_eq!(reports, 1);
}
