#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A server with an inside handler serves 8 clients at once on loopback; its recording replays exactly."""
import socket
import subprocess
import threading
import time

from harness.case import run_case
from harness.process import TestFailure

CLIENTS = 8
REQUESTS = 10_000


def request(client, i):
    key = f"key{(client * 7 + i) % 50}"
    kinds = (f"add {key} {i % 13}", f"add counter{client} 1", f"get counter{client}", "count key",
             f"set own{client} {i}", "get absent", "nonsense")
    return kinds[i % len(kinds)]


def talk(port, client, failures):
    """Sends this client's requests; answers that only depend on this client are checked."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        stream = connection.makefile("rw", newline="\n")
        added = 0
        for i in range(REQUESTS // CLIENTS):
            text = request(client, i)
            stream.write(text + "\n")
            stream.flush()
            reply = stream.readline().strip()
            added += text == f"add counter{client} 1"
            expected = {f"add counter{client} 1": f"ok {added}", f"get counter{client}": f"ok {added}",
                        f"set own{client} {i}": f"ok {i}", "nonsense": "error unknown verb nonsense"}
            if expected.get(text, reply) != reply:
                failures.append(f"client {client}: {text}: got {reply}, expected {expected[text]}")


def serve_clients(command, folder):
    """Starts the server, runs all clients and returns what the server printed."""
    port_file = folder / "port"
    port_file.unlink(missing_ok=True)
    server = subprocess.Popen([*command, port_file, str(REQUESTS)], cwd=folder, stdout=subprocess.PIPE)
    try:
        end = time.monotonic() + 30
        while not port_file.exists() and time.monotonic() < end and server.poll() is None:
            time.sleep(0.01)
        port, failures = int(port_file.read_text()), []
        clients = [threading.Thread(target=talk, args=(port, n, failures)) for n in range(CLIENTS)]
        for client in clients:
            client.start()
        for client in clients:
            client.join()
        out, _ = server.communicate(timeout=60)
    except (OSError, subprocess.TimeoutExpired) as problem:
        server.kill()
        raise TestFailure(f"the server did not serve: {problem}") from None
    if failures or server.returncode != 0:
        raise TestFailure(f"exit status {server.returncode}\n" + "\n".join(failures[:10]))
    return out


def test(case):
    plain = serve_clients([case.build("server.cc", level=2, woven=False, name="plain")], case.folder)
    server = case.build("server.cc", level=2)
    command = [case.stage.tool, "record", "--verify", "-q", "-o", "run.cut", "--", server]
    recorded = serve_clients(command, case.folder)
    case.require(recorded == plain, f"expected {plain}, got {recorded}")
    report = case.replay("run.cut", timeout_s=120)
    case.expect({"outcome": "followed"}, report)
    case.require(report["incalls"] >= REQUESTS, f"every request is an incall: {report}")


run_case(test)
