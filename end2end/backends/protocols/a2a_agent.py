"""The agent of the A2A servers, with either version of the SDK.

The model and the tools are those of `scenes`. The protocol has no tool calls: they are messages of
the working agent. The two versions of the SDK agree on what is used here. What they do not agree on
is left to the server of each.
"""

import uuid
from abc import abstractmethod
from contextlib import aclosing
from typing import Any

from a2a.server.agent_execution import AgentExecutor, RequestContext
from a2a.server.events import EventQueue
from a2a.server.tasks import TaskUpdater
from a2a.types import AgentCapabilities, AgentCard, AgentSkill, Message, Part, Task
from turns import Progress, Result, answered, question, scenes, turn, waits

MORE = {"two", "break", "snap"}


class Agent(AgentExecutor):
    """Remembers its conversations, for a client sends only the new message."""

    def __init__(self) -> None:
        self.histories: dict[str, list[scenes.Message]] = {}
        self.waiting: dict[str, scenes.Call] = {}

    @abstractmethod
    def new_task(self, message: Message) -> Task:
        """The task that a message of the client begins."""

    @abstractmethod
    def new_message(self, text: str, context_id: str) -> Message:
        """A message of the agent that belongs to no task."""

    @abstractmethod
    def text_part(self, text: str) -> Part: ...

    @abstractmethod
    def data_part(self, data: dict[str, object]) -> Part: ...

    @abstractmethod
    async def ask(self, updates: TaskUpdater, message: Message) -> None:
        """Ends the stream with a question."""

    async def execute(self, context: RequestContext, event_queue: EventQueue) -> None:
        said = context.get_user_input()
        history = self.histories.setdefault(context.context_id, [])
        if said.split(" ")[0] == "direct":
            # An agent may answer with a message alone: there is no task then.
            history.append(scenes.Message("user", said))
            words = "".join([piece async for piece in turn(history) if isinstance(piece, str)])
            await event_queue.enqueue_event(self.new_message(words, context.context_id))
            return
        task = context.current_task
        if task is None:
            task = self.new_task(context.message)
            await event_queue.enqueue_event(task)
        updates = TaskUpdater(event_queue, task.id, task.context_id)
        await updates.start_work()
        call = self.waiting.pop(task.id, None)
        if call is None:
            history.append(scenes.Message("user", said))
        else:
            result = await answered(call, said)
            await self.tell(updates, f"{call.name} says: {result}")
            history.append(scenes.Message("tool", result))
        try:
            await self.work(updates, history)
        except RuntimeError as problem:
            if said.split(" ")[0] != "error":
                raise
            await updates.failed(updates.new_agent_message([self.text_part(str(problem))]))

    async def work(self, updates: TaskUpdater, history: list[scenes.Message]) -> None:
        """The text of each model call is an artifact of its own."""
        artifact, started, asked = "", False, None
        async with aclosing(turn(history, more=MORE)) as pieces:
            async for piece in pieces:
                if isinstance(piece, str):
                    if not started:
                        artifact = f"answer-{uuid.uuid4().hex[:8]}"
                    part = self.text_part(piece)
                    await updates.add_artifact([part], artifact, "answer", append=started)
                    started = True
                elif isinstance(piece, scenes.Call):
                    started = False
                    asked = piece if waits(piece) else asked
                    if asked is None:
                        await self.tell(updates, f"Calling {piece.name}.", self.calling(piece))
                elif isinstance(piece, Progress):
                    await self.tell(updates, piece.text)
                elif isinstance(piece, Result):
                    await self.tell(updates, f"{piece.call.name} says: {piece.text}")
        if asked is None:
            await updates.complete()
            return
        self.waiting[updates.task_id] = asked
        parts = [self.text_part(question(asked)), self.calling(asked)]
        await self.ask(updates, updates.new_agent_message(parts))

    async def cancel(self, context: RequestContext, event_queue: EventQueue) -> None:
        """The SDK cancels the running `execute` after this."""
        self.waiting.pop(context.task_id, None)
        await TaskUpdater(event_queue, context.task_id, context.context_id).cancel()

    async def tell(self, updates: TaskUpdater, text: str, *parts: Part) -> None:
        """Says something as the working agent."""
        await updates.start_work(updates.new_agent_message([self.text_part(text), *parts]))

    def calling(self, call: scenes.Call) -> Part:
        return self.data_part({"call": call.name, "id": call.id, "args": call.arguments})


def card(**places: Any) -> AgentCard:
    """The agent's card. The versions name the `places` where it listens differently."""
    return AgentCard(
        name="Scenes",
        description="Plays the scenes of the browser tests.",
        version="1.0.0",
        capabilities=AgentCapabilities(streaming=True),
        default_input_modes=["text/plain"],
        default_output_modes=["text/plain"],
        skills=[
            AgentSkill(id="play", name="Play", description="Plays a scene.", tags=["test"]),
        ],
        **places,
    )
