#!/usr/bin/env python3
"""A Twinbus handler in Python, with nothing but the standard library.

    python3 handler.py --port 7120 [--log effects.ndjson] [--secret whsec_...]

Each message arrives as one POST, in the order of its session. This handler appends it to its log, once: it remembers
per session the newest token it has seen and refuses older ones (412: the caller has lost its claim), and per stream
the last number it has applied, so that a repeat after a crash has no second effect. With --secret it takes signed calls
only. An effect of your own that is a database transaction would keep token and number beside the data, in the same
transaction; here the log is the data, and is read again at the start.
"""

import argparse
import base64
import hashlib
import hmac
import json
import os
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote

MOST_BYTES = 1 << 20
OLDEST_CALL_SECONDS = 300


class Effects:
    """What has taken effect: an append-only file, one JSON object a line. Thread-safe."""

    def __init__(self, path):
        self._lock = threading.Lock()
        self._tokens = {}
        self._applied = {}
        self._file = open(path, "a+", encoding="utf-8") if path else None
        if self._file:
            self._file.seek(0)
            for line in self._file:
                self._note(json.loads(line))

    def apply(self, effect):
        """204 when it is there now, whoever brought it; 412 when the caller's claim is void."""
        with self._lock:
            if effect["token"] < self._tokens.get(effect["session"], 0):
                return 412
            self._tokens[effect["session"]] = effect["token"]
            if effect["sequence"] > self._applied.get((effect["session"], effect["stream"]), 0):
                self._note(effect)
                if self._file:
                    self._file.write(json.dumps(effect) + "\n")
                    self._file.flush()
                    os.fsync(self._file.fileno())
            return 204

    def _note(self, effect):
        session = effect["session"]
        self._tokens[session] = max(effect["token"], self._tokens.get(session, 0))
        self._applied[(session, effect["stream"])] = effect["sequence"]


def is_signed(headers, body, secret):
    """Whether the call was signed with the secret, lately: https://www.standardwebhooks.com."""
    timestamp = headers.get("webhook-timestamp", "")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > OLDEST_CALL_SECONDS:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers.get('webhook-id', '')}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(expected, signature) for signature in given)


def handler(effects, secret):
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"  # connections are kept

        def do_POST(self):
            length = int(self.headers.get("Content-Length", 0))
            if length > MOST_BYTES:
                self.close_connection = True
                self._answer(413)
                return
            body = self.rfile.read(length)
            if secret and not is_signed(self.headers, body, secret):
                self._answer(503)  # not the message's fault: try again, and somebody mends the key
                return
            self._answer(
                effects.apply(
                    {
                        "session": unquote(self.headers["ce-subject"]),
                        "id": unquote(self.headers["ce-id"]),
                        "stream": unquote(self.headers["Twinbus-Stream"]),
                        "sequence": int(self.headers["Twinbus-Sequence"]),
                        "token": int(self.headers["Twinbus-Token"]),
                        "region": self.headers["Twinbus-Region"],
                        "body": body.decode("utf-8", "replace"),
                    }
                )
            )

        def _answer(self, status):
            self.send_response(status)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *args):
            pass  # a line a call would be the slowest part

    return Handler


def main():
    arguments = argparse.ArgumentParser(description="A Twinbus handler that appends to a log.")
    arguments.add_argument("--port", type=int, default=7120)
    arguments.add_argument("--log", help="the file of effects; none: only counted in memory")
    arguments.add_argument("--secret", help="take only calls signed with this whsec_ key")
    given = arguments.parse_args()
    server = ThreadingHTTPServer(("127.0.0.1", given.port), handler(Effects(given.log), given.secret))
    server.daemon_threads = True
    print(f"Handler ready: http://127.0.0.1:{server.server_address[1]}/handle", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
