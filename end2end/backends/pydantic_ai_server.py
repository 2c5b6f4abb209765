"""An AG-UI server by pydantic-ai, for the browser tests: a backend that is not our own.

Its model is a function that plays what the first word of a message asks for. What the model and
the tools do, and that they are cancelled, is printed line by line, for the tests to read.
"""

import asyncio
import socket
import sys
from collections.abc import AsyncIterator

import uvicorn
from pydantic_ai import Agent
from pydantic_ai.messages import ModelMessage, ToolReturnPart, UserPromptPart
from pydantic_ai.models.function import AgentInfo, DeltaToolCall, FunctionModel
from pydantic_ai.ui.ag_ui import AGUIAdapter
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

TICK = 0.05

TOOLS = {
    "tool": ("weather", '{"city": "Paris"}'),
    "longtool": ("count", '{"to": 60}'),
    "slowtool": ("count", '{"to": 600}'),
}


def log(*words: object) -> None:
    print(*words, flush=True)


def prompt_of(messages: list[ModelMessage]) -> str:
    for message in reversed(messages):
        for part in reversed(message.parts):
            if isinstance(part, UserPromptPart):
                return part.content if isinstance(part.content, str) else str(part.content)
    return ""


def result_of(messages: list[ModelMessage]) -> str | None:
    for part in messages[-1].parts:
        if isinstance(part, ToolReturnPart):
            return str(part.content)
    return None


async def answer(messages: list[ModelMessage]) -> AsyncIterator[str | dict[int, DeltaToolCall]]:
    scene = prompt_of(messages).split(" ")[0]
    result = result_of(messages)
    if result is not None:
        for word in ("The ", "tool ", "said: ", result):
            await asyncio.sleep(TICK)
            yield word
    elif scene in TOOLS:
        name, arguments = TOOLS[scene]
        yield "Let me look. "
        half = len(arguments) // 2
        yield {1: DeltaToolCall(name=name, json_args=arguments[:half], tool_call_id=f"call-{id(messages)}")}
        await asyncio.sleep(TICK)
        yield {1: DeltaToolCall(json_args=arguments[half:])}
    else:
        words = {"slow": 600, "steady": 100}.get(scene, 8)
        for number in range(words):
            await asyncio.sleep(TICK)
            yield f"word{number} "


async def model(
    messages: list[ModelMessage], _: AgentInfo
) -> AsyncIterator[str | dict[int, DeltaToolCall]]:
    prompt = prompt_of(messages)
    users = sum(isinstance(part, UserPromptPart) for m in messages for part in m.parts)
    log("model starts:", prompt, f"({users} messages)")
    try:
        async for piece in answer(messages):
            yield piece
        log("model ends:", prompt)
    except (asyncio.CancelledError, GeneratorExit):
        log("model cancelled:", prompt)
        raise


agent = Agent(FunctionModel(stream_function=model))


@agent.tool_plain
async def weather(city: str) -> str:
    await asyncio.sleep(TICK)
    return f"21 degrees and sunny in {city}"


@agent.tool_plain
async def count(to: int) -> str:
    try:
        for _ in range(to):
            await asyncio.sleep(TICK)
    except asyncio.CancelledError:
        log("tool cancelled: count")
        raise
    return f"counted to {to}"


async def agui(request: Request) -> Response:
    return await AGUIAdapter.dispatch_request(request, agent=agent)


def main() -> None:
    listener = socket.create_server(("127.0.0.1", 0))
    log(f"listening on http://127.0.0.1:{listener.getsockname()[1]}")
    app = Starlette(routes=[Route("/", agui, methods=["POST"])])
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning"))
    server.run(sockets=[listener])


if __name__ == "__main__":
    sys.exit(main())
