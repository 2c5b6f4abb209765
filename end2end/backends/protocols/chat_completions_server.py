"""A server of the OpenAI Chat Completions API, for the browser tests.

The server writes the chunks itself, with the types of the `openai` package. The model is that of
`scenes`; all tools are the client's. The bases differ in the field that carries the reasoning: see
`BASES`.
"""

import json
import sys
import time
import uuid
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing
from pathlib import Path
from typing import Any

from openai.types import CompletionUsage, ErrorObject, Model
from openai.types.chat import ChatCompletionChunk
from openai.types.chat.chat_completion_chunk import (
    Choice,
    ChoiceDelta,
    ChoiceDeltaToolCall,
    ChoiceDeltaToolCallFunction,
)
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import scenes  # noqa: E402

BASES = {"/v1": None, "/deepseek/v1": "reasoning_content", "/vllm/v1": "reasoning"}
"""The field of a delta that carries reasoning. OpenAI itself sends none."""

MODEL = "scenes"


def text(content: Any) -> str:
    """The text of a message, whose content is words or a list of parts."""
    if isinstance(content, list):
        return "".join(part.get("text", "") for part in content)
    return content or ""


def history(messages: list[dict[str, Any]]) -> list[scenes.Message]:
    roles = ("user", "assistant", "tool")
    return [
        scenes.Message(message["role"], text(message.get("content")))
        for message in messages
        if message["role"] in roles
    ]


def complaint(messages: list[dict[str, Any]]) -> str | None:
    """Why OpenAI would refuse a history: each call needs its result, directly after it."""
    open_calls: list[str] = []
    for message in messages:
        if message["role"] == "tool":
            call = message.get("tool_call_id")
            if call not in open_calls:
                return f"There is no open tool call '{call}' before the message with role 'tool'."
            open_calls.remove(call)
            continue
        if open_calls:
            break
        open_calls = [call["id"] for call in message.get("tool_calls") or []]
    if open_calls:
        return f"These tool calls have no message with a result: {', '.join(open_calls)}."
    return None


def refusal(status: int, message: str, kind: str, **headers: str) -> Response:
    return JSONResponse({"error": problem(message, kind)}, status, headers)


def problem(message: str, kind: str) -> dict[str, Any]:
    error = ErrorObject(message=message, type=kind, param=None, code=None)
    return error.model_dump(exclude_unset=True)


def frame(content: str) -> str:
    return f"data: {content}\n\n"


class Answer:
    """Writes the chunks of an answer."""

    def __init__(self, request: dict[str, Any], field: str | None) -> None:
        self.request = request
        self.field = field
        self.id = f"chatcmpl-{uuid.uuid4().hex}"
        self.created = int(time.time())

    def chunk(self, *choices: Choice, **rest: Any) -> str:
        chunk = ChatCompletionChunk(
            id=self.id,
            object="chat.completion.chunk",
            created=self.created,
            model=MODEL,
            choices=list(choices),
            **rest,
        )
        return frame(chunk.model_dump_json(exclude_unset=True))

    def delta(self, finish: Any = None, **delta: Any) -> str:
        return self.chunk(Choice(index=0, delta=ChoiceDelta(**delta), finish_reason=finish))

    async def frames(self) -> AsyncIterator[str]:
        tools = {tool["function"]["name"] for tool in self.request.get("tools") or []}
        more = {"two", "break", "snap"} | ({"ponder"} if self.field else set())
        calls = 0
        playing = scenes.play(history(self.request["messages"]), tools, more)
        yield self.delta(role="assistant", content="")
        try:
            async with aclosing(playing):
                async for piece in playing:
                    if isinstance(piece, str):
                        yield self.delta(content=piece)
                    elif isinstance(piece, scenes.Thought):
                        yield self.delta(**{str(self.field): piece.text})
                    else:
                        for part in call_parts(piece, calls):
                            yield self.delta(tool_calls=[part])
                        calls += 1
        except RuntimeError as error:
            yield frame(json.dumps({"error": problem(str(error), "server_error")}))
            return
        yield self.delta(finish="tool_calls" if calls else "stop")
        if (self.request.get("stream_options") or {}).get("include_usage"):
            yield self.chunk(
                usage=CompletionUsage(prompt_tokens=11, completion_tokens=7, total_tokens=18)
            )
        yield frame("[DONE]")


def call_parts(call: scenes.Call, index: int) -> Iterator[ChoiceDeltaToolCall]:
    first, second = call.halves
    function = ChoiceDeltaToolCallFunction(name=call.name, arguments=first)
    yield ChoiceDeltaToolCall(index=index, id=call.id, type="function", function=function)
    function = ChoiceDeltaToolCallFunction(arguments=second)
    yield ChoiceDeltaToolCall(index=index, function=function)


class Stream(StreamingResponse):
    """Stops the model at once when the connection closes."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with aclosing(self.body_iterator):
            await super().__call__(scope, receive, send)


async def completions(request: Request) -> Response:
    body = await request.json()
    if not body.get("stream"):
        return refusal(400, "This server only streams.", "invalid_request_error")
    wrong = complaint(body["messages"])
    if wrong is not None:
        scenes.log("request refused:", wrong)
        return refusal(400, wrong, "invalid_request_error")
    said = history(body["messages"])[-1].text
    if said.split(" ")[0] == "busy":
        scenes.log("request refused:", said)
        return refusal(429, "Too many requests.", "rate_limit_error", **{"Retry-After": "1"})
    base = request.url.path.removesuffix("/chat/completions")
    frames = Answer(body, BASES[base]).frames()
    return Stream(frames, media_type="text/event-stream")


async def models(_: Request) -> Response:
    model = Model(id=MODEL, object="model", created=0, owned_by="midturn")
    return JSONResponse({"object": "list", "data": [model.model_dump()]})


def main() -> None:
    routes = []
    for base in BASES:
        routes.append(Route(f"{base}/chat/completions", completions, methods=["POST"]))
        routes.append(Route(f"{base}/models", models))
    scenes.serve(scenes.Breakable(Starlette(routes=routes)), ["GET", "POST"])


if __name__ == "__main__":
    sys.exit(main())
