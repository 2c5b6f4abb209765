//! The HTTP server: routes, startup and shutdown.

mod agui;
mod auth;
mod backend;
mod body;
mod control;
mod error;
mod events;
mod interject;
mod live;
mod page;
mod plays;
mod socket;
mod start;
mod state;
mod stream;
mod terms;
mod testing;
mod threads;

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::middleware::from_fn_with_state;
use axum::routing::{any, get, post};
use axum::serve::ListenerExt;
use axum::{Json, Router};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tower_http::trace::TraceLayer;

use crate::clock::now;
use crate::options::Options;
use crate::script::{AGENT, TOUR, starters};
use crate::store::Store;
use auth::Token;
use backend::Backend;
use error::ApiError;
use state::App;

/// How long shutdown waits for connections to end, and then as long again for runs.
const LAST_WORDS: Duration = Duration::from_secs(3);

/// What is said at a path that would be the page's.
const NO_PAGE: &str = "nothing is served here; --static-dir serves the built page";

/// The server, before it answers.
pub struct Server {
    app: Arc<App>,
    router: Router,
}

impl Server {
    /// Opens the store and what the agent works in.
    ///
    /// # Errors
    /// When the options name something that cannot be used.
    pub async fn open(options: &Options, shutdown: CancellationToken) -> std::io::Result<Self> {
        let store = Store::open(options.store.as_deref())
            .await
            .map_err(std::io::Error::other)?;
        let backend = Backend::new(options)?;
        let app = Arc::new(App::new(options, backend, store, shutdown));
        if let Some(days) = options.keep_days {
            tokio::spawn(forget(Arc::clone(&app), days));
        }
        let router = router(options, Arc::clone(&app));
        Ok(Self { app, router })
    }

    /// Serves until the shutdown. Then stops every run, reports the end to its client and stores it.
    ///
    /// # Errors
    /// When the listener fails.
    pub async fn serve(self, listener: TcpListener) -> std::io::Result<()> {
        let Self { app, router } = self;
        let listener = listener.tap_io(|stream| socket::prepare(stream));
        let stop = app.shutdown.clone();
        let serving = axum::serve(listener, router)
            .with_graceful_shutdown(async move { stop.cancelled().await })
            .into_future();
        let last_words = async {
            app.shutdown.cancelled().await;
            tokio::time::sleep(LAST_WORDS).await;
        };
        tokio::select! {
            result = serving => result?,
            () = last_words => tracing::warn!("some connections did not end in time"),
        }
        if tokio::time::timeout(LAST_WORDS, app.live.all_over())
            .await
            .is_err()
        {
            tracing::warn!("some runs did not end in time; the next start marks them");
        }
        Ok(())
    }
}

/// All routes.
fn router(options: &Options, app: Arc<App>) -> Router {
    let mut api = Router::new()
        .route("/agui", post(agui::run))
        .route("/agui/control", post(control::receive))
        .route("/agui/events", get(events::of_query))
        .route("/threads", get(threads::list))
        .route(
            "/threads/{id}",
            get(threads::show)
                .patch(threads::rename)
                .delete(threads::delete),
        )
        .route("/threads/{id}/events", get(events::of_path));
    api = if options.test_mode {
        api.merge(testing::routes())
    } else {
        // Without this route, the fallback would answer such a path with the page.
        api.route("/test/{*rest}", any(async || not_found("test mode is off")))
    };
    let token = Token::new(options.token.as_deref());
    // CORS is the outer layer: preflights carry no token, so they must be answered before the
    // check.
    let api = api
        .with_state(Arc::clone(&app))
        .layer(from_fn_with_state(token, auth::check))
        .layer(auth::cors(&options.cors));
    let mut router = api.route("/healthz", get(healthz).with_state(app));
    let page = match &options.static_dir {
        Some(directory) => Some(page::service(directory, &options.connect_src)),
        None => page::embedded(&options.connect_src),
    };
    router = match page {
        Some(page) => {
            let first = from_fn_with_state(page.clone(), page::before_the_api);
            router.fallback_service(page).layer(first)
        }
        None => router.fallback(async || not_found(NO_PAGE)),
    };
    router.layer(TraceLayer::new_for_http())
}

fn not_found(message: &str) -> ApiError {
    ApiError::NotFound(message.to_owned())
}

async fn healthz(State(app): State<Arc<App>>) -> Json<Value> {
    let store = if app.store.is_failing() {
        "failing"
    } else {
        "ok"
    };
    let mut health = json!({"status": "ok", "store": store, "runs": app.records.counters()});
    if app.backend.is_scripted() {
        // What the page shows in an empty thread. The tour is the message that starts it.
        health["agent"] = json!(AGENT);
        health["starters"] = starters();
        health["tour"] = json!(TOUR);
    }
    Json(health)
}

/// Deletes threads that nobody has used for `days`: now, and then every hour.
async fn forget(app: Arc<App>, days: u32) {
    let kept = i64::from(days) * 24 * 60 * 60 * 1000;
    let mut hours = tokio::time::interval(Duration::from_secs(60 * 60));
    loop {
        tokio::select! {
            _ = hours.tick() => {}
            () = app.shutdown.cancelled() => return,
        }
        let before = i64::try_from(now()).unwrap_or(i64::MAX) - kept;
        if let Err(error) = app.store.expire(before).wait().await {
            tracing::error!(%error, "old threads were not deleted");
        }
    }
}
