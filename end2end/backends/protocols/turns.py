"""A turn of an agent, for the servers whose packages leave it to the agent's author.

The turn calls the model of `scenes`, runs the tools that the model calls, and calls the model
again. The servers import `scenes` from here, because its folder is not theirs.
"""

import asyncio
import json
import re
import sys
from collections.abc import AsyncIterator, Collection
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import scenes  # noqa: E402

TOOLS = {"weather", "count", "delete_file"}
"""The tools of the agent. A person must allow each call of `delete_file`."""


@dataclass
class Progress:
    """A tool tells how far it is."""

    call: scenes.Call
    text: str


@dataclass
class Result:
    """A tool has run."""

    call: scenes.Call
    text: str


Piece = str | scenes.Thought | scenes.Call | Progress | Result


async def turn(
    history: list[scenes.Message], offered: Collection[str] = (), more: Collection[str] = ()
) -> AsyncIterator[Piece]:
    """Yields what happens, and adds it to the history.

    The turn ends after a call that a person must allow, or that the client must answer because its
    tool is only `offered`.
    """
    while True:
        calls: list[scenes.Call] = []
        words = ""
        playing = scenes.play(history, {*TOOLS, *offered}, more)
        try:
            async with aclosing(playing):
                async for piece in playing:
                    if isinstance(piece, scenes.Call):
                        calls.append(piece)
                    elif isinstance(piece, str):
                        words += piece
                    yield piece
        finally:
            # The half text of a cancelled answer is also history.
            history.append(scenes.Message("assistant", words))
        if not calls or any(waits(call) for call in calls):
            return
        async with aclosing(together(calls)) as pieces:
            results: dict[str, str] = {}
            async for piece in pieces:
                if isinstance(piece, Result):
                    results[piece.call.id] = piece.text
                yield piece
        history.extend(scenes.Message("tool", results[call.id]) for call in calls)


def waits(call: scenes.Call) -> bool:
    """Whether somebody else must answer the call."""
    return call.name not in TOOLS or call.name == "delete_file"


def question(call: scenes.Call) -> str:
    """What the agent asks the person, where only words can ask."""
    return f"May I call {call.name} with {json.dumps(call.arguments)}? Answer yes or no."


async def answered(call: scenes.Call, said: str) -> str:
    """The result of a call after the person's answer in words."""
    scenes.log("tool was answered:", said)
    if re.match(r"(yes|approved?)\b", said.strip(), re.IGNORECASE) is None:
        return "denied"
    return await allowed(call)


async def allowed(call: scenes.Call) -> str:
    """The result of a call that a person has allowed."""
    pieces: asyncio.Queue[Progress | Result] = asyncio.Queue()
    await run(call, pieces)
    return pieces.get_nowait().text


async def together(calls: list[scenes.Call]) -> AsyncIterator[Progress | Result]:
    """Runs tools side by side."""
    pieces: asyncio.Queue[Progress | Result] = asyncio.Queue()
    running = [asyncio.create_task(run(call, pieces)) for call in calls]
    try:
        left = len(calls)
        while left > 0:
            piece = await pieces.get()
            left -= isinstance(piece, Result)
            yield piece
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


async def run(call: scenes.Call, pieces: asyncio.Queue[Progress | Result]) -> None:
    """Runs a tool of the agent."""
    if call.name == "count":
        to = int(str(call.arguments["to"]))
        async with aclosing(scenes.counting(to)) as steps:
            async for number in steps:
                if number % 5 == 0:
                    pieces.put_nowait(Progress(call, f"Counted {number} of {to}."))
        text = f"counted to {to}"
    elif call.name == "weather":
        text = await scenes.weather(str(call.arguments["city"]))
    else:
        text = await scenes.delete_file(str(call.arguments["path"]))
    pieces.put_nowait(Result(call, text))
