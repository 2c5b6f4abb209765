//! The model and tools that answer: scripted or real, and the rules for each.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use crate::conversation::ToolSpec;
use crate::engine::{Control, Millis, Policy, RetryRule};
use crate::models::{HttpModel, Settings};
use crate::options::Options;
use crate::runtime::{Model, Pacer, Tools};
use crate::script::{self, ScriptedModel, ScriptedTools};
use crate::tools::{Allowed, RealTools, subagent_specs};

/// The model and tools that answer.
#[derive(Debug)]
pub(super) enum Backend {
    /// Scenarios, chosen by the first word of a message.
    Scripted { speed: f64 },
    /// A model behind an endpoint, and tools in a directory.
    Real {
        model: Arc<HttpModel>,
        tools: RealTools,
    },
}

impl Backend {
    /// The backend that the options choose.
    pub(super) fn new(options: &Options) -> io::Result<Self> {
        let Some(url) = &options.model_url else {
            let speed = options.speed;
            return Ok(Self::Scripted { speed });
        };
        let allowed = Allowed {
            write: options.allow_write,
            commands: options.allow_commands,
        };
        let tools = RealTools::new(&options.root, allowed).map_err(|error| {
            let root = options.root.display();
            io::Error::new(error.kind(), format!("{root} cannot be used: {error}"))
        })?;
        let settings = Settings {
            api: options.model_api(),
            url: url.clone(),
            model: options.model_name().to_owned(),
            key: options.model_key.clone(),
            context_tokens: options.context_tokens,
            effort: options.reasoning_effort.clone(),
            output_tokens: options.max_output_tokens,
        };
        let model = HttpModel::new(settings, tools.specs(), subagent_specs());
        let model = Arc::new(model.map_err(io::Error::other)?);
        Ok(Self::Real { model, tools })
    }

    /// Whether the first word of a message chooses a scenario.
    pub(super) fn is_scripted(&self) -> bool {
        match self {
            Self::Scripted { .. } => true,
            Self::Real { .. } => false,
        }
    }

    /// The model and the tools of one run of a thread. The model also knows the client's tools.
    pub(super) fn model_and_tools(
        &self,
        thread: &str,
        pacer: Pacer,
        of_the_client: &[ToolSpec],
    ) -> (Arc<dyn Model>, Arc<dyn Tools>) {
        match self {
            Self::Scripted { .. } => (
                Arc::new(ScriptedModel::new(pacer.clone()).with_client_tools(of_the_client)),
                Arc::new(ScriptedTools::new(pacer)),
            ),
            Self::Real { model, tools } => (
                Arc::new(model.for_run(thread, of_the_client)),
                Arc::new(tools.clone()),
            ),
        }
    }

    /// Whether the agent itself has a tool of this name. A client's tool of that name is ignored.
    pub(super) fn has_tool(&self, name: &str) -> bool {
        let own = match self {
            Self::Scripted { .. } => ScriptedTools::NAMES.contains(&name),
            Self::Real { tools, .. } => tools.specs().iter().any(|tool| tool.name == name),
        };
        own || subagent_specs().iter().any(|tool| tool.name == name)
    }

    /// The rules of this backend's runs, with the control extension.
    pub(super) fn policy(&self, options: &Options) -> Policy {
        let time_limit = options
            .run_limit
            .map(|seconds| seconds.saturating_mul(1000));
        let base = script::policy(time_limit);
        let (needs_approval, speed) = match self {
            Self::Scripted { speed } => (base.needs_approval, *speed),
            Self::Real { .. } => (RealTools::dangerous().map(str::to_owned).into(), 1.0),
        };
        let scaled = |pause: Millis| {
            let seconds = Duration::from_millis(pause).as_secs_f64() / speed;
            let pause = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
            Millis::try_from(pause.as_millis()).unwrap_or(Millis::MAX)
        };
        Policy {
            needs_approval,
            uncancellable: options.uncancellable.iter().cloned().collect(),
            when_streaming: options.when_streaming,
            retry: RetryRule {
                first_pause: scaled(base.retry.first_pause),
                longest_pause: scaled(base.retry.longest_pause),
                ..base.retry
            },
            control: Some(Control {
                // Relative to the agent's URL, so that both move together behind a proxy.
                url: "agui/control".to_owned(),
                events: "agui/events".to_owned(),
                threads: "threads".to_owned(),
            }),
            ..base
        }
    }
}
