"""Shared by the backends of the browser tests: the scenes that their mock models play, their tools,
the log that the tests read, and the HTTP server.

The first word of a message chooses the scene. AG-UI itself is left to the framework of each server
beside this file.
"""

import asyncio
import json
import os
import socket
import uuid
from collections.abc import AsyncIterator, Collection
from dataclasses import dataclass, field

import uvicorn
from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp

TICK = 0.05
"""The seconds between two words, and between two steps of a tool."""

WORDS = {"steady": 140, "brief": 80}
"""The number of words of a text scene; eight for any other scene."""


@dataclass
class Call:
    """The model calls a tool."""

    name: str
    arguments: dict[str, object]
    id: str = field(default_factory=lambda: f"call-{uuid.uuid4().hex[:12]}")

    @property
    def halves(self) -> tuple[str, str]:
        """The arguments as JSON, in two pieces, as models stream them."""
        text = json.dumps(self.arguments)
        return text[: len(text) // 2], text[len(text) // 2 :]


CALLS: dict[str, tuple[str, dict[str, object]]] = {
    "tool": ("weather", {"city": "Paris"}),
    "count": ("count", {"to": 20}),
    "approval": ("delete_file", {"path": "old.txt"}),
    "front": ("change_background", {"color": "teal"}),
}
"""The scenes whose model calls a tool. `count 60` counts to 60; `front` calls the client's tool."""


def log(*words: object) -> None:
    print(*words, flush=True)


@dataclass
class Message:
    """A message of a model's history, with a role of AG-UI."""

    role: str
    text: str


async def play(history: list[Message], tools: Collection[str]) -> AsyncIterator[str | Call]:
    """The mock model: yields words, and calls of the given tools."""
    said = [message.text for message in history if message.role == "user"]
    prompt = said[-1]
    log("model starts:", prompt, f"({len(said)} messages)")
    log("history:", *(message.role for message in history))
    result = history[-1].text if history[-1].role == "tool" else None
    if result is not None:
        log("model reads:", result)
    try:
        async for piece in scene(prompt, result, tools):
            yield piece
        log("model ends:", prompt)
    except (asyncio.CancelledError, GeneratorExit):
        log("model cancelled:", prompt)
        raise
    except RuntimeError:
        log("model fails:", prompt)
        raise


async def scene(
    prompt: str, result: str | None, tools: Collection[str]
) -> AsyncIterator[str | Call]:
    name, *rest = prompt.split(" ")
    if result is not None:
        words = ["The ", "tool ", "said: ", result]
    elif name in CALLS and CALLS[name][0] in tools:
        yield "Let me look. "
        await asyncio.sleep(TICK)
        tool, arguments = CALLS[name]
        if name == "count" and rest and rest[0].isdecimal():
            arguments = {"to": int(rest[0])}
        yield Call(tool, arguments)
        return
    elif name in CALLS:
        words = ["I ", "have ", "no ", CALLS[name][0], "."]
    elif name == "error":
        words = ["About ", "to "]
    else:
        words = [f"word{number} " for number in range(WORDS.get(name, 8))]
    for word in words:
        await asyncio.sleep(TICK)
        yield word
    if result is None and name == "error":
        raise RuntimeError("the model exploded")


async def weather(city: str) -> str:
    """Says what the weather is like."""
    log("tool runs: weather", city)
    await asyncio.sleep(TICK)
    return f"21 degrees and sunny in {city}"


async def count(to: int) -> str:
    """Counts, slowly."""
    log("tool runs: count", to)
    try:
        for _ in range(to):
            await asyncio.sleep(TICK)
    except asyncio.CancelledError:
        log("tool cancelled: count")
        raise
    log("tool ends: count", to)
    return f"counted to {to}"


async def delete_file(path: str) -> str:
    """Deletes a file."""
    log("tool runs: delete_file", path)
    return f"deleted {path}"


def serve(app: ASGIApp) -> None:
    """Listens on a free port, and prints it. `MIDTURN_CORS=on` allows pages of any origin."""
    if os.environ.get("MIDTURN_CORS") == "on":
        app = CORSMiddleware(app, allow_origins=["*"], allow_methods=["POST"], allow_headers=["*"])
    listener = socket.create_server(("127.0.0.1", 0))
    log(f"listening on http://127.0.0.1:{listener.getsockname()[1]}")
    uvicorn.Server(uvicorn.Config(app, log_level="warning")).run(sockets=[listener])
