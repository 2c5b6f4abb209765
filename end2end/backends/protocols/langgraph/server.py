"""Runs the LangGraph API server (`langgraph dev`, in memory) with `graph.py`, for browser tests.

The server runs in this process, so that it ends with it, even if the process is killed.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path

HERE = Path(__file__).resolve().parent

# The imports of the command read these.
os.environ |= {
    "LANGGRAPH_CLI_NO_ANALYTICS": "1",
    "LANGGRAPH_NO_VERSION_CHECK": "true",
    "LANGSMITH_TRACING": "false",
    "LOG_LEVEL": "WARNING",
    "NO_COLOR": "1",
}
SHARED = HERE.parents[1]
sys.path.insert(0, str(SHARED))

import scenes  # noqa: E402
from langgraph_cli.cli import cli  # noqa: E402

CLEANER = "import shutil, sys; sys.stdin.read(); shutil.rmtree(sys.argv[1], ignore_errors=True)"
"""Deletes a folder as soon as its input ends."""


def workplace() -> tuple[str, subprocess.Popen]:
    """A copy of the graph in a temporary folder, because the server writes its state beside it.

    The cleaner deletes the folder when its input ends, so when this process has ended in any way.
    """
    folder = tempfile.mkdtemp(prefix="midturn-langgraph-")
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    command = [sys.executable, "-c", CLEANER, folder]
    cleaner = subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True, **quiet)
    shared = (SHARED / "langchain_model.py", SHARED / "scenes.py")
    for source in (HERE / "graph.py", HERE / "langgraph.json", *shared):
        shutil.copy(source, folder)
    return folder, cleaner


def announce(address: str) -> None:
    """Prints the address as soon as the server answers."""
    while True:
        try:
            with urllib.request.urlopen(f"{address}/ok", timeout=1):
                break
        except OSError:
            time.sleep(0.1)
    scenes.log(f"listening on {address}")


def main() -> None:
    listener, address = scenes.listen()
    port = listener.getsockname()[1]
    # The server binds the port itself.
    listener.close()
    folder, _cleaner = workplace()
    os.chdir(folder)
    threading.Thread(target=announce, args=(address,), daemon=True).start()
    place = ["--host", "127.0.0.1", "--port", str(port)]
    # A single job, the default, would make the runs of one thread wait for those of another.
    rest = ["--no-browser", "--no-reload", "--n-jobs-per-worker", "10"]
    cli(["dev", *place, *rest], standalone_mode=False)


if __name__ == "__main__":
    sys.exit(main())
