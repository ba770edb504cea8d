# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a command to its end, or kills it with all its children when its time is over."""
import dataclasses
import os
import shlex
import signal
import subprocess


class TestFailure(Exception):
    """A check that failed; the text says what was expected and what came."""


@dataclasses.dataclass
class Ended:
    command: list
    status: int  # as a shell sees it: 128 + signal if one killed it
    out: bytes
    err: bytes

    def describe(self, limit=3000):
        def text(data):
            shown = data[-limit:].decode(errors="backslashreplace")
            is_text = all(c.isprintable() or c in "\n\t\r" for c in shown)
            return shown if is_text else f"<{len(data)} bytes that are no text>\n"

        return (f"$ {shlex.join(map(str, self.command))}\nexit status {self.status}\n"
                f"{text(self.out)}{text(self.err)}")

    def require(self, status=0):
        if self.status != status:
            raise TestFailure(f"expected exit status {status}\n{self.describe()}")
        return self


def run(command, cwd=None, stdin=b"", timeout_s=60, env=None):
    """Fails if the command does not end in time: a hang is never a result."""
    process = subprocess.Popen(
        list(map(str, command)), cwd=cwd, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, start_new_session=True,
        env=None if env is None else {**os.environ, **env})
    try:
        out, err = process.communicate(stdin, timeout=timeout_s)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        out, err = process.communicate()
        ended = Ended(command, -1, out, err)
        raise TestFailure(f"not done after {timeout_s} s\n{ended.describe()}") from None
    status = process.returncode if process.returncode >= 0 else 128 - process.returncode
    return Ended(command, status, out, err)
