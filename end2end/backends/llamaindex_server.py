"""An AG-UI server with LlamaIndex, for the browser tests.

Its model and tools are those of `scenes`. The server must declare the client's tools.
"""

import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing
from typing import Any

import scenes
from fastapi import FastAPI
from llama_index.core.llms import ChatMessage, ChatResponse, LLMMetadata
from llama_index.core.llms.function_calling import FunctionCallingLLM
from llama_index.core.llms.llm import ToolSelection
from llama_index.protocols.ag_ui.router import get_ag_ui_workflow_router

CALLS = "calls"


class Model(FunctionCallingLLM):
    """Plays the scenes with the given tools."""

    @property
    def metadata(self) -> LLMMetadata:
        return LLMMetadata(is_function_calling_model=True, model_name="scenes")

    def chat(self, *_: Any, **__: Any) -> Any:
        raise NotImplementedError

    complete = stream_chat = stream_complete = chat
    achat = acomplete = astream_complete = chat

    def _prepare_chat_with_tools(
        self, tools: Sequence[Any], *_: Any, chat_history: Any = None, **__: Any
    ) -> dict[str, Any]:
        return {"messages": chat_history, "tools": [tool.metadata.name for tool in tools]}

    def get_tool_calls_from_response(
        self, response: ChatResponse, *_: Any, **__: Any
    ) -> list[ToolSelection]:
        calls = response.message.additional_kwargs.get(CALLS, [])
        return [ToolSelection(**call) for call in calls]

    async def astream_chat(
        self, messages: Sequence[ChatMessage], tools: Sequence[str] = (), **_: Any
    ) -> AsyncIterator[ChatResponse]:
        return self.answer(messages, tools)

    async def answer(
        self, messages: Sequence[ChatMessage], tools: Sequence[str]
    ) -> AsyncIterator[ChatResponse]:
        text, calls = "", []
        playing = scenes.play([as_sent(message) for message in messages], tools)
        async with aclosing(playing):
            async for piece in playing:
                delta = piece if isinstance(piece, str) else ""
                text += delta
                if isinstance(piece, scenes.Call):
                    calls.append(
                        {
                            "tool_id": piece.id,
                            "tool_name": piece.name,
                            "tool_kwargs": piece.arguments,
                        }
                    )
                message = ChatMessage(role="assistant", content=text)
                if calls:
                    message.additional_kwargs[CALLS] = calls
                yield ChatResponse(message=message, delta=delta)


def as_sent(message: ChatMessage) -> scenes.Message:
    """Restores the tool role: the router turns the client's tool results into user messages."""
    role = "tool" if message.additional_kwargs.get("tool_call_id") else message.role.value
    return scenes.Message(role, str(message.content))


async def change_background(color: str) -> str:
    """Changes the background of the page."""
    return ""


app = FastAPI()
app.include_router(
    get_ag_ui_workflow_router(
        llm=Model(),
        backend_tools=[scenes.weather, scenes.count],
        frontend_tools=[change_background],
    )
)

if __name__ == "__main__":
    sys.exit(scenes.serve(app))
