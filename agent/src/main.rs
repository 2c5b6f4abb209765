//! The program: options, logging, listening, and a graceful end.
//!
//! Not responsible for: anything that is served.

use std::io::{IsTerminal, Write};
use std::process::ExitCode;

use clap::Parser;
use midturn_agent::options::Options;
use midturn_agent::server;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

#[tokio::main]
async fn main() -> ExitCode {
    let options = Options::parse();
    tracing_subscriber::fmt()
        .with_max_level(options.log)
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr)
        .init();
    match run(options).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tracing::error!("{error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(options: Options) -> std::io::Result<()> {
    let listener = TcpListener::bind(options.listen).await.map_err(|error| {
        std::io::Error::new(
            error.kind(),
            format!("cannot listen on {}: {error}", options.listen),
        )
    })?;
    let address = listener.local_addr()?;
    let shutdown = CancellationToken::new();
    tokio::spawn(stop_on_signal(shutdown.clone()));

    let mut out = std::io::stdout();
    writeln!(out, "listening on http://{address}")?;
    out.flush()?;
    server::serve(listener, &options, shutdown).await
}

async fn stop_on_signal(shutdown: CancellationToken) {
    let interrupted = tokio::signal::ctrl_c();
    #[cfg(unix)]
    let terminated = async {
        use tokio::signal::unix::{SignalKind, signal};
        match signal(SignalKind::terminate()) {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminated = std::future::pending::<()>();
    tokio::select! {
        _ = interrupted => {}
        () = terminated => {}
    }
    tracing::info!("stopping");
    shutdown.cancel();
}
