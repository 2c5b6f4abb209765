//! The picture of a file: drawn on a canvas, from its bytes. An `img` would need a policy that
//! allows `blob:`; this needs none, and nothing is fetched.
//!
//! Not responsible for what is beside it.

use js_sys::{Array, Uint8Array};
use leptos::html::Canvas;
use leptos::prelude::*;
use midturn_core::attachment::Attachment;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Blob, BlobPropertyBag, CanvasRenderingContext2d, HtmlCanvasElement, ImageBitmap};

use super::came::{essence, read};
use crate::components::Ui;

/// How many pixels a picture has each way: enough for the largest, on a dense screen.
const PIXELS: u32 = 256;

/// The same of one that is looked at as a whole.
const WHOLE: u32 = 1280;

/// Images that browsers draw.
const DRAWN: [&str; 6] = [
    "image/png",
    "image/jpeg",
    "image/gif",
    "image/webp",
    "image/avif",
    "image/bmp",
];

/// Whether a file has a picture.
pub(super) fn is_drawn(file: &Attachment) -> bool {
    DRAWN.contains(&essence(file).as_str()) && (file.is_own() || file.has_bytes())
}

/// The picture, or its middle, which comes when the bytes are read. Its name is beside it.
#[component]
pub(super) fn Thumbnail(
    file: StoredValue<Attachment>,
    /// All of the picture, rather than its middle.
    whole: bool,
    /// Says so where there are no bytes.
    missing: RwSignal<bool>,
) -> impl IntoView {
    let ui = Ui::get();
    let canvas = NodeRef::<Canvas>::new();
    Effect::new(move || {
        let Some(canvas) = canvas.get() else { return };
        let media_type = file.with_value(|file| file.media_type.clone());
        let got = Box::new(move |bytes: Option<Vec<u8>>| match bytes {
            Some(bytes) => spawn_local(async move {
                // One that no browser can read stays without a picture; its name is there.
                let _ = draw(&canvas, &bytes, &media_type, whole).await;
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

/// Bytes as the browser has them.
pub(super) fn blob(bytes: &[u8], media_type: &str) -> Result<Blob, JsValue> {
    let parts = Array::of1(&Uint8Array::from(bytes));
    let about = BlobPropertyBag::new();
    about.set_type(media_type);
    Blob::new_with_u8_array_sequence_and_options(&parts, &about)
}

/// Draws an image or its middle, as large as fits.
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
