//! The HTTP server: routes, and its own beginning and end.
//!
//! Not responsible for: what a run does.

mod agui;
mod cors;
mod error;
mod page;
mod plays;
mod proxy;
mod state;
mod stream;
mod testing;

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::routing::{any, get, post};
use axum::serve::ListenerExt;
use axum::{Json, Router};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tower_http::trace::TraceLayer;

use crate::options::Options;
use error::ApiError;
use state::App;

/// How long connections may take to end when the server does.
const LAST_WORDS: Duration = Duration::from_secs(3);

/// Serves until `shutdown`; then every run is stopped and told so.
///
/// # Errors
/// When the listener fails.
pub async fn serve(
    listener: TcpListener,
    options: &Options,
    shutdown: CancellationToken,
) -> std::io::Result<()> {
    let router = router(options, shutdown.clone());
    let listener = listener.tap_io(|stream| {
        // Events are small and must not wait for each other.
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "no TCP_NODELAY");
        }
    });
    let stop = shutdown.clone();
    let serving = axum::serve(listener, router)
        .with_graceful_shutdown(async move { stop.cancelled().await })
        .into_future();
    tokio::select! {
        result = serving => result,
        () = async { shutdown.cancelled().await; tokio::time::sleep(LAST_WORDS).await } => {
            tracing::warn!("some connections did not end in time");
            Ok(())
        }
    }
}

/// All routes.
pub fn router(options: &Options, shutdown: CancellationToken) -> Router {
    let app = Arc::new(App::new(options, shutdown));
    let mut router = Router::new()
        .route("/agui", post(agui::run).layer(cors::layer(&options.cors)))
        .route("/healthz", get(healthz));
    router = if options.test_mode {
        router.merge(testing::routes())
    } else {
        // Else a path like this would look like one of the page's own.
        router.route("/test/{*rest}", any(async || not_found("test mode is off")))
    };
    let mut router = router.with_state(app);
    for proxied in &options.proxy {
        router = router.route(&proxied.path, proxy::route(proxied.url.clone()));
    }
    router = match &options.static_dir {
        Some(directory) => router.fallback_service(page::service(directory, &options.connect_src)),
        None => router.fallback(async || not_found("nothing is served here")),
    };
    router.layer(TraceLayer::new_for_http())
}

fn not_found(message: &str) -> ApiError {
    ApiError::NotFound(message.to_owned())
}

async fn healthz(State(app): State<Arc<App>>) -> Json<Value> {
    Json(json!({"status": "ok", "runs": app.records.counters()}))
}
