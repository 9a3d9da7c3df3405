#!/usr/bin/env python3
"""A Twinbus handler in Python, with nothing but the standard library.

    python3 handler.py --port 7120 [--log effects.ndjson] [--secret whsec_...]

Each message arrives as one POST, in the order of its session. This handler appends it to its log, once: it remembers
per session the newest token it has seen and refuses older ones (412: the caller has lost its claim), and per stream
the last number it has applied, so that a repeat after a crash has no second effect. A message whose sender is not
Twinbus's has no stream and no number; it is known by its key. With --secret it takes signed calls only. An effect of
your own that is a database transaction would keep token and number beside the data, in the same transaction; here the
log is the data, and is read again at the start. It has one writer: two handlers need two logs.

With `claim: message` a token is that of one message, not of its session, and numbers come in any order: remember token
and key per message then.
"""

import argparse
import base64
import hashlib
import hmac
import json
import os
import re
import stat
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote

MOST_BYTES = 1 << 20
OLDEST_CALL_SECONDS = 300
NUMBER = re.compile("[0-9]{1,19}")
SIGNED = (
    "ce-id",
    "ce-subject",
    "Idempotency-Key",
    "Twinbus-Token",
    "Twinbus-Attempt",
    "Twinbus-Stream",
    "Twinbus-Sequence",
    "Twinbus-State",
)


class Refused(Exception):
    """One sentence for whoever starts the handler: why it does not start."""


class Log:
    """An append-only file, one JSON object a line. Not thread-safe."""

    def __init__(self, path):
        self._path = path
        self._length = 0  # of the lines that are whole
        self._torn = False
        try:
            self._file = open(path, "a+b", buffering=0)
        except OSError as e:
            raise Refused(f"The log {path} cannot be opened: {e.strerror}.") from e
        if not stat.S_ISREG(os.fstat(self._file.fileno()).st_mode):
            raise Refused(f"The log {path} is no file that can be read again after a restart.")

    def read(self):
        """All lines, at the start; a last one that a crash has torn was never answered with 204, and is cut off."""
        try:
            with open(self._path, "rb") as lines:
                for number, line in enumerate(lines, 1):
                    if line.endswith(b"\n"):
                        yield self._entry(line, number)
                        self._length += len(line)
            self._file.truncate(self._length)
        except OSError as e:
            raise Refused(f"The log {self._path} cannot be read: {e.strerror}.") from e

    def append(self, entry):
        """Returns when the line is on the disk; OSError: it is not there.

        A failed write may have left half a line, which the next one would continue, so the file is cut back to the
        length before. If that fails, too, nothing is written until a restart, which cuts it off.
        """
        if self._torn:
            raise OSError("an earlier write is there in part, and only a restart can cut it off")
        line = json.dumps(entry).encode() + b"\n"
        self._torn = True
        try:
            rest = line
            while rest:
                rest = rest[self._file.write(rest) :]
            os.fsync(self._file.fileno())
        except OSError:
            self._file.truncate(self._length)
            self._torn = False
            raise
        self._torn = False
        self._length += len(line)

    def _entry(self, line, number):
        try:
            entry = json.loads(line)
            known = isinstance(entry["session"], str) and isinstance(entry["token"], int)
            if "key" in entry:
                known = known and isinstance(entry["key"], str)
            else:
                known = known and isinstance(entry["stream"], str) and isinstance(entry["sequence"], int)
        except (ValueError, KeyError, TypeError):
            known = False
        if not known:
            raise Refused(f"Line {number} of the log {self._path} is none that a handler wrote; mend it first.")
        return entry


class Effects:
    """What has taken effect, and who may add to it. Thread-safe."""

    def __init__(self, path):
        self._lock = threading.Lock()
        self._tokens = {}  # session: the newest seen
        self._applied = {}  # session and stream: the last number that took effect
        self._keys = set()  # session and key: what took effect without a number
        self._log = Log(path) if path else None
        if self._log:
            for entry in self._log.read():
                self._note(entry)

    def apply(self, call):
        """204 when its effect is there now, whoever brought it; 412 when the caller's claim is void.

        OSError: it could not be written, and the caller has to try again.
        """
        with self._lock:
            if call["token"] < self._tokens.get(call["session"], 0):
                return 412
            # Before the write, and also if that fails: the newer claim exists, so the older one is void. A restart
            # forgets it only if it left no line, so nothing has happened under it that an older one could undo.
            self._tokens[call["session"]] = call["token"]
            # A repeat has no effect, but a line: it shows whoever reads the log how often a message was repeated, and
            # under which token, which the effects alone cannot tell.
            entry = {**call, "repeat": True} if self._is_there(call) else call
            if self._log:
                self._log.append(entry)
            # After the write: what is noted before it would be lost if it fails, for the retry would be a repeat.
            self._note(entry)
            return 204

    def _is_there(self, call):
        if "key" in call:
            return (call["session"], call["key"]) in self._keys
        return call["sequence"] <= self._applied.get((call["session"], call["stream"]), 0)

    def _note(self, entry):
        session = entry["session"]
        self._tokens[session] = max(entry["token"], self._tokens.get(session, 0))
        if entry.get("repeat"):
            return
        if "key" in entry:
            self._keys.add((session, entry["key"]))
        else:
            self._applied[(session, entry["stream"])] = entry["sequence"]


