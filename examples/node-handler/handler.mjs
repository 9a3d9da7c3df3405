#!/usr/bin/env node
// A Twinbus handler in Node.js, with nothing but its standard library.
//
//     node handler.mjs --port 7121 [--log effects.ndjson] [--secret whsec_...]
//
// Each message arrives as one POST, in the order of its session. This handler appends it to its log, once: it remembers
// per session the newest token it has seen and refuses older ones (412: the caller has lost its claim), and per stream
// the last number it has applied, so that a repeat after a crash has no second effect. A message whose sender is not
// Twinbus's has no stream and no number; it is known by its key. With --secret it takes signed calls only. An effect of
// your own that is a database transaction would keep token and number beside the data, in the same transaction; here
// the log is the data, and is read again at the start. It has one writer: two handlers need two logs.
//
// With `claim: message` a token is that of one message, not of its session, and numbers come in any order: remember
// token and key per message then.

import { createHmac, timingSafeEqual } from "node:crypto";
import { closeSync, existsSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from "node:fs";
import { createServer } from "node:http";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

const MOST_BYTES = 1 << 20;
const OLDEST_CALL_SECONDS = 300;
const NUMBER = /^[1-9][0-9]{0,18}$/;
const SIGNED = ["ce-id", "ce-subject", "idempotency-key", "twinbus-token", "twinbus-attempt", "twinbus-stream",
  "twinbus-sequence", "twinbus-state"];

/** An append-only file, one JSON object a line. */
class Log {
  constructor(path) {
    this.lines = existsSync(path) ? this.#whole(readFileSync(path)) : [];
    this.file = openSync(path, "a+");
    ftruncateSync(this.file, this.length ?? 0); // a last line that a crash has torn was never answered with 204
  }

  #whole(bytes) {
    const end = bytes.lastIndexOf(0x0a) + 1;
    this.length = end;
    return bytes.subarray(0, end).toString().split("\n").filter((line) => line).map((line) => JSON.parse(line));
  }

  /** Returns when the line is on the disk; throws when it is not there. */
  append(entry) {
    const line = Buffer.from(JSON.stringify(entry) + "\n");
    const before = this.length ?? 0;
    if (this.torn) {
      throw new Error("an earlier write is there in part, and only a restart can cut it off");
    }
    try {
      this.torn = true;
      for (let at = 0; at < line.length; at += writeSync(this.file, line, at));
      fsyncSync(this.file);
    } catch (error) {
      ftruncateSync(this.file, before);
      this.torn = false;
      throw error;
    }
    this.torn = false;
    this.length = before + line.length;
  }

  close() {
    closeSync(this.file);
  }
}

/** What has taken effect, and who may add to it. */
export class Effects {
  #tokens = new Map(); // session: the newest seen
  #applied = new Map(); // session and stream: the last number that took effect
  #keys = new Set(); // session and key: what took effect without a number
  #log;

  constructor(path) {
    this.#log = path ? new Log(path) : undefined;
    this.#log?.lines.forEach((entry) => this.#note(entry));
  }

