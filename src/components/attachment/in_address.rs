//! A picture whose bytes are in its address (`data:`). Nothing is fetched for it, and it is drawn on
//! a canvas, as previews are, so that no policy has to allow such addresses.

use leptos::prelude::*;
use midturn_core::attachment::{Attachment, Source};

use super::thumbnail::Thumbnail;
use crate::components::{Part, Ui};
use crate::part::Make;

/// The types that are drawn. An SVG is a document.
const TYPES: [&str; 4] = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/// The picture in an address, as a file; `None` if the address has none that is drawn.
pub fn picture_in(url: &str, alt: &str) -> Option<Attachment> {
    // Fast path: most addresses, some of megabytes, are others.
    let scheme = url.get(..5)?;
    if !scheme.eq_ignore_ascii_case("data:") {
        return None;
    }
    let source = Source::Url(url.to_owned());
    let media_type = source.media_type()?.split(';').next()?;
    let media_type = media_type.trim().to_ascii_lowercase();
    let file = Attachment::from_backend(String::new().into(), alt.to_owned(), media_type, source);
    (file.size > 0 && TYPES.contains(&file.media_type.as_str())).then_some(file)
}

crate::part! {
    in details
    fn drawn() -> Make<DrawnProps> { |props| Drawn(props).into_any() }
}

/// The picture of a file from [`picture_in`]. A part of the program, because few answers have one.
#[component]
pub fn InAddress(
    file: Attachment,
    /// Set if the browser cannot decode the bytes.
    broken: RwSignal<bool>,
) -> impl IntoView {
    let props = Callback::new(move |()| DrawnProps {
        file: file.clone(),
        broken,
    });
    view! { <Part load=drawn props/> }.into_any()
}

#[component]
fn Drawn(file: Attachment, broken: RwSignal<bool>) -> impl IntoView {
    let texts = Ui::get().texts;
    let alt = match file.name.as_str() {
        "" => texts.answer.image.to_owned(),
        name => name.to_owned(),
    };
    let (file, missing) = (StoredValue::new(file), RwSignal::new(false));
    view! {
        <span class="mt-picture mt-picture--drawn" role="img" aria-label=alt>
            <Thumbnail file whole=true missing broken/>
        </span>
    }
}

#[cfg(test)]
mod tests {
    use super::picture_in;

    #[test]
    fn pictures_are_drawn_and_documents_are_not() {
        for url in [
            "data:image/png;base64,iVBORw0KGgo=",
            "DATA:image/JPEG;base64,/9j/",
            "data:image/gif;base64,R0lG",
            "data:image/webp;x=y;base64,UklG",
        ] {
            assert!(picture_in(url, "a").is_some(), "{url}");
        }
        for url in [
            "data:image/svg+xml;base64,PHN2Zz4=",
            "data:text/html;base64,PGI+",
            "data:image/png;base64,",
            "data:image/png;base64,%",
            "data:image/png,abc",
            "https://a.example/data:image/png;base64,iVBORw0KGgo=",
            "é",
        ] {
            assert!(picture_in(url, "a").is_none(), "{url}");
        }
    }
}
