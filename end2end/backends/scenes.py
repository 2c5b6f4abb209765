"""Shared by the backends of the browser tests: the scenes that their mock models play, their tools,
the log that the tests read, and the HTTP server.

The first word of a message chooses the scene. AG-UI itself is left to the framework of each server
beside this file, and each other protocol to the packages of its server in `protocols`.
"""

import asyncio
import json
import os
import socket
import uuid
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field

import uvicorn
from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.types import Message as Event

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


@dataclass
class Thought:
    """The model reasons."""

    text: str


CALLS: dict[str, tuple[str, dict[str, object]]] = {
    "tool": ("weather", {"city": "Paris"}),
    "count": ("count", {"to": 20}),
    "approval": ("delete_file", {"path": "old.txt"}),
    "front": ("change_background", {"color": "teal"}),
}
"""The scenes whose model calls a tool. `count 60` counts to 60; `front` calls the client's tool."""

PAIR: list[tuple[str, dict[str, object]]] = [("count", {"to": 10}), ("weather", {"city": "Paris"})]
"""The parallel calls of the scene `two`. The second tool is the faster one."""

MORE = frozenset({"two", "ponder", "break", "snap", "nested"})
"""Further scenes. A server names those that its protocol can show.

- `two`: two parallel calls.
- `ponder`: reasoning before the words.
- `break`: an error in the middle of the text.
- `snap`: the connection breaks off in the middle of the text, although the model goes on.
- `nested`: a tool which is an agent. That agent's own prompt is `inside`.
"""

HELPED = "the helper has finished"
"""The result of the tool of `nested`."""


def log(*words: object) -> None:
    print(*words, flush=True)


@dataclass
class Message:
    """A message of a model's history, with a role of AG-UI."""

    role: str
    text: str


async def play(
    history: list[Message], tools: Collection[str], more: Collection[str] = ()
) -> AsyncIterator[str | Call | Thought]:
    """The mock model: yields words, and calls of the given tools. `more` are scenes of `MORE`."""
    said = [message.text for message in history if message.role == "user"]
    prompt = said[-1]
    log("model starts:", prompt, f"({len(said)} messages)")
    log("history:", *(message.role for message in history))
    result = read(prompt, history, more)
    if result is not None:
        log("model reads:", result)
    try:
        async for piece in scene(prompt, result, tools, more):
            yield piece
        log("model ends:", prompt)
    except (asyncio.CancelledError, GeneratorExit):
        log("model cancelled:", prompt)
        raise
    except RuntimeError:
        log("model fails:", prompt)
        raise


def read(prompt: str, history: list[Message], more: Collection[str]) -> str | None:
    """The result that the model reads first; both results of the scene `two`."""
    results: list[str] = []
    for message in reversed(history):
        if message.role != "tool":
            break
        results.insert(0, message.text)
    if not results:
        return None
    pair = "two" in more and prompt.split(" ")[0] == "two"
    return " and ".join(results) if pair else results[-1]


async def scene(
    prompt: str, result: str | None, tools: Collection[str], more: Collection[str]
) -> AsyncIterator[str | Call | Thought]:
    name, *rest = prompt.split(" ")
    if result is not None:
        words = ["The ", "tool ", "said: ", result]
    elif name in more or (name == "inside" and "nested" in more):
        async for piece in further(name, prompt, tools):
            yield piece
        return
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


async def further(
    name: str, prompt: str, tools: Collection[str]
) -> AsyncIterator[str | Call | Thought]:
    """A scene of `MORE`."""
    if name == "two" and all(tool in tools for tool, _ in PAIR):
        for tool, arguments in PAIR:
            await asyncio.sleep(TICK)
            yield Call(tool, arguments)
        return
    if name == "nested" and "ask_helper" in tools:
        yield "Let me ask. "
        await asyncio.sleep(TICK)
        yield Call("ask_helper", {"task": " ".join(["inside", *prompt.split(" ")[1:]])})
        return
    if name == "ponder":
        for number in range(8):
            await asyncio.sleep(TICK)
            yield Thought(f"thought{number} ")
    stem = "inner" if name == "inside" else "word"
    for number in range({"inside": 40, "snap": 40}.get(name, 8)):
        await asyncio.sleep(TICK)
        if number == 10 and name == "snap":
            snap(prompt)
        if number == 4 and name == "break":
            raise RuntimeError("the model broke")
        yield f"{stem}{number} "


async def weather(city: str) -> str:
    """Says what the weather is like."""
    log("tool runs: weather", city)
    await asyncio.sleep(TICK)
    return f"21 degrees and sunny in {city}"


async def count(to: int) -> str:
    """Counts, slowly."""
    async with aclosing(counting(to)) as steps:
        async for _ in steps:
            pass
    return f"counted to {to}"


async def counting(to: int) -> AsyncIterator[int]:
    """Counts, slowly, and yields each number."""
    log("tool runs: count", to)
    try:
        for number in range(1, to + 1):
            await asyncio.sleep(TICK)
            yield number
    except (asyncio.CancelledError, GeneratorExit):
        log("tool cancelled: count")
        raise
    log("tool ends: count", to)


async def delete_file(path: str) -> str:
    """Deletes a file."""
    log("tool runs: delete_file", path)
    return f"deleted {path}"


class Breakable:
    """Middleware: breaks connections off for the scene `snap`."""

    connections: set["Connection"] = set()

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        connection = Connection(receive, send)
        self.connections.add(connection)
        try:
            await self.app(scope, connection.receive, connection.send)
        except Exception:
            if not connection.broken:
                raise
        finally:
            self.connections.discard(connection)


class Connection:
    """A request, and its answer. The HTTP server closes the connection of an unfinished answer."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send
        self.body = b""
        self.broken = False

    async def receive(self) -> Event:
        event = await self._receive()
        self.body += event.get("body", b"")
        return event

    async def send(self, event: Event) -> None:
        if self.broken:
            raise ConnectionResetError("the connection snapped")
        await self._send(event)


def snap(prompt: str) -> None:
    """Breaks off the connections whose request has the prompt. Other readers of the run stay."""
    for connection in list(Breakable.connections):
        if prompt.encode() in connection.body:
            connection.broken = True


def listen() -> tuple[socket.socket, str]:
    """A listener on a free port, and its address."""
    listener = socket.create_server(("127.0.0.1", 0))
    return listener, f"http://127.0.0.1:{listener.getsockname()[1]}"


def serve(
    app: ASGIApp,
    methods: Sequence[str] = ("POST",),
    listening: tuple[socket.socket, str] | None = None,
) -> None:
    """Listens, and prints the address. `MIDTURN_CORS=on` allows pages of any origin."""
    if os.environ.get("MIDTURN_CORS") == "on":
        app = CORSMiddleware(app, allow_origins=["*"], allow_methods=methods, allow_headers=["*"])
    listener, address = listening or listen()
    log(f"listening on {address}")
    uvicorn.Server(uvicorn.Config(app, log_level="warning")).run(sockets=[listener])