  /** 204 when the call's effect is there now; 412 when the caller's claim is void. Throws when it was not written. */
  apply(call) {
    const token = BigInt(call.token);
    if (token < (this.#tokens.get(call.session) ?? 0n)) {
      return 412;
    }
    this.#tokens.set(call.session, token); // also if the write fails: the newer claim exists, so the older one is void
    const entry = this.#isThere(call) ? { ...call, repeat: true } : call;
    this.#log?.append(entry);
    this.#note(entry); // after the write: what is noted before it would be lost if it fails
    return 204;
  }

  close() {
    this.#log?.close();
  }

  #isThere(call) {
    return "key" in call
      ? this.#keys.has(JSON.stringify([call.session, call.key]))
      : BigInt(call.sequence) <= (this.#applied.get(JSON.stringify([call.session, call.stream])) ?? 0n);
  }

  #note(entry) {
    const token = BigInt(entry.token);
    if (token > (this.#tokens.get(entry.session) ?? 0n)) {
      this.#tokens.set(entry.session, token);
    }
    if (entry.repeat) {
      return;
    }
    if ("key" in entry) {
      this.#keys.add(JSON.stringify([entry.session, entry.key]));
    } else {
      this.#applied.set(JSON.stringify([entry.session, entry.stream]), BigInt(entry.sequence));
    }
  }
}

/** What a call says; throws a sentence if it is not one of Twinbus's. */
function readCall(headers, body) {
  const text = (name) => {
    if (!headers[name]) {
      throw new Error(`The header ${name} is missing.`);
    }
    return decodeURIComponent(headers[name]);
  };
  const number = (name) => {
    const value = text(name);
    if (!NUMBER.test(value)) {
      throw new Error(`The header ${name} is no number above 0.`);
    }
    return value; // a text: it may be larger than JavaScript's safe integers
  };
  const call = { session: text("ce-subject"), id: text("ce-id") };
  if ("twinbus-stream" in headers || "twinbus-sequence" in headers) {
    call.stream = text("twinbus-stream");
    call.sequence = number("twinbus-sequence");
  } else {
    call.key = headers["idempotency-key"] ? text("idempotency-key") : call.id; // its sender is not Twinbus's
  }
  return { ...call, token: number("twinbus-token"), region: text("twinbus-region"), body: body.toString() };
}

/** The key that calls are signed with; undefined without a secret. */
function readKey(secret) {
  if (secret === undefined) {
    return undefined;
  }
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  if (!secret.startsWith("whsec_") || key.length < 24 || key.length > 64) {
    throw new Error("The secret is not whsec_ and 24 to 64 bytes in base64.");
  }
  return key;
}

/**
 * Whether the call was signed with the key, lately, and nothing of it was changed since. webhook-signature is that of
 * https://www.standardwebhooks.com, over the body. Twinbus-Signature covers what the body does not say.
 */
function isSigned(headers, body, key) {
  const timestamp = headers["webhook-timestamp"] ?? "";
  if (!NUMBER.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > OLDEST_CALL_SECONDS) {
    return false;
  }
  const id = headers["webhook-id"] ?? "";
  const lines = ["twinbus-v1", id, timestamp, ...SIGNED.map((name) => headers[name] ?? "")];
  return hasSignature(headers["webhook-signature"], Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]), key)
    && hasSignature(headers["twinbus-signature"], Buffer.from(lines.map((line) => line + "\n").join(""), "latin1"), key);
}

/** Whether one of the signatures in a header is the key's; while a key is replaced there are two. */
function hasSignature(given, signed, key) {
  const expected = Buffer.from("v1," + createHmac("sha256", key).update(signed).digest("base64"));
  return (given ?? "").split(" ").map((one) => Buffer.from(one, "latin1"))
    .filter((one) => one.length === expected.length && timingSafeEqual(one, expected)).length > 0;
}

/** A server for calls whose effects go to `effects`; `secret` makes it take signed calls only. */
export function handlerServer(effects, secret) {
  const key = readKey(secret);
  return createServer(async (request, response) => {
    const answer = (status, text = "") => response.writeHead(status).end(text && text + "\n");
    if (request.method !== "POST") {
      return answer(405);
    }
    const parts = [];
    let bytes = 0;
    try {
      for await (const part of request) {
        bytes += part.length;
        if (bytes <= MOST_BYTES) {
          parts.push(part);
        }
      }
    } catch {
      return; // the caller has gone in the middle of its body
    }
    if (bytes > MOST_BYTES) {
      return answer(413);
    }
    const body = Buffer.concat(parts);
    if (key && !isSigned(request.headers, body, key)) {
      return answer(503); // not the message's fault: it comes again when the key is mended
    }
    let call;
    try {
      call = readCall(request.headers, body);
    } catch (error) {
      return answer(400, error.message);
    }
    try {
      return answer(effects.apply(call));
    } catch (error) {
      console.error(`The log cannot be written, so this call is to come again: ${error.message}.`);
      return answer(503, "The log cannot be written.");
    }
  });
}

function main() {
  const { values } = parseArgs({
    options: { port: { type: "string", default: "7121" }, log: { type: "string" }, secret: { type: "string" } },
  });
  const server = handlerServer(new Effects(values.log), values.secret);
  server.keepAliveTimeout = 60_000; // longer than the caller keeps a connection, so that no call meets its closing
  server.on("error", (error) => {
    console.error(`The port ${values.port} cannot be listened on: ${error.message}.`);
    process.exit(2);
  });
  server.listen(Number(values.port), "127.0.0.1", () => {
    console.log(`Handler ready: http://127.0.0.1:${server.address().port}/handle`);
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  try {
    main();
  } catch (error) {
    console.error(error.message);
    process.exit(2);
  }
}
