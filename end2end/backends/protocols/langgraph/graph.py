"""The graph that the LangGraph API server of the browser tests serves.

Its model and tools are those of `scenes`. `change_background` is the client's tool: its call ends
the run, and the client answers with a tool message.
"""

from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Annotated, Any

import scenes
from langchain_core.language_models.chat_models import BaseChatModel
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage, HumanMessage
from langchain_core.messages.tool import tool_call_chunk
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
from langchain_core.tools import InjectedToolCallId, tool
from langgraph.config import get_stream_writer
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.prebuilt import ToolNode
from langgraph.types import Send, interrupt
from starlette.applications import Starlette
from starlette.middleware import Middleware

ROLES = {"human": "user", "ai": "assistant", "tool": "tool"}


class Model(BaseChatModel):
    """Plays the scenes with its bound tools."""

    tools: list[str] = []

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
        playing = scenes.play(history, self.tools, scenes.MORE)
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


@tool
async def count(to: int) -> str:
    """Counts, slowly."""
    write = get_stream_writer()
    async with aclosing(scenes.counting(to)) as steps:
        async for number in steps:
            write({"counted": number, "of": to})
    return f"counted to {to}"


@tool
async def delete_file(path: str, call: Annotated[str, InjectedToolCallId]) -> str:
    """Deletes a file, if the person agrees."""
    answer = interrupt(
        {
            "question": f"Delete {path}?",
            "tool": "delete_file",
            "args": {"path": path},
            "tool_call_id": call,
        }
    )
    scenes.log("tool was answered:", answer)
    if isinstance(answer, dict):
        approved = answer.get("approved") or answer.get("type") in ("accept", "approve")
        edited = answer.get("editedArgs") or answer.get("args") or {}
        path = edited.get("path", path)
        reason = answer.get("reason") or answer.get("message")
    else:
        approved, reason = answer in (True, "yes", "approve"), None
    if not approved:
        return reason or "denied"
    return await scenes.delete_file(path)


async def helper(state: MessagesState) -> dict[str, Any]:
    return {"messages": [await Model().ainvoke(state["messages"])]}


HELPER = (
    StateGraph(MessagesState)
    .add_node("helper", helper)
    .add_edge(START, "helper")
    .add_edge("helper", END)
    .compile(name="helper")
)


@tool
async def ask_helper(task: str) -> str:
    """Asks another agent."""
    await HELPER.ainvoke({"messages": [HumanMessage(task)]})
    return scenes.HELPED


TOOLS = [tool(scenes.weather), count, delete_file, ask_helper]
OWN = {own.name for own in TOOLS}


async def agent(state: MessagesState) -> dict[str, Any]:
    model = Model(tools=[*OWN, "change_background"])
    return {"messages": [await model.ainvoke(state["messages"])]}


def after_agent(state: MessagesState) -> str | list[Send]:
    """Runs the calls side by side, so that a faster result comes first."""
    calls = getattr(state["messages"][-1], "tool_calls", [])
    return [Send("tools", [call]) for call in calls if call["name"] in OWN] or END


def build() -> CompiledStateGraph:
    builder = StateGraph(MessagesState)
    builder.add_node("agent", agent)
    builder.add_node("tools", ToolNode(TOOLS))
    builder.add_edge(START, "agent")
    builder.add_conditional_edges("agent", after_agent, ["tools", END])
    builder.add_edge("tools", "agent")
    return builder.compile(name="agent")


graph = build()

http = Starlette(middleware=[Middleware(scenes.Breakable)])
"""The server adds its routes to this application. The scene `snap` needs its middleware."""
