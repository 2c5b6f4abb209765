//! The command line.

mod values;

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Parser;

use crate::engine::WhenStreaming;
use crate::models::Api;
pub use values::{OnDisconnect, Switch};
use values::{endpoint, origin, speed};

/// The reference agent of Midturn: AG-UI 1.0 over SSE at POST /agui.
///
/// By default its model is scripted: it plays scenes that are chosen by the first word of a
/// message. Send any other message and it tells you which scenes there are. With --model-url it
/// answers with a real model and real tools.
#[derive(Debug, Clone, Parser)]
#[command(name = "midturn-agent", version)]
pub struct Options {
    /// Where to listen. Port 0 takes any free port; the address is printed on standard output.
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,

    /// Serve the built page from this directory, with a strict Content-Security-Policy, instead
    /// of the one that is part of the program when it was built with the feature `page`.
    /// Navigations to unknown paths get its index.html.
    #[arg(long, value_name = "DIR")]
    pub static_dir: Option<PathBuf>,

    /// Let the served page connect to this origin too (adds to connect-src). Repeatable.
    #[arg(long, value_name = "ORIGIN", value_parser = origin)]
    pub connect_src: Vec<String>,

    /// Let pages of this origin use /agui (CORS with preflight). Repeatable; off by default.
    #[arg(long, value_name = "ORIGIN", value_parser = origin)]
    pub cors: Vec<String>,

    /// Play scripts this many times as fast. Scripted delays are divided by it.
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = speed)]
    pub speed: f64,

    /// Enable the endpoints under /test, by which a test holds and steps threads and reads back
    /// what each run received and did. Runs are then kept in memory for ever. The headers
    /// x-midturn-test-control and x-midturn-test-grace of a request to /agui are --control and
    /// --grace for its run.
    #[arg(long)]
    pub test_mode: bool,

    /// The largest request body that /agui accepts, in bytes.
    #[arg(long, value_name = "BYTES", default_value_t = 128 * 1024 * 1024)]
    pub max_body: usize,

    /// Fail a run that takes longer than this many seconds. No limit by default.
    #[arg(long, value_name = "SECONDS")]
    pub run_limit: Option<u64>,

    /// Answer with a model behind this endpoint, instead of playing scenes: the base URL of its API,
    /// such as <https://api.openai.com/v1> or <https://api.anthropic.com>.
    #[arg(long, value_name = "URL", env = "MIDTURN_MODEL_URL", value_parser = endpoint)]
    pub model_url: Option<String>,

    /// The API that the endpoint speaks. Without it chat; at api.openai.com responses, where newer models
    /// take no tools in chat.
    #[arg(long, value_name = "API", env = "MIDTURN_MODEL_API", value_enum)]
    pub model_api: Option<Api>,

    /// The name of the model there. Without it, gpt-4.1-mini; with --model-api anthropic it must be
    /// given.
    #[arg(long, value_name = "NAME", env = "MIDTURN_MODEL")]
    pub model: Option<String>,

    /// The key for it, if it wants one.
    #[arg(
        long,
        value_name = "KEY",
        env = "MIDTURN_MODEL_KEY",
        hide_env_values = true
    )]
    pub model_key: Option<String>,

    /// How many tokens of history the model gets at most; older parts are shortened. When the model
    /// still finds it too long, it gets half of it, and half of that.
    #[arg(long, value_name = "COUNT", default_value_t = 100_000)]
    pub context_tokens: usize,

    /// How much the model shall reason, in the endpoint's own words, such as low, medium or high. Its
    /// reasoning is shown, and is sent back with the results of its tool calls where the API has a
    /// form for it. Models that do not reason refuse it. Without it the endpoint decides.
    #[arg(long, value_name = "EFFORT", env = "MIDTURN_REASONING_EFFORT")]
    pub reasoning_effort: Option<String>,

    /// The most tokens that the model may write in one response, reasoning included. Without it the
    /// endpoint decides; with --model-api anthropic it is 16000.
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..))]
    pub max_output_tokens: Option<u32>,

    /// The directory whose files the model's tools can see. Nothing outside it is reached.
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub root: PathBuf,

    /// Let the model write files, after a person has approved each.
    #[arg(long)]
    pub allow_write: bool,

    /// Let the model run shell commands, after a person has approved each. A command can reach
    /// whatever this program can. On Unix alone.
    #[arg(long)]
    pub allow_commands: bool,

    /// A tool or subagent that cannot be cancelled by itself, only with its run. Repeatable. The
    /// model says the same of a single subagent or command by "allowCancellation": false in its
    /// arguments.
    #[arg(long, value_name = "NAME")]
    pub uncancellable: Vec<String>,

    /// Keep threads in this database file (`SQLite`), which is made if it is not there. On Unix a
    /// file that is made can be read by this account alone. Without the option threads live in
    /// memory and go with the process.
    #[arg(long, value_name = "FILE", env = "MIDTURN_STORE")]
    pub store: Option<PathBuf>,

    /// Delete threads that nobody has used for so many days. Kept for ever by default.
    #[arg(long, value_name = "DAYS")]
    pub keep_days: Option<u32>,

    /// Announce the control extension in every run: cancel, interjections, re-joining. On by
    /// default, but off in test mode. The endpoints are there either way.
    #[arg(long, value_name = "WHEN")]
    pub control: Option<Switch>,

    /// What becomes of a run when its client disconnects. A client that can re-join asks for the
    /// other in its input, as forwardedProps.midturn.onDisconnect; with the control extension off
    /// no client can.
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = OnDisconnect::Cancel)]
    pub on_disconnect: OnDisconnect,

    /// When a message that comes while the model answers reaches it: now, which ends the answer,
    /// or after the response.
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = WhenStreaming::Now)]
    pub when_streaming: WhenStreaming,

    /// How long a running tool may take to finish its step when it is cancelled, before it is
    /// forced to stop. Whoever asks again with "force": true does not wait for it.
    #[arg(long, value_name = "SECONDS", default_value_t = 5)]
    pub grace: u64,

    /// Require "Authorization: Bearer TOKEN" for everything but the page and /healthz. Without a
    /// token the agent listens on this machine only, and answers 403 to requests whose Host is not
    /// localhost or a loopback address, as behind a proxy.
    #[arg(
        long,
        value_name = "TOKEN",
        env = "MIDTURN_TOKEN",
        hide_env_values = true
    )]
    pub token: Option<String>,

    /// The most messages that a run's input may have.
    #[arg(long, value_name = "COUNT", default_value_t = 10_000)]
    pub max_messages: usize,

    /// How much to log on standard error: off, error, warn, info, debug or trace.
    #[arg(long, value_name = "LEVEL", default_value = "info")]
    pub log: tracing::level_filters::LevelFilter,
}

