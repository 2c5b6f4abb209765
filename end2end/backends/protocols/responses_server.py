"""A server of the OpenAI Responses API with azure-ai-agentserver-responses, for the browser tests.

The base is `/v1`. The model and the tools are those of `scenes`. The server runs its tools itself
and shows them as MCP calls; `change_background` is the client's function, if the client offers it.
"""

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Iterable
from contextlib import aclosing
from typing import Any

from azure.ai.agentserver.responses import (
    InMemoryResponseProvider,
    ResponseContext,
    ResponseEventStream,
    ResponsesAgentServerHost,
    ResponsesServerOptions,
)
from turns import Piece, Progress, Result, allowed, scenes, turn, waits

MORE = {"two", "ponder", "break", "snap"}

LABEL = "scenes"
"""The name of the MCP server that is said to have the tools."""

app = ResponsesAgentServerHost(
    prefix="/v1",
    options=ResponsesServerOptions(),
    store=InMemoryResponseProvider(),
    # The default sends statistics to its maker.
    configure_observability=None,
)


class Stopped(Exception):
    """The client has cancelled the response, or has hung up."""


def text(content: Any) -> str:
    """The text of a message, whose content is words or a list of parts."""
    if isinstance(content, str):
        return content
    return "".join(part.get("text") or "" for part in content or [])


def history(items: Iterable[Any]) -> list[scenes.Message]:
    """What the model reads of a conversation's items."""
    messages: list[scenes.Message] = []
    for item in items:
        kind = item.get("type") or "message"
        if kind == "message" and item.get("role") in ("user", "assistant"):
            messages.append(scenes.Message(item.get("role"), text(item.get("content"))))
        elif kind == "function_call_output":
            messages.append(scenes.Message("tool", text(item.get("output"))))
        elif kind == "mcp_call":
            messages.append(scenes.Message("tool", item.get("output") or "cancelled"))
        elif kind == "mcp_approval_response" and not item.get("approve"):
            messages.append(scenes.Message("tool", item.get("reason") or "denied"))
    return messages


def newly_allowed(items: list[Any]) -> Iterable[scenes.Call]:
    """The calls that the newest input allows."""
    asked = {item.get("id"): item for item in items if item.get("type") == "mcp_approval_request"}
    for item in reversed(items):
        if item.get("type") != "mcp_approval_response":
            return
        scenes.log("tool was answered:", item.get("approve"))
        if item.get("approve"):
            request = asked[item.get("approval_request_id")]
            arguments = json.loads(request.get("arguments"))
            yield scenes.Call(request.get("name"), arguments, request.get("id"))


class Writer:
    """Writes the pieces of a turn as output items. Only one item of text is open at a time."""

    def __init__(self, stream: ResponseEventStream) -> None:
        self.stream = stream
        self.open: list[Any] = []
        self.kind: type | None = None
        self.calls: dict[str, Any] = {}
        self.thoughts = ""

    def write(self, piece: Piece) -> Iterable[Any]:
        if isinstance(piece, Progress):
            return
        if type(piece) is not self.kind:
            yield from self.close()
        if isinstance(piece, str):
            if not self.open:
                message = self.stream.add_output_item_message()
                yield message.emit_added()
                content = message.add_text_content()
                yield content.emit_added()
                self.open = [content, message]
            yield self.open[0].emit_delta(piece)
            self.kind = str
        elif isinstance(piece, scenes.Thought):
            if not self.open:
                item = self.stream.add_output_item_reasoning_item()
                yield item.emit_added()
                part = item.add_summary_part()
                yield part.emit_added()
                self.open = [part, item]
                self.thoughts = ""
            self.thoughts += piece.text
            yield self.open[0].emit_text_delta(piece.text)
            self.kind = scenes.Thought
        elif isinstance(piece, Result):
            yield from self.result(piece)
        elif piece.name == "delete_file":
            arguments = json.dumps(piece.arguments)
            yield from self.stream.output_item_mcp_approval_request(LABEL, piece.name, arguments)
        elif waits(piece):
            call = self.stream.add_output_item_function_call(piece.name, piece.id)
            yield from called(call, piece)
            yield call.emit_done()
        else:
            call = self.calls[piece.id] = self.stream.add_output_item_mcp_call(LABEL, piece.name)
            yield from called(call, piece)

    def result(self, result: Result) -> Iterable[Any]:
        call = self.calls.pop(result.call.id, None)
        if call is None:
            # A person has allowed this call in an earlier response.
            call = self.stream.add_output_item_mcp_call(LABEL, result.call.name)
            yield from called(call, result.call)
        yield call.emit_completed()
        yield call.emit_done(output=result.text)

    def close(self) -> Iterable[Any]:
        """Ends the item that is open."""
        if self.kind is str and self.open:
            content, message = self.open
            yield content.emit_text_done()
            yield content.emit_done()
            yield message.emit_done()
        elif self.kind is scenes.Thought and self.open:
            part, item = self.open
            yield part.emit_text_done(self.thoughts)
            yield part.emit_done()
            yield item.emit_done()
        self.open, self.kind = [], None


def called(builder: Any, call: scenes.Call) -> Iterable[Any]:
    """The events of a call up to its whole arguments."""
    yield builder.emit_added()
    if hasattr(builder, "emit_in_progress"):
        yield builder.emit_in_progress()
    for half in call.halves:
        yield builder.emit_arguments_delta(half)
    yield builder.emit_arguments_done(json.dumps(call.arguments))


async def until(signal: asyncio.Event, pieces: AsyncIterator[Piece]) -> AsyncIterator[Piece]:
    """Passes the pieces on. At the signal, cancels what makes them, for the package does not."""
    stop = asyncio.create_task(signal.wait())
    step: asyncio.Future[Any] | None = None
    try:
        while True:
            step = asyncio.ensure_future(anext(pieces, None))
            await asyncio.wait({step, stop}, return_when=asyncio.FIRST_COMPLETED)
            if stop.done():
                raise Stopped
            piece = step.result()
            if piece is None:
                return
            yield piece
    finally:
        stop.cancel()
        if step is not None and not step.done():
            step.cancel()
            await asyncio.wait({step})
        await pieces.aclose()


async def answer(items: list[Any], tools: set[str]) -> AsyncIterator[Piece]:
    """A turn, after the calls that a person has just allowed."""
    past = history(items)
    for call in newly_allowed(items):
        result = await allowed(call)
        yield Result(call, result)
        past.append(scenes.Message("tool", result))
    async with aclosing(turn(past, tools, MORE)) as pieces:
        async for piece in pieces:
            yield piece


@app.response_handler
async def respond(
    request: Any, context: ResponseContext, cancellation_signal: asyncio.Event
) -> AsyncIterator[Any]:
    items = [*await context.get_history(), *await context.get_input_items()]
    tools = {tool.get("name") for tool in request.get("tools") or []}
    stream = ResponseEventStream(response_id=context.response_id, request=request)
    writer = Writer(stream)
    yield stream.emit_created()
    yield stream.emit_in_progress()
    try:
        async with aclosing(until(cancellation_signal, answer(items, tools))) as pieces:
            async for piece in pieces:
                for event in writer.write(piece):
                    yield event
    except Stopped:
        return
    except RuntimeError as problem:
        # The package itself reports an exception of `break`, and leaves the item open.
        if "broke" in str(problem):
            raise
        for event in writer.close():
            yield event
        yield stream.emit_failed(code="server_error", message=str(problem))
        return
    for event in writer.close():
        yield event
    yield stream.emit_completed()


if __name__ == "__main__":
    sys.exit(scenes.serve(scenes.Breakable(app), ["GET", "POST", "DELETE"]))
