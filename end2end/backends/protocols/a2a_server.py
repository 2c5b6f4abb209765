"""An A2A server with a2a-sdk 1.x, for the browser tests.

`/` speaks JSON-RPC in both versions, 1.0 and 0.3. `/http` is the HTTP+JSON binding of 1.0. The
model and the tools are those of `scenes`. The protocol has no tool calls: they are messages of the
working agent.
"""

import sys
import uuid
from contextlib import aclosing

from a2a.helpers import new_data_part, new_task_from_user_message, new_text_message, new_text_part
from a2a.server.agent_execution import AgentExecutor, RequestContext
from a2a.server.events import EventQueue
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.routes import create_agent_card_routes, create_jsonrpc_routes, create_rest_routes
from a2a.server.tasks import InMemoryTaskStore, TaskUpdater
from a2a.types import (
    AgentCapabilities,
    AgentCard,
    AgentInterface,
    AgentSkill,
    Part,
    Role,
    TaskState,
)
from starlette.applications import Starlette
from turns import Progress, Result, answered, question, scenes, turn, waits

MORE = {"two", "break", "snap"}


class Agent(AgentExecutor):
    """Remembers its conversations, for a client sends only the new message."""

    def __init__(self) -> None:
        self.histories: dict[str, list[scenes.Message]] = {}
        self.waiting: dict[str, scenes.Call] = {}

    async def execute(self, context: RequestContext, event_queue: EventQueue) -> None:
        said = context.get_user_input()
        history = self.histories.setdefault(context.context_id, [])
        if said.split(" ")[0] == "direct":
            # An agent may answer with a message alone: there is no task then.
            history.append(scenes.Message("user", said))
            words = "".join([piece async for piece in turn(history) if isinstance(piece, str)])
            answer = new_text_message(words, context_id=context.context_id, role=Role.ROLE_AGENT)
            await event_queue.enqueue_event(answer)
            return
        task = context.current_task
        if task is None:
            task = new_task_from_user_message(context.message)
            await event_queue.enqueue_event(task)
        updates = TaskUpdater(event_queue, task.id, task.context_id)
        await updates.start_work()
        call = self.waiting.pop(task.id, None)
        if call is None:
            history.append(scenes.Message("user", said))
        else:
            result = await answered(call, said)
            await tell(updates, f"{call.name} says: {result}")
            history.append(scenes.Message("tool", result))
        try:
            await self.work(updates, history)
        except RuntimeError as problem:
            if said.split(" ")[0] != "error":
                raise
            await updates.failed(updates.new_agent_message([new_text_part(str(problem))]))

    async def work(self, updates: TaskUpdater, history: list[scenes.Message]) -> None:
        """The text of each model call is an artifact of its own."""
        artifact, started, asked = "", False, None
        async with aclosing(turn(history, more=MORE)) as pieces:
            async for piece in pieces:
                if isinstance(piece, str):
                    if not started:
                        artifact = f"answer-{uuid.uuid4().hex[:8]}"
                    part = new_text_part(piece)
                    await updates.add_artifact([part], artifact, "answer", append=started)
                    started = True
                elif isinstance(piece, scenes.Call):
                    started = False
                    asked = piece if waits(piece) else asked
                    if asked is None:
                        await tell(updates, f"Calling {piece.name}.", calling(piece))
                elif isinstance(piece, Progress):
                    await tell(updates, piece.text)
                elif isinstance(piece, Result):
                    await tell(updates, f"{piece.call.name} says: {piece.text}")
        if asked is None:
            await updates.complete()
            return
        self.waiting[updates.task_id] = asked
        parts = [new_text_part(question(asked)), calling(asked)]
        message = updates.new_agent_message(parts)
        await updates.requires_input(message)

    async def cancel(self, context: RequestContext, event_queue: EventQueue) -> None:
        """The SDK cancels the running `execute` after this."""
        self.waiting.pop(context.task_id, None)
        await TaskUpdater(event_queue, context.task_id, context.context_id).cancel()


def calling(call: scenes.Call) -> Part:
    return new_data_part({"call": call.name, "id": call.id, "args": call.arguments})


async def tell(updates: TaskUpdater, text: str, *parts: Part) -> None:
    message = updates.new_agent_message([new_text_part(text), *parts])
    await updates.update_status(TaskState.TASK_STATE_WORKING, message=message)


def card(url: str) -> AgentCard:
    places = (
        (f"{url}/", "JSONRPC", "1.0"),
        (f"{url}/http", "HTTP+JSON", "1.0"),
        (f"{url}/", "JSONRPC", "0.3"),
    )
    return AgentCard(
        name="Scenes",
        description="Plays the scenes of the browser tests.",
        version="1.0.0",
        supported_interfaces=[
            AgentInterface(url=place, protocol_binding=binding, protocol_version=version)
            for place, binding, version in places
        ],
        capabilities=AgentCapabilities(streaming=True),
        default_input_modes=["text/plain"],
        default_output_modes=["text/plain"],
        skills=[
            AgentSkill(id="play", name="Play", description="Plays a scene.", tags=["test"]),
        ],
    )


def main() -> None:
    listening = scenes.listen()
    described = card(listening[1])
    handler = DefaultRequestHandler(
        agent_executor=Agent(), task_store=InMemoryTaskStore(), agent_card=described
    )
    app = Starlette(
        routes=[
            *create_agent_card_routes(described),
            *create_jsonrpc_routes(handler, rpc_url="/", enable_v0_3_compat=True),
            *create_rest_routes(handler, path_prefix="/http"),
        ]
    )
    scenes.serve(scenes.Breakable(app), ["GET", "POST"], listening)


if __name__ == "__main__":
    sys.exit(main())
