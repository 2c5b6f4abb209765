"""An A2A server with a2a-sdk 1.x, for the browser tests.

`/` speaks JSON-RPC in both versions, 1.0 and 0.3. `/http` is the HTTP+JSON binding of 1.0.
"""

import sys

import a2a_agent
from a2a.helpers import new_data_part, new_task_from_user_message, new_text_message, new_text_part
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.routes import create_agent_card_routes, create_jsonrpc_routes, create_rest_routes
from a2a.server.tasks import InMemoryTaskStore, TaskUpdater
from a2a.types import AgentCard, AgentInterface, Message, Part, Role, Task
from starlette.applications import Starlette
from turns import scenes


class Agent(a2a_agent.Agent):
    """The agent in the words of 1.0."""

    def new_task(self, message: Message) -> Task:
        return new_task_from_user_message(message)

    def new_message(self, text: str, context_id: str) -> Message:
        return new_text_message(text, context_id=context_id, role=Role.ROLE_AGENT)

    def text_part(self, text: str) -> Part:
        return new_text_part(text)

    def data_part(self, data: dict[str, object]) -> Part:
        return new_data_part(data)

    async def ask(self, updates: TaskUpdater, message: Message) -> None:
        await updates.requires_input(message)


def card(url: str) -> AgentCard:
    places = (
        (f"{url}/", "JSONRPC", "1.0"),
        (f"{url}/http", "HTTP+JSON", "1.0"),
        (f"{url}/", "JSONRPC", "0.3"),
    )
    return a2a_agent.card(
        supported_interfaces=[
            AgentInterface(url=place, protocol_binding=binding, protocol_version=version)
            for place, binding, version in places
        ]
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
