"""What the backends of the browser tests have in common: the scenes that their models play, their
tools, the log that the tests read, and how they listen.

The first word of a message chooses the scene. Not responsible for AG-UI: each server beside this
file speaks it through the framework that it is there to show.
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
"""How many words the scenes of text have; any other has eight."""


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
"""The scenes whose model calls a tool. `count 60` counts to 60; `front` is what the client runs."""


def log(*words: object) -> None:
    print(*words, flush=True)


@dataclass
class Message:
    """A message of the history that a model is given; its role is AG-UI's."""

    role: str
    text: str


async def play(history: list[Message], tools: Collection[str]) -> AsyncIterator[str | Call]:
    """The model: words, and calls of those tools that it was given."""
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
    """Listens on a free port, and says which. `MIDTURN_CORS=on` lets pages of any origin in."""
    if os.environ.get("MIDTURN_CORS") == "on":
        app = CORSMiddleware(app, allow_origins=["*"], allow_methods=["POST"], allow_headers=["*"])
    listener = socket.create_server(("127.0.0.1", 0))
    log(f"listening on http://127.0.0.1:{listener.getsockname()[1]}")
    uvicorn.Server(uvicorn.Config(app, log_level="warning")).run(sockets=[listener])
