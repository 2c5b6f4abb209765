"""The graph that the LangGraph API server of the browser tests serves.

Its model and tools are those of `scenes`. `change_background` is the client's tool: its call ends
the run, and the client answers with a tool message.
"""

from contextlib import aclosing
from typing import Annotated, Any

import scenes
from langchain_core.messages import HumanMessage
from langchain_core.tools import InjectedToolCallId, tool
from langchain_model import Model
from langgraph.config import get_stream_writer
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.prebuilt import ToolNode
from langgraph.types import Send, interrupt
from starlette.applications import Starlette
from starlette.middleware import Middleware


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
    return {"messages": [await Model(more=scenes.MORE).ainvoke(state["messages"])]}


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
    model = Model(tools=[*OWN, "change_background"], more=scenes.MORE)
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
