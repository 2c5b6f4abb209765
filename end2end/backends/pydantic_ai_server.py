"""An AG-UI server with pydantic-ai, for the browser tests.

Its model and tools are those of `scenes`.
"""

import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing

import scenes
from pydantic_ai import Agent, DeferredToolRequests
from pydantic_ai.messages import (
    ModelMessage,
    ModelResponse,
    RetryPromptPart,
    ToolReturnPart,
    UserPromptPart,
)
from pydantic_ai.models.function import AgentInfo, DeltaToolCall, FunctionModel
from pydantic_ai.ui.ag_ui import AGUIAdapter
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route


def history(messages: list[ModelMessage]) -> Iterator[scenes.Message]:
    for message in messages:
        if isinstance(message, ModelResponse):
            yield scenes.Message("assistant", "")
        for part in message.parts:
            if isinstance(part, UserPromptPart):
                yield scenes.Message("user", str(part.content))
            elif isinstance(part, ToolReturnPart | RetryPromptPart):
                yield scenes.Message("tool", str(part.content))


async def model(
    messages: list[ModelMessage], info: AgentInfo
) -> AsyncIterator[str | dict[int, DeltaToolCall]]:
    tools = {tool.name for tool in info.function_tools}
    playing = scenes.play(list(history(messages)), tools)
    async with aclosing(playing):
        async for piece in playing:
            if isinstance(piece, str):
                yield piece
                continue
            first, second = piece.halves
            yield {1: DeltaToolCall(name=piece.name, json_args=first, tool_call_id=piece.id)}
            yield {1: DeltaToolCall(json_args=second)}


agent = Agent(FunctionModel(stream_function=model), output_type=[str, DeferredToolRequests])
agent.tool_plain(scenes.weather)
agent.tool_plain(scenes.count)
agent.tool_plain(requires_approval=True)(scenes.delete_file)


async def agui(request: Request) -> Response:
    return await AGUIAdapter.dispatch_request(request, agent=agent)


if __name__ == "__main__":
    sys.exit(scenes.serve(Starlette(routes=[Route("/", agui, methods=["POST"])])))
