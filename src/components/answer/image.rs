//! An image of an answer: a placeholder with the alternative text until the person agrees to the
//! address. Fetching the image tells the host that the answer was read, and sends the host any data
//! that the agent put into the address.
//!
//! Not responsible for storing the consent.

use leptos::ev::MouseEvent;
use leptos::html::{Img, Span};
use leptos::prelude::*;
use midturn_core::attachment::Attachment;

use super::consent::origin;
use super::elements::short;
use super::setting::{Answers, Images};
use crate::components::Ui;
use crate::components::attachment::{InAddress, picture_in};
use crate::components::enlarged::{Enlarge, Enlarged};
use crate::components::icon::{Icon, IconName};

/// The image's source.
#[derive(Clone)]
struct About {
    url: String,
    alt: String,
    title: String,
}

/// A handle to the source.
type Stored = StoredValue<About>;

/// How the image is shown.
#[derive(Clone, PartialEq, Eq)]
enum Shown {
    /// Only the alternative text, and why: the address cannot be fetched at all.
    Refused,
    /// The picture in the address.
    Own(Attachment),
    /// The image itself.
    Picture,
    /// The alternative text and the host; with buttons to agree if `asks`.
    Placeholder { host: String, asks: bool },
}

impl Shown {
    fn of(answers: &Answers, About { url, alt, .. }: &About) -> Self {
        if let Some(file) = picture_in(url, alt) {
            return Self::Own(file);
        }
        let Some(origin) = origin(url) else {
            return Self::Refused;
        };
        let policy = answers.images();
        let agreed = match policy {
            Images::Always => true,
            Images::Ask => answers.consent().has(url),
            Images::Never => false,
        };
        if agreed {
            return Self::Picture;
        }
        Self::Placeholder {
            host: host_of(&origin).to_owned(),
            asks: policy == Images::Ask,
        }
    }
}

/// The host of an origin.
fn host_of(origin: &str) -> &str {
    origin.split_once("://").map_or("", |(_, host)| host)
}

/// The image, or its placeholder, or only its alternative text.
#[component]
pub(in crate::components) fn RemoteImage(
    /// The address of the image.
    url: String,
    /// Its alternative text.
    alt: String,
    /// Its title; may be empty.
    #[prop(optional)]
    title: String,
) -> impl IntoView {
    let answers = Ui::get().answers;
    let about = StoredValue::new(About { url, alt, title });
    let shown = Memo::new(move |_| {
        answers.with_value(|answers| about.with_value(|about| Shown::of(answers, about)))
    });
    // Whether the pressed button had the focus. The image then takes the focus, because the button
    // is removed.
    let focus = StoredValue::new(false);
    move || match shown.get() {
        Shown::Refused => {
            let why = Ui::get().texts.answer.image_refused;
            view! { <Refused about why/> }.into_any()
        }
        Shown::Own(file) => view! { <Own about file/> }.into_any(),
        Shown::Picture => view! { <Picture about focus=focus.get_value()/> }.into_any(),
        Shown::Placeholder { host, asks } => {
            view! { <Placeholder about host asks focus/> }.into_any()
        }
    }
}

#[component]
fn Placeholder(
    about: Stored,
    host: String,
    /// Whether the person may agree.
    asks: bool,
    /// Set if the focus is in the placeholder when the person agrees.
    focus: StoredValue<bool>,
) -> impl IntoView {
    let Ui { texts, answers, .. } = Ui::get();
    let texts = &texts.answer;
    let place = NodeRef::<Span>::new();
    let agree = move |event: MouseEvent, all: bool| {
        // An image in a link: the button does not follow the link.
        event.prevent_default();
        let place = place.get_untracked();
        let within = place.and_then(|place| place.matches(":focus-within").ok());
        focus.set_value(within.unwrap_or_default());
        about.with_value(|About { url, .. }| {
            answers.with_value(|answers| {
                if all {
                    answers.consent().add_origin(url);
                } else {
                    answers.consent().add(url);
                }
            });
        });
    };
    let About { url, alt, title } = about.get_value();
    let words = if alt.is_empty() {
        texts.image.to_owned()
    } else {
        alt.clone()
    };
    let always = texts.image_always(&host);
    let never = (!asks).then_some(texts.image_never);
    let ways = move || {
        view! {
            <span class="mt-image__ways">
                <button
                    type="button"
                    class="mt-chip"
                    data-act="image"
                    on:click=move |event| agree(event, false)
                >
                    {texts.image_show}
                </button>
                <button
                    type="button"
                    class="mt-chip"
                    data-act="images"
                    on:click=move |event| agree(event, true)
                >
                    {always}
                </button>
            </span>
        }
    };
    view! {
        <span class="mt-image" part="image" data-image=url data-alt=alt title=title node_ref=place>
            <Icon name=IconName::Image/>
            <span class="mt-image__words">
                <bdi>{words}</bdi>
                <bdi class="mt-image__host">{host}</bdi>
                <Why why=never/>
            </span>
            {asks.then(ways)}
        </span>
    }
}

/// The image itself.
#[component]
fn Picture(
    about: Stored,
    /// Whether the image takes the focus.
    focus: bool,
) -> impl IntoView {
    let About { url, alt, title } = about.get_value();
    let picture = NodeRef::<Img>::new();
    Effect::new(move || {
        if let (Some(picture), true) = (picture.get(), focus) {
            let _ = picture.focus();
        }
    });
    let image = Enlarged::Address {
        url: url.clone(),
        alt: alt.clone(),
    };
    view! {
        <span class="mt-picture-frame">
            <img
                class="mt-picture"
                part="image"
                alt=alt
                loading="lazy"
                decoding="async"
                referrerpolicy="no-referrer"
                src=url
                title=(!title.is_empty()).then_some(title)
                tabindex=focus.then_some("-1")
                node_ref=picture
            />
            <Enlarge image/>
        </span>
    }
}

/// A picture whose bytes are in its address.
#[component]
fn Own(about: Stored, file: Attachment) -> impl IntoView {
    let texts = Ui::get().texts;
    let broken = RwSignal::new(false);
    move || {
        if broken.get() {
            return view! { <Refused about why=texts.answer.image_broken/> }.into_any();
        }
        let (image, file) = (Enlarged::File(file.clone()), file.clone());
        view! {
            <span class="mt-picture-frame">
                <InAddress file broken/>
                <Enlarge image/>
            </span>
        }
        .into_any()
    }
}

/// An image that is not shown: the alternative text, why, and the address in its title.
#[component]
fn Refused(about: Stored, why: &'static str) -> impl IntoView {
    let About { url, alt, title } = about.get_value();
    let texts = &Ui::get().texts.answer;
    let why = Some(why);
    let words = if alt.is_empty() {
        texts.image.to_owned()
    } else {
        alt.clone()
    };
    let title = format!("{} {title}", short(&url)).trim_end().to_owned();
    view! {
        <span class="mt-image mt-image--refused" part="image" data-alt=alt title=title>
            <span class="mt-image__words">
                <bdi>{words}</bdi>
                <Why why/>
            </span>
        </span>
    }
}

/// Why an image is not fetched.
#[component]
fn Why(why: Option<&'static str>) -> impl IntoView {
    why.map(|why| view! { <span class="mt-image__host">{why}</span> })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_host_follows_the_scheme_and_includes_the_port() {
        assert_eq!(host_of("https://files.example:8"), "files.example:8");
        assert_eq!(host_of("null"), "");
    }
}
