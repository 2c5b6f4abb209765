"""An A2A server with the last a2a-sdk of the 0.3 line, for the browser tests.

`/` speaks JSON-RPC.
"""

import sys

import a2a_agent
from a2a.server.apps import A2AStarletteApplication
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.tasks import InMemoryTaskStore, TaskUpdater
from a2a.types import DataPart, Message, Part, Task, TextPart
from a2a.utils import new_agent_text_message, new_task
from turns import scenes


class Agent(a2a_agent.Agent):
    """The agent in the words of 0.3."""

    def new_task(self, message: Message) -> Task:
        return new_task(message)

    def new_message(self, text: str, context_id: str) -> Message:
        return new_agent_text_message(text, context_id)

    def text_part(self, text: str) -> Part:
        return Part(root=TextPart(text=text))

    def data_part(self, data: dict[str, object]) -> Part:
        return Part(root=DataPart(data=data))

    async def ask(self, updates: TaskUpdater, message: Message) -> None:
        # 0.3 marks the last event of a stream.
        await updates.requires_input(message, final=True)


def main() -> None:
    listening = scenes.listen()
    described = a2a_agent.card(url=f"{listening[1]}/")
    handler = DefaultRequestHandler(agent_executor=Agent(), task_store=InMemoryTaskStore())
    app = A2AStarletteApplication(agent_card=described, http_handler=handler).build()
    scenes.serve(scenes.Breakable(app), ["GET", "POST"], listening)


if __name__ == "__main__":
    sys.exit(main())
