"""An A2A server with the last a2a-sdk of the 0.3 line, for the browser tests.

`/` speaks JSON-RPC. The model and the tools are those of `scenes`. The protocol has no tool calls:
they are messages of the working agent.
"""

import sys
import uuid
from contextlib import aclosing

from a2a.server.agent_execution import AgentExecutor, RequestContext
from a2a.server.apps import A2AStarletteApplication
from a2a.server.events import EventQueue
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.tasks import InMemoryTaskStore, TaskUpdater
from a2a.types import (
    AgentCapabilities,
    AgentCard,
    AgentSkill,
    DataPart,
    Part,
    TaskState,
    TextPart,
)
from a2a.utils import new_agent_text_message, new_task
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
            answer = new_agent_text_message(words, context.context_id)
            await event_queue.enqueue_event(answer)
            return
        task = context.current_task
        if task is None:
            task = new_task(context.message)
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
            await updates.failed(updates.new_agent_message([text_part(str(problem))]))

    async def work(self, updates: TaskUpdater, history: list[scenes.Message]) -> None:
        """The text of each model call is an artifact of its own."""
        artifact, started, asked = "", False, None
        async with aclosing(turn(history, more=MORE)) as pieces:
            async for piece in pieces:
                if isinstance(piece, str):
                    if not started:
                        artifact = f"answer-{uuid.uuid4().hex[:8]}"
                    await updates.add_artifact(
                        [text_part(piece)], artifact, "answer", append=started
                    )
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
        message = updates.new_agent_message([text_part(question(asked)), calling(asked)])
        await updates.requires_input(message, final=True)

    async def cancel(self, context: RequestContext, event_queue: EventQueue) -> None:
        """The SDK cancels the running `execute` after this."""
        self.waiting.pop(context.task_id, None)
        await TaskUpdater(event_queue, context.task_id, context.context_id).cancel()


def text_part(text: str) -> Part:
    return Part(root=TextPart(text=text))


def calling(call: scenes.Call) -> Part:
    data = {"call": call.name, "id": call.id, "args": call.arguments}
    return Part(root=DataPart(data=data))


async def tell(updates: TaskUpdater, text: str, *parts: Part) -> None:
    message = updates.new_agent_message([text_part(text), *parts])
    await updates.update_status(TaskState.working, message=message)


def card(url: str) -> AgentCard:
    return AgentCard(
        name="Scenes",
        description="Plays the scenes of the browser tests.",
        version="1.0.0",
        url=f"{url}/",
        capabilities=AgentCapabilities(streaming=True),
        default_input_modes=["text/plain"],
        default_output_modes=["text/plain"],
        skills=[
            AgentSkill(id="play", name="Play", description="Plays a scene.", tags=["test"]),
        ],
    )


def main() -> None:
    listening = scenes.listen()
    handler = DefaultRequestHandler(agent_executor=Agent(), task_store=InMemoryTaskStore())
    app = A2AStarletteApplication(agent_card=card(listening[1]), http_handler=handler).build()
    scenes.serve(scenes.Breakable(app), ["GET", "POST"], listening)


if __name__ == "__main__":
    sys.exit(main())