/// Why options that are valid alone cannot be combined, or are unsafe.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OptionsError {
    /// Anybody who can reach the machine could use the agent.
    #[error("{0} can be reached from other machines: give a --token, or listen on 127.0.0.1")]
    OpenToAll(SocketAddr),
    /// A token that anybody could guess, or that no header can carry.
    #[error("the token must have at least 16 characters, all of them visible ASCII")]
    WeakToken,
    /// The option is for a model, and the agent would play scenes.
    #[error(
        "{0} is for a model: give the base URL of its API by --model-url too. Without it the agent \
         plays scenes"
    )]
    NoEndpoint(&'static str),
    /// A command could not be stopped here with all that it has started.
    #[error("--allow-commands works on Unix alone")]
    NoCommands,
    /// The page would be missing.
    #[error(
        "there is no index.html in {}: --static-dir names the directory with the built page, which \
         `cargo xtask build` makes in dist/",
        .0.display()
    )]
    NoPage(PathBuf),
    /// No name is right for every endpoint of this API.
    #[error("--model-api {0} needs the name of the model: give it by --model")]
    NoModel(Api),
    /// The path of an API is not a part of the base URL.
    #[error(
        "--model-url must be the base URL of the API, without {path}: --model-api says which API \
         it is"
    )]
    NotTheBase {
        /// The end of the URL that is too much.
        path: &'static str,
    },
}

impl Options {
    /// Checks the options together.
    ///
    /// # Errors
    /// [`OptionsError`].
    pub fn check(&self) -> Result<(), OptionsError> {
        self.check_model()?;
        if self.allow_commands && cfg!(not(unix)) {
            return Err(OptionsError::NoCommands);
        }
        if let Some(directory) = &self.static_dir
            && !directory.join("index.html").is_file()
        {
            return Err(OptionsError::NoPage(directory.clone()));
        }
        match &self.token {
            None if !self.listen.ip().is_loopback() => Err(OptionsError::OpenToAll(self.listen)),
            Some(token) if token.len() < 16 || !token.bytes().all(|b| b.is_ascii_graphic()) => {
                Err(OptionsError::WeakToken)
            }
            _ => Ok(()),
        }
    }

    fn check_model(&self) -> Result<(), OptionsError> {
        let Some(url) = &self.model_url else {
            return match self.only_for_a_model() {
                Some(option) => Err(OptionsError::NoEndpoint(option)),
                None => Ok(()),
            };
        };
        let base = url.trim_end_matches('/');
        let mut paths = ["/chat/completions", "/responses", "/messages"].into_iter();
        if let Some(path) = paths.find(|path| base.ends_with(path)) {
            return Err(OptionsError::NotTheBase { path });
        }
        if self.model_api == Some(Api::Anthropic) && self.model.is_none() {
            return Err(OptionsError::NoModel(Api::Anthropic));
        }
        Ok(())
    }

    /// An option that was given and means nothing to scenes.
    fn only_for_a_model(&self) -> Option<&'static str> {
        let options = [
            ("--model-api (MIDTURN_MODEL_API)", self.model_api.is_some()),
            ("--model (MIDTURN_MODEL)", self.model.is_some()),
            ("--model-key (MIDTURN_MODEL_KEY)", self.model_key.is_some()),
            (
                "--reasoning-effort (MIDTURN_REASONING_EFFORT)",
                self.reasoning_effort.is_some(),
            ),
            ("--max-output-tokens", self.max_output_tokens.is_some()),
            ("--allow-write", self.allow_write),
            ("--allow-commands", self.allow_commands),
        ];
        let given = options.into_iter().find(|(_, is_given)| *is_given);
        given.map(|(option, _)| option)
    }

    /// The API of the model.
    pub fn model_api(&self) -> Api {
        let url = self.model_url.as_deref().unwrap_or_default();
        let is_openai = url.starts_with("https://api.openai.com/");
        let usual = if is_openai { Api::Responses } else { Api::Chat };
        self.model_api.unwrap_or(usual)
    }

    /// The model's name.
    pub fn model_name(&self) -> &str {
        self.model.as_deref().unwrap_or("gpt-4.1-mini")
    }

    /// Whether runs announce the control extension.
    pub fn announces(&self) -> bool {
        match self.control {
            Some(switch) => switch == Switch::On,
            // Tests of plain AG-UI need runs without the extension.
            None => !self.test_mode,
        }
    }
}
