"""The scripted chat model of the LangGraph backends: LangChain's view of the scenes."""

from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any

import scenes
from langchain_core.language_models.chat_models import BaseChatModel
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage
from langchain_core.messages.tool import tool_call_chunk
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult

ROLES = {"human": "user", "ai": "assistant", "tool": "tool"}


class Model(BaseChatModel):
    """Plays the scenes with its bound tools. `more` are scenes of `scenes.MORE`."""

    tools: list[str] = []
    more: frozenset[str] = frozenset()

    @property
    def _llm_type(self) -> str:
        return "scenes"

    def _generate(self, *_: Any, **__: Any) -> ChatResult:
        raise NotImplementedError

    async def _agenerate(self, *arguments: Any, **options: Any) -> ChatResult:
        # A run without a stream of tokens asks for a whole message.
        whole = AIMessageChunk(content="")
        async for chunk in self._astream(*arguments, **options):
            whole += chunk.message
        message = AIMessage(content=whole.content, tool_calls=whole.tool_calls)
        return ChatResult(generations=[ChatGeneration(message=message)])

    async def _astream(
        self, messages: list[BaseMessage], *_: Any, **__: Any
    ) -> AsyncIterator[ChatGenerationChunk]:
        history = [scenes.Message(ROLES[held.type], str(held.text)) for held in messages]
        playing = scenes.play(history, self.tools, self.more)
        calls = 0
        async with aclosing(playing):
            async for piece in playing:
                if isinstance(piece, str):
                    yield ChatGenerationChunk(message=AIMessageChunk(content=piece))
                    continue
                if isinstance(piece, scenes.Thought):
                    block = {"type": "reasoning", "reasoning": piece.text, "index": 0}
                    yield ChatGenerationChunk(message=AIMessageChunk(content=[block]))
                    continue
                first, second = piece.halves
                for args, name, id_ in ((first, piece.name, piece.id), (second, None, None)):
                    chunk = tool_call_chunk(name=name, args=args, id=id_, index=calls)
                    message = AIMessageChunk(content="", tool_call_chunks=[chunk])
                    yield ChatGenerationChunk(message=message)
                calls += 1
