// The local stack as its users start it: one jar, one line of JSON that says how to connect.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { webcrypto } from "node:crypto";
import { once } from "node:events";

// Node 18 has it under this name only when told so, and the SDK of Cosmos DB expects it.
globalThis.crypto ??= webcrypto;

const START_MS = 60_000;
const JAVA = process.env.JAVA_HOME ? `${process.env.JAVA_HOME}/bin/java` : "java";

/** Starts a stack on free ports, with further options; resolves when it is ready. */
export async function startStack(...options) {
  const jar = process.env.TWINBUS_LOCAL_JAR;
  assert.ok(jar, "TWINBUS_LOCAL_JAR names the jar to start");
  const child = spawn(JAVA, ["-jar", jar, "--json", "--port", "0", ...options], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const stop = async (signal) => {
    child.kill(signal);
    await ended;
  };
  try {
    const { regions, ledger, control } = JSON.parse(await firstLine(child.stdout, ended));
    return {
      ...Object.values(regions)[0],
      endpoint: ledger.endpoint,
      tlsEndpoint: ledger.tlsEndpoint,
      key: ledger.key,
      control,
      /** Ends it, as Ctrl-C does. */
      stop: () => stop("SIGTERM"),
      /** Ends it without a word, as a crash does. */
      kill: () => stop("SIGKILL"),
    };
  } catch (error) {
    await stop("SIGKILL");
    throw error;
  }
}

/** The first line of a stream; an error when the process ends before it, or takes too long. */
async function firstLine(stream, ended) {
  const line = new Promise((resolve) => {
    let said = "";
    stream.setEncoding("utf8").on("data", (text) => {
      said += text;
      if (said.includes("\n")) {
        resolve(said.slice(0, said.indexOf("\n")));
      }
    });
  });
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The stack was not ready after ${START_MS} ms.`)), START_MS);
  });
  const gone = ended.then(([code]) => Promise.reject(new Error(`The stack ended with exit code ${code}.`)));
  gone.catch(() => {}); // that of a stack that was ready is nobody's error
  try {
    return await Promise.race([line, gone, late]);
  } finally {
    clearTimeout(timer);
  }
}

const toEnd = new WeakMap();

/**
 * Has a test end what it started, the latest first: a client before the stack that it talks to. Node itself begins
 * with the earliest, and the SDK of Service Bus can wait for ever for the answer of a stack that is gone.
 */
export function atEnd(context, end) {
  if (!toEnd.has(context)) {
    toEnd.set(context, []);
    context.after(() => endAll(toEnd.get(context)));
  }
  toEnd.get(context).push(end);
}

/** Ends the latest, then the others, also when the latest does not end well. */
async function endAll(all) {
  const latest = all.pop();
  if (latest) {
    try {
      await latest();
    } finally {
      await endAll(all);
    }
  }
}

/** The error of a call that must be refused. */
export async function refused(promise) {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("the call was not refused");
}
