//! The picture of a file, drawn on a canvas from its bytes. An `img` would need a content security
//! policy that allows `blob:`. The canvas needs none, and fetches nothing.

use js_sys::{Array, Uint8Array};
use leptos::html::Canvas;
use leptos::prelude::*;
use midturn_core::attachment::Attachment;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Blob, BlobPropertyBag, CanvasRenderingContext2d, HtmlCanvasElement, ImageBitmap};

use super::came::{bare_media_type, read};
use crate::components::Ui;

/// The width and height of a cropped picture, in pixels: enough for the largest one on a dense
/// screen.
const PIXELS: u32 = 256;

/// The maximum width and height of a whole picture, in pixels.
const WHOLE: u32 = 1280;

/// The image types that browsers can draw.
const DRAWN: [&str; 6] = [
    "image/png",
    "image/jpeg",
    "image/gif",
    "image/webp",
    "image/avif",
    "image/bmp",
];

/// Whether a picture of the file can be drawn.
pub(super) fn is_drawn(file: &Attachment) -> bool {
    DRAWN.contains(&bare_media_type(file).as_str()) && (file.is_own() || file.has_bytes())
}

/// The picture or its middle, drawn once the bytes are read. Hidden from screen readers: the name
/// is beside it.
#[component]
pub(super) fn Thumbnail(
    file: StoredValue<Attachment>,
    /// Whether to draw the whole picture, not only its middle.
    whole: bool,
    /// Set if the bytes are missing.
    missing: RwSignal<bool>,
    /// Set if the browser cannot decode the bytes. Without it the picture then stays blank.
    #[prop(optional)]
    broken: Option<RwSignal<bool>>,
) -> impl IntoView {
    let ui = Ui::get();
    let canvas = NodeRef::<Canvas>::new();
    Effect::new(move || {
        let Some(canvas) = canvas.get() else { return };
        let media_type = file.with_value(|file| file.media_type.clone());
        let got = Box::new(move |bytes: Option<Vec<u8>>| match bytes {
            Some(bytes) => spawn_local(async move {
                let drawn = draw(&canvas, &bytes, &media_type, whole).await;
                if let (Err(_), Some(broken)) = (drawn, broken) {
                    broken.try_set(true);
                }
            }),
            None => missing.set(true),
        });
        file.with_value(|file| read(&ui, file, got));
    });
    view! {
        <canvas
            class="mt-file__picture"
            aria-hidden="true"
            width=PIXELS
            height=PIXELS
            node_ref=canvas
        ></canvas>
    }
}

/// The whole picture of a file that is shown large.
#[component]
pub fn WholePicture(file: Attachment) -> impl IntoView {
    let (file, missing) = (StoredValue::new(file), RwSignal::new(false));
    view! {
        <span class="mt-enlarged__image">
            <Thumbnail file whole=true missing/>
        </span>
    }
}

/// Makes a browser `Blob` of the bytes.
pub(super) fn blob(bytes: &[u8], media_type: &str) -> Result<Blob, JsValue> {
    let parts = Array::of1(&Uint8Array::from(bytes));
    let about = BlobPropertyBag::new();
    about.set_type(media_type);
    Blob::new_with_u8_array_sequence_and_options(&parts, &about)
}

/// Draws the image or its middle, as large as fits.
async fn draw(
    canvas: &HtmlCanvasElement,
    bytes: &[u8],
    media_type: &str,
    whole: bool,
) -> Result<(), JsValue> {
    let blob = blob(bytes, media_type)?;
    let window = web_sys::window().ok_or(JsValue::UNDEFINED)?;
    let image = JsFuture::from(window.create_image_bitmap_with_blob(&blob)?).await?;
    let image: ImageBitmap = image.dyn_into()?;
    let (width, height) = (f64::from(image.width()), f64::from(image.height()));
    let side = width.min(height);
    let (left, top, from_width, from_height) = if whole {
        let scale = (f64::from(WHOLE) / width.max(height)).min(1.0);
        canvas.set_width(pixels_of(width * scale));
        canvas.set_height(pixels_of(height * scale));
        (0.0, 0.0, width, height)
    } else {
        ((width - side) / 2.0, (height - side) / 2.0, side, side)
    };
    let context = canvas.get_context("2d")?.ok_or(JsValue::UNDEFINED)?;
    let context: CanvasRenderingContext2d = context.dyn_into()?;
    let (to_width, to_height) = (f64::from(canvas.width()), f64::from(canvas.height()));
    context.draw_image_with_image_bitmap_and_sw_and_sh_and_dx_and_dy_and_dw_and_dh(
        &image,
        left,
        top,
        from_width,
        from_height,
        0.0,
        0.0,
        to_width,
        to_height,
    )?;
    image.close();
    canvas.set_attribute("data-drawn", "")
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "between nothing and what a picture has at most"
)]
fn pixels_of(length: f64) -> u32 {
    length.round().max(1.0) as u32
}
