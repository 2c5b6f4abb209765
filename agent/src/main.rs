//! The program: options, logging, listening, and a graceful shutdown.

use std::io::{IsTerminal, Write};
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use midturn_agent::options::Options;
use midturn_agent::server::Server;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

/// How long shutdown waits for work that cannot be stopped, such as a file read that hangs, or a
/// command that cleans up.
const PATIENCE: Duration = Duration::from_secs(2);

fn main() -> ExitCode {
    let options = Options::parse();
    tracing_subscriber::fmt()
        .with_max_level(options.log)
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr)
        .init();
    midturn_agent::tls::install();
    let ended = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .and_then(|runtime| {
            let ended = runtime.block_on(run(options));
            runtime.shutdown_timeout(PATIENCE);
            ended
        });
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Not a part of the log, which may be off.
            let _ = writeln!(std::io::stderr(), "error: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(options: Options) -> std::io::Result<()> {
    options.check().map_err(std::io::Error::other)?;
    let listener = TcpListener::bind(options.listen).await.map_err(|error| {
        std::io::Error::new(
            error.kind(),
            format!(
                "cannot listen on {}: {error}; choose another address by --listen",
                options.listen
            ),
        )
    })?;
    let address = listener.local_addr()?;
    let shutdown = CancellationToken::new();
    let signal = stop_signal()?;
    let stop = shutdown.clone();
    tokio::spawn(async move {
        signal.await;
        tracing::info!("stopping");
        stop.cancel();
    });

    let server = Server::open(&options, shutdown).await?;
    let mut out = std::io::stdout();
    writeln!(out, "listening on http://{address}")?;
    out.flush()?;
    server.serve(listener).await
}

/// Listens for the signals that ask a program to end. Signals count from the moment of the call.
#[cfg(unix)]
fn stop_signal() -> std::io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupted = signal(SignalKind::interrupt())?;
    let mut terminated = signal(SignalKind::terminate())?;
    let mut hung_up = if outlives_its_terminal() {
        None
    } else {
        Some(signal(SignalKind::hangup())?)
    };
    Ok(async move {
        tokio::select! {
            _ = interrupted.recv() => {}
            _ = terminated.recv() => {}
            Some(Some(())) = async { Some(hung_up.as_mut()?.recv().await) } => {}
        }
    })
}

/// Whether a hangup is ignored, as under `nohup`: to listen for it would undo that. Where the system
/// does not say, a hangup keeps its usual effect.
#[cfg(unix)]
fn outlives_its_terminal() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|signals| u64::from_str_radix(signals.trim(), 16).ok());
    // The first bit is that of SIGHUP.
    ignored.is_none_or(|signals| signals & 1 == 1)
}

/// Listens for Ctrl-C.
#[cfg(not(unix))]
fn stop_signal() -> std::io::Result<impl Future<Output = ()>> {
    Ok(async {
        if let Err(error) = tokio::signal::ctrl_c().await {
            tracing::warn!(%error, "Ctrl-C is not noticed");
            std::future::pending::<()>().await;
        }
    })
}
