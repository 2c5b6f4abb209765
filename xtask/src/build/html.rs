//! Turns `index.html`, which is written for Trunk, into the page of `dist/`.
//!
//! Replaces Trunk's tags as Trunk does, but without an inline script, which the page's content
//! security policy would refuse.

use anyhow::{Result, bail};

/// The tags that replace Trunk's tag for the program.
///
/// They preload all WebAssembly files, so that the browser requests them before it has read the
/// JavaScript.
fn loader(js: &str, wasm: &[String]) -> String {
    let preload = |file: &String| {
        format!(
            "<link rel=\"preload\" href=\"/{file}\" as=\"fetch\" type=\"application/wasm\" \
             crossorigin>\n    "
        )
    };
    let preloads: String = wasm.iter().map(preload).collect();
    format!("{preloads}<script type=\"module\" src=\"/{js}\"></script>")
}

/// Replaces Trunk's tags.
///
/// # Errors
/// If there is no tag for the program, or an unknown tag.
pub(super) fn release_page(source: &str, js: &str, wasm: &[String]) -> Result<String> {
    let mut page = String::new();
    let mut rest = source;
    let mut loaders = 0;
    while let Some(start) = rest.find("<link") {
        let (before, from_tag) = rest.split_at(start);
        let Some(end) = from_tag.find('>') else {
            bail!("index.html has a <link> that never ends");
        };
        let (tag, after) = from_tag.split_at(end + 1);
        rest = after;
        if !tag.contains("data-trunk") {
            page.push_str(before);
            page.push_str(tag);
        } else if tag.contains("rel=\"rust\"") {
            page.push_str(before);
            page.push_str(&loader(js, wasm));
            loaders += 1;
        } else if tag.contains("rel=\"copy-dir\"") {
            // `public/` is copied as a whole, and the element's modules are bundled. Remove the line with
            // its indentation.
            page.push_str(before.trim_end());
        } else {
            bail!("index.html has a tag for Trunk that `build` does not know: {tag}");
        }
    }
    page.push_str(rest);
    if loaders != 1 {
        bail!("index.html must have one <link data-trunk rel=\"rust\">, not {loaders}");
    }
    Ok(page)
}

#[cfg(test)]
mod tests {
    use super::release_page;

    #[test]
    fn the_tags_of_trunk_are_replaced() {
        let source = "<head>\n<link rel=\"icon\" href=\"/i.svg\">\n\
                      <link data-trunk rel=\"copy-dir\" href=\"public\">\n\
                      <link data-trunk rel=\"copy-dir\" href=\"src/embed\">\n\
                      <link data-trunk rel=\"rust\" data-bin=\"midturn-web\">\n</head>";
        let wasm = ["midturn_bg.wasm".to_owned(), "split_page_1.wasm".to_owned()];
        let page = release_page(source, "page.js", &wasm).expect("it is known");
        assert!(!page.contains("data-trunk"));
        assert!(page.contains("<script type=\"module\" src=\"/page.js\"></script>"));
        assert!(page.contains("href=\"/midturn_bg.wasm\""));
        assert!(page.contains("href=\"/split_page_1.wasm\""));
        assert!(page.contains("<link rel=\"icon\" href=\"/i.svg\">"));
        assert!(page.ends_with("</head>"));
    }

    #[test]
    fn a_page_without_the_program_is_refused() {
        assert!(release_page("<head></head>", "page.js", &[]).is_err());
    }

    #[test]
    fn an_unknown_tag_is_refused() {
        let source = "<link data-trunk rel=\"sass\" href=\"x\"><link data-trunk rel=\"rust\">";
        let error = release_page(source, "page.js", &[]).expect_err("sass is unknown");
        assert!(error.to_string().contains("sass"));
    }
}
