//! The page that is part of the program, in builds that have it.

use crate::support::{agent_with, soon};

#[tokio::test]
async fn one_program_is_the_whole_product() {
    if !cfg!(feature = "page") {
        println!("skipped: built without the feature `page`");
        return;
    }
    let agent = agent_with(&[]).await;
    for (path, kind) in [
        ("/", "text/html"),
        ("/threads/some-thread", "text/html"),
        ("/midturn.js", "text/javascript"),
        ("/midturn_bg.wasm", "application/wasm"),
    ] {
        let request = agent.client.get(format!("{}{path}", agent.url));
        let answer = soon(request.header("accept", "text/html").send())
            .await
            .unwrap();
        assert_eq!(answer.status(), 200, "{path}");
        assert_eq!(answer.headers()["content-type"], kind);
        assert!(answer.headers().contains_key("content-security-policy"));
    }
    let missing = agent.client.get(format!("{}/missing.js", agent.url));
    assert_eq!(soon(missing.send()).await.unwrap().status(), 404);
    assert_eq!(
        agent.get("/threads").await["threads"],
        serde_json::json!([])
    );
}
