"""An AG-UI server with LangGraph, through ag-ui-langgraph, for the browser tests.

Its model and tools are those of `scenes`. `/` asks for approvals as in AG-UI 1.0 and sends no raw
events; `/default` is the adapter without options.
"""

import sys
from typing import Annotated, Any

import scenes
from ag_ui_langgraph import LangGraphAgent, add_langgraph_fastapi_endpoint
from fastapi import FastAPI
from langchain_core.tools import InjectedToolCallId, tool
from langchain_model import Model
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.prebuilt import ToolNode
from langgraph.types import interrupt

ANSWER = {
    "type": "object",
    "properties": {
        "approved": {"type": "boolean"},
        "editedArgs": {"type": "object"},
        "reason": {"type": "string"},
    },
    "required": ["approved"],
}


@tool
async def delete_file(path: str, call: Annotated[str, InjectedToolCallId]) -> str:
    """Deletes a file, if the person agrees."""
    answer = interrupt(
        {
            "reason": "tool_call",
            "message": f"Delete {path}?",
            "toolCallId": call,
            "responseSchema": ANSWER,
        }
    )
    scenes.log("tool was answered:", answer)
    if not isinstance(answer, dict) or not answer.get("approved"):
        reason = answer.get("reason") if isinstance(answer, dict) else None
        return reason or "denied"
    return await scenes.delete_file(**{"path": path, **(answer.get("editedArgs") or {})})


TOOLS = [tool(scenes.weather), tool(scenes.count), delete_file]


class State(MessagesState):
    """The adapter puts the client's own tools beside the messages."""

    tools: list[Any]


async def agent(state: State) -> dict[str, Any]:
    offered = [entry["name"] for entry in state.get("tools") or []]
    model = Model(tools=[*offered, *(own.name for own in TOOLS)])
    return {"messages": [await model.ainvoke(state["messages"])]}


def after_agent(state: State) -> str:
    """Ends the run if the client must answer a call, because the tool is not the server's."""
    own = {tool.name for tool in TOOLS}
    calls = getattr(state["messages"][-1], "tool_calls", [])
    return "tools" if calls and all(call["name"] in own for call in calls) else END


def graph() -> CompiledStateGraph:
    builder = StateGraph(State)
    builder.add_node("agent", agent)
    builder.add_node("tools", ToolNode(TOOLS))
    builder.add_edge(START, "agent")
    builder.add_conditional_edges("agent", after_agent, ["tools", END])
    builder.add_edge("tools", "agent")
    return builder.compile(checkpointer=InMemorySaver())


app = FastAPI()
add_langgraph_fastapi_endpoint(
    app,
    LangGraphAgent(
        name="scenes", graph=graph(), emit_raw_events=False, emit_interrupt_outcome=True
    ),
    "/",
)
add_langgraph_fastapi_endpoint(app, LangGraphAgent(name="default", graph=graph()), "/default")

if __name__ == "__main__":
    sys.exit(scenes.serve(app))
