//! The names of the protocols, as embedders and settings write them.

/// A protocol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Name {
    /// AG-UI.
    #[default]
    AgUi,
    /// The UI message stream of Vercel's AI SDK.
    AiSdk,
    /// `OpenAI`'s Chat Completions, and servers that imitate it.
    OpenAiChat,
    /// `OpenAI`'s Responses.
    OpenAiResponses,
    /// The `LangGraph` API.
    LangGraph,
    /// A2A.
    A2a,
}

impl Name {
    /// All protocols.
    pub const ALL: [Self; 6] = [
        Self::AgUi,
        Self::AiSdk,
        Self::OpenAiChat,
        Self::OpenAiResponses,
        Self::LangGraph,
        Self::A2a,
    ];

    /// The name as it is written in attributes and settings.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::AgUi => "ag-ui",
            Self::AiSdk => "ai-sdk",
            Self::OpenAiChat => "openai-chat",
            Self::OpenAiResponses => "openai-responses",
            Self::LangGraph => "langgraph",
            Self::A2a => "a2a",
        }
    }

    /// The name as its makers write it.
    pub fn title(self) -> &'static str {
        match self {
            Self::AgUi => "AG-UI",
            Self::AiSdk => "AI SDK",
            Self::OpenAiChat => "OpenAI Chat Completions",
            Self::OpenAiResponses => "OpenAI Responses",
            Self::LangGraph => "LangGraph",
            Self::A2a => "A2A",
        }
    }

    /// The protocol of this name; `None` if there is none.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|held| held.as_str() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::Name;

    #[test]
    fn every_name_is_read_as_it_is_written() {
        for name in Name::ALL {
            assert_eq!(Name::parse(name.as_str()), Some(name));
        }
        assert_eq!(Name::parse("AG-UI"), None);
    }
}