def read_call(headers, body):
    """What a call says; ValueError with a sentence if it is not one of Twinbus's."""

    def text(name):
        value = headers.get(name)
        if not value:
            raise ValueError(f"The header {name} is missing.")
        return unquote(value)

    def number(name):
        value = text(name)
        if not NUMBER.fullmatch(value) or int(value) == 0:
            raise ValueError(f"The header {name} is no number above 0.")
        return int(value)

    call = {"session": text("ce-subject"), "id": text("ce-id")}
    if "Twinbus-Stream" in headers or "Twinbus-Sequence" in headers:
        call["stream"] = text("Twinbus-Stream")
        call["sequence"] = number("Twinbus-Sequence")
    else:
        # Its sender is not Twinbus's. All calls for it have the same key; a key lasts as long as the log does.
        call["key"] = text("Idempotency-Key") if "Idempotency-Key" in headers else call["id"]
    call["token"] = number("Twinbus-Token")
    call["region"] = text("Twinbus-Region")
    call["body"] = body.decode("utf-8", "replace")
    return call


def read_key(secret):
    """The key that calls are signed with; None without a secret. An empty secret is a mistake, not none."""
    if secret is None:
        return None
    try:
        if not secret.startswith("whsec_"):
            raise ValueError
        text = secret.removeprefix("whsec_")
        key = base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
        if not 24 <= len(key) <= 64:
            raise ValueError
        return key
    except ValueError:
        raise Refused("The secret is not whsec_ and 24 to 64 bytes in base64.") from None


def is_signed(headers, body, key):
    """Whether the call was signed with the key, lately, and nothing of it was changed since.

    webhook-signature is that of https://www.standardwebhooks.com, over the body. Twinbus-Signature covers what the body
    does not say: without it a call could be sent again under a higher token, and this handler would refuse the real ones.
    """
    timestamp = headers.get("webhook-timestamp", "")
    if not NUMBER.fullmatch(timestamp) or abs(time.time() - int(timestamp)) > OLDEST_CALL_SECONDS:
        return False
    call_id = headers.get("webhook-id", "")
    lines = ["twinbus-v1", call_id, timestamp] + [headers.get(name, "") for name in SIGNED]
    return has_signature(headers, "webhook-signature", f"{call_id}.{timestamp}.".encode() + body, key) and has_signature(
        headers, "Twinbus-Signature", "".join(line + "\n" for line in lines).encode("latin-1"), key
    )


def has_signature(headers, name, signed, key):
    """Whether one of the signatures in a header is the key's; while a key is replaced there are two."""
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    given = headers.get(name, "").encode("latin-1").split(b" ")
    return any(hmac.compare_digest(expected, signature) for signature in given)


def handler(effects, key):
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"  # connections are kept

        def do_POST(self):
            length = self.headers.get("Content-Length", "0")
            if not NUMBER.fullmatch(length):
                self.close_connection = True
                self._answer(400, "The header Content-Length is no number.")
                return
            if int(length) > MOST_BYTES:
                self.close_connection = True
                self._answer(413)
                return
            body = self.rfile.read(int(length))
            if len(body) < int(length):
                self.close_connection = True  # the caller has gone in the middle of its body
            elif key and not is_signed(self.headers, body, key):
                self._answer(503)  # not the message's fault: try again, and somebody mends the key
            else:
                self._take(body)

        def _take(self, body):
            try:
                call = read_call(self.headers, body)
            except ValueError as e:
                self._answer(400, str(e))
                return
            try:
                status = effects.apply(call)
            except OSError as e:
                print(f"The log cannot be written, so this call is to come again: {e}.", file=sys.stderr)
                self._answer(503, "The log cannot be written.")
                return
            self._answer(status)

        def _answer(self, status, text=""):
            said = f"{text}\n".encode() if text else b""
            self.send_response(status)
            self.send_header("Content-Length", str(len(said)))
            self.end_headers()
            self.wfile.write(said)

        def log_message(self, *args):
            pass  # a line a call would be the slowest part

    return Handler


def serve(given):
    key = read_key(given.secret)
    try:
        # The port first: a second handler that was started by mistake ends here, and does not touch the log.
        server = ThreadingHTTPServer(("127.0.0.1", given.port), BaseHTTPRequestHandler)
    except (OSError, OverflowError) as e:
        raise Refused(f"The port {given.port} cannot be listened on: {getattr(e, 'strerror', None) or e}.") from e
    server.RequestHandlerClass = handler(Effects(given.log), key)
    server.daemon_threads = True
    print(f"Handler ready: http://127.0.0.1:{server.server_address[1]}/handle", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


def main():
    arguments = argparse.ArgumentParser(description="A Twinbus handler that appends to a log.")
    arguments.add_argument("--port", type=int, default=7120)
    arguments.add_argument("--log", help="the file of effects; none: only counted in memory")
    arguments.add_argument("--secret", help="take only calls signed with this whsec_ key")
    try:
        serve(arguments.parse_args())
    except Refused as e:
        print(e, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
