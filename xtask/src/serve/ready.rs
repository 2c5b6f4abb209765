//! Checks without a browser that a served page can start: a node script requests the page and every
//! file it names, and links the WebAssembly.

use std::net::SocketAddr;

use anyhow::{Context, Result};

use crate::build;
use crate::process::capture;
use crate::project::Project;

/// The node script, by its path from the root.
const PROGRAM: &str = "xtask/src/serve/ready.mjs";

/// Checks the page at an address.
///
/// # Errors
/// If something is missing; the error says what.
pub(super) fn check(project: &Project, address: SocketAddr) -> Result<()> {
    let extras = build::EXTRAS.map(|name| format!("/extras/{name}"));
    let mut command = project.node(&project.root().join(PROGRAM));
    command.arg(format!("http://{address}")).args(extras);
    capture(&mut command)
        .map(drop)
        .context("the page cannot start")
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::io::{BufRead, BufReader, Write};
    use std::net::TcpListener;

    use super::*;

    const PAGE: &str = "<script type=\"module\" src=\"/page.js\"></script>\
                        <link rel=\"preload\" href=\"/midturn_bg.wasm\">\
                        <link rel=\"preload\" href=\"/split_page_1.wasm\">";

    /// Serves these files, and returns the result of the check.
    fn checked(files: &[(String, Vec<u8>)]) -> Result<(), String> {
        let project = Project::open().expect("the repository");
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("it is bound");
        let files: HashMap<_, _> = files.iter().cloned().collect();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.expect("a connection");
                let mut lines = BufReader::new(stream.try_clone().expect("a clone")).lines();
                let first = lines.next().expect("a request").expect("text");
                while lines
                    .next()
                    .is_some_and(|line| line.is_ok_and(|line| !line.is_empty()))
                {}
                let path = first.split(' ').nth(1).expect("a path");
                let (status, body) = match files.get(path) {
                    Some(body) => ("200 OK", body.as_slice()),
                    None => ("404 Not Found", &b"no such file"[..]),
                };
                let length = body.len();
                let head = format!(
                    "HTTP/1.1 {status}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n"
                );
                let _ = stream.write_all(head.as_bytes());
                let _ = stream.write_all(body);
            }
        });
        check(&project, address).map_err(|error| format!("{error:#}"))
    }

    /// A page that can start.
    fn whole() -> Vec<(String, Vec<u8>)> {
        let program = "(module (import \"./midturn_bg.js\" \"__wbg_log_1\" (func)))";
        let part = "(module (import \"__wasm_split\" \"memory\" (memory 1)))";
        let mut files = [
            ("/", PAGE.into()),
            (
                "/page.js",
                b"const imports = { __wbg_log_1: () => {} };".to_vec(),
            ),
            (
                "/midturn_bg.wasm",
                wat::parse_str(program).expect("a module"),
            ),
            (
                "/split_page_1.wasm",
                wat::parse_str(part).expect("a module"),
            ),
            ("/healthz", b"{\"status\":\"ok\"}".to_vec()),
        ]
        .map(|(path, body)| (path.to_owned(), body))
        .to_vec();
        let extras = build::EXTRAS.map(|name| format!("/extras/{name}"));
        files.extend(extras.map(|path| (path, Vec::new())));
        files
    }

    #[test]
    fn a_page_that_can_start_is_ready() {
        assert_eq!(checked(&whole()), Ok(()));
    }

    #[test]
    fn every_file_must_be_there() {
        for missing in [
            "/",
            "/page.js",
            "/midturn_bg.wasm",
            "/split_page_1.wasm",
            "/extras/math.js",
            "/healthz",
        ] {
            let files: Vec<_> = whole()
                .into_iter()
                .filter(|(path, _)| *path != missing)
                .collect();
            let error = checked(&files).expect_err(missing);
            assert!(error.contains(&format!("{missing} answers 404")), "{error}");
        }
    }

    #[test]
    fn a_program_that_does_not_fit_its_javascript_is_not_ready() {
        let mut files = whole();
        files[1].1 = b"const imports = { __wbg_log_2: () => {} };".to_vec();
        let error = checked(&files).expect_err("another build");
        assert!(error.contains("__wbg_log_1"), "{error}");

        let mut files = whole();
        files[2].1 = b"not a program".to_vec();
        assert!(checked(&files).is_err());
    }
}
