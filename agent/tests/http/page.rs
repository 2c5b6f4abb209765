//! The served page: its files, headers and routes.

use std::fs;

use reqwest::header::HeaderMap;

use crate::support::{Agent, agent_with, soon};

async fn serving() -> (Agent, tempfile::TempDir) {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("index.html"), "<title>page</title>").unwrap();
    fs::write(directory.path().join("app.js"), "plain").unwrap();
    fs::write(directory.path().join("app.js.br"), "as brotli").unwrap();
    fs::write(directory.path().join("app.js.gz"), "as gzip").unwrap();
    fs::write(directory.path().join("app_bg.wasm"), "\0asm").unwrap();
    let path = directory.path().to_str().unwrap();
    let other = "http://127.0.0.1:9101";
    let agent = agent_with(&["--static-dir", path, "--connect-src", other]).await;
    (agent, directory)
}

async fn get(agent: &Agent, path: &str, headers: &[(&str, &str)]) -> (u16, HeaderMap, String) {
    let mut request = agent.client.get(format!("{}{path}", agent.url));
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let answer = soon(request.send()).await.unwrap();
    let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
    (status, headers, answer.text().await.unwrap())
}

#[tokio::test]
async fn every_answer_of_the_page_has_the_strict_headers() {
    let (agent, _directory) = serving().await;
    for path in ["/", "/app.js", "/threads/1", "/missing.js"] {
        let opened = [("accept", "text/html")];
        let (_, headers, _) = get(&agent, path, &opened).await;
        assert_eq!(
            headers["content-security-policy"],
            "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
             connect-src 'self' http://127.0.0.1:9101; img-src 'self' data: blob: http: https:; font-src 'self'; \
             base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
             require-trusted-types-for 'script'; trusted-types 'none'"
        );
        assert_eq!(headers["x-content-type-options"], "nosniff");
        assert_eq!(headers["referrer-policy"], "no-referrer");
        assert_eq!(headers["cache-control"], "no-cache");
    }
}

#[tokio::test]
async fn files_have_their_type_and_can_be_revalidated() {
    let (agent, _directory) = serving().await;
    let (status, headers, _) = get(&agent, "/app_bg.wasm", &[]).await;
    assert_eq!(
        (status, &headers["content-type"]),
        (200, &"application/wasm".parse().unwrap())
    );
    let since = headers["last-modified"].to_str().unwrap().to_owned();
    let (status, _, _) = get(&agent, "/app_bg.wasm", &[("if-modified-since", &since)]).await;
    assert_eq!(status, 304);
}

#[tokio::test]
async fn compressed_files_are_preferred_when_the_client_takes_them() {
    let (agent, _directory) = serving().await;
    for (accepted, body) in [
        ("br", "as brotli"),
        ("gzip", "as gzip"),
        ("identity", "plain"),
    ] {
        let (_, headers, text) = get(&agent, "/app.js", &[("accept-encoding", accepted)]).await;
        assert_eq!(text, body);
        assert_eq!(
            headers.contains_key("content-encoding"),
            accepted != "identity"
        );
        assert!(
            headers["content-type"]
                .to_str()
                .unwrap()
                .starts_with("text/javascript")
        );
    }
}

#[tokio::test]
async fn only_navigations_to_the_pages_routes_get_the_page() {
    let (agent, _directory) = serving().await;
    let html = ("accept", "text/html,*/*;q=0.8");
    let navigate = ("sec-fetch-mode", "navigate");
    for path in ["/", "/threads/abc", "/threads/abc?x=1.5"] {
        let (status, headers, text) = get(&agent, path, &[html, navigate]).await;
        assert_eq!(
            (status, text.as_str()),
            (200, "<title>page</title>"),
            "{path}"
        );
        assert!(
            headers["content-type"]
                .to_str()
                .unwrap()
                .starts_with("text/html")
        );
    }
    for (path, headers) in [
        ("/missing.js", vec![html, navigate]),
        ("/threads/abc", vec![("sec-fetch-mode", "cors")]),
        ("/threads/abc", vec![("accept", "application/json")]),
        ("/test/runs/r", vec![html, navigate]),
    ] {
        assert_eq!(
            get(&agent, path, &headers).await.0,
            404,
            "{path} {headers:?}"
        );
    }
    let request = agent.client.post(format!("{}/threads/abc", agent.url));
    let status = soon(request.send()).await.unwrap().status();
    assert_eq!(status, 405);
}

#[tokio::test]
async fn nothing_outside_the_directory_is_served() {
    let (agent, directory) = serving().await;
    let secret = directory
        .path()
        .parent()
        .unwrap()
        .join("midturn-secret.txt");
    fs::write(&secret, "secret").unwrap();
    let (status, _, text) = get(&agent, "/..%2fmidturn-secret.txt", &[]).await;
    fs::remove_file(&secret).unwrap();
    assert_eq!(status, 404);
    assert!(!text.contains("secret\n") && text != "secret");
}
