// node --test
import assert from "node:assert/strict";
import { createHmac, randomBytes } from "node:crypto";
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { Effects, handlerServer } from "./handler.mjs";

const directory = mkdtempSync(join(tmpdir(), "handler-"));
after(() => rmSync(directory, { recursive: true }));

function headers(changes) {
  return {
    "ce-id": "scan-1", "ce-subject": "parcel%207", "twinbus-token": "5", "twinbus-attempt": "1",
    "twinbus-stream": "s", "twinbus-sequence": "1", "twinbus-region": "east", ...changes,
  };
}

/** Runs `play` with a function that posts a call and returns its status. */
async function served(effects, secret, play) {
  const server = handlerServer(effects, secret);
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  try {
    await play(async (changes, body = "Lyon") =>
      (await fetch(`http://127.0.0.1:${server.address().port}/handle`,
        { method: "POST", headers: headers(changes), body })).status);
  } finally {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
    effects.close();
  }
}

const lines = (path) => readFileSync(path, "utf8").trim().split("\n").map((line) => JSON.parse(line));

test("a repeat has no second effect, and an older token none", async () => {
  const path = join(directory, "repeat");
  await served(new Effects(path), undefined, async (post) => {
    assert.equal(await post({}), 204);
    assert.equal(await post({ "twinbus-token": "6" }), 204);
    assert.equal(await post({ "twinbus-sequence": "2" }), 412);
  });
  assert.deepEqual(lines(path).map((line) => [line.session, line.token, line.repeat]),
    [["parcel 7", "5", undefined], ["parcel 7", "6", true]]);
});

test("what was there before a restart is known after it, and a torn line is cut off", async () => {
  const path = join(directory, "restart");
  await served(new Effects(path), undefined, async (post) => assert.equal(await post({}), 204));
  appendFileSync(path, '{"session":"par');
  await served(new Effects(path), undefined, async (post) => {
    assert.equal(await post({ "twinbus-token": "4" }), 412);
    assert.equal(await post({}), 204);
  });
  assert.deepEqual(lines(path).map((line) => line.repeat), [undefined, true]);
});

test("numbers beyond JavaScript's safe integers keep their order", async () => {
  await served(new Effects(), undefined, async (post) => {
    assert.equal(await post({ "twinbus-token": "9007199254740993" }), 204);
    assert.equal(await post({ "twinbus-token": "9007199254740992" }), 412);
  });
});

test("a message without a number is known by its key", async () => {
  const path = join(directory, "foreign");
  const foreign = { "idempotency-key": "/scan-1/parcel", "twinbus-stream": undefined, "twinbus-sequence": undefined };
  const call = Object.fromEntries(Object.entries(headers(foreign)).filter(([, value]) => value !== undefined));
  const effects = new Effects(path);
  const server = handlerServer(effects);
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  for (let i = 0; i < 2; i++) {
    const answer = await fetch(`http://127.0.0.1:${server.address().port}/`, { method: "POST", headers: call, body: "x" });
    assert.equal(answer.status, 204);
  }
  server.closeAllConnections();
  server.close();
  effects.close();
  assert.deepEqual(lines(path).map((line) => [line.key, line.repeat]),
    [["/scan-1/parcel", undefined], ["/scan-1/parcel", true]]);
});

test("only calls that are signed are taken", async () => {
  const key = randomBytes(24);
  const sign = (text) => "v1," + createHmac("sha256", key).update(text).digest("base64");
  await served(new Effects(), "whsec_" + key.toString("base64"), async (post) => {
    const timestamp = String(Math.floor(Date.now() / 1000));
    const call = headers({});
    const names = ["ce-id", "ce-subject", "idempotency-key", "twinbus-token", "twinbus-attempt", "twinbus-stream",
      "twinbus-sequence", "twinbus-state"];
    const text = ["twinbus-v1", "m1", timestamp, ...names.map((name) => call[name] ?? "")];
    const signed = {
      "webhook-id": "m1", "webhook-timestamp": timestamp, "webhook-signature": sign(`m1.${timestamp}.Lyon`),
      "twinbus-signature": sign(text.map((line) => line + "\n").join("")),
    };
    assert.equal(await post(signed), 204);
    assert.equal(await post({}), 503);
    assert.equal(await post(signed, "Graz"), 503);
    assert.equal(await post({ ...signed, "twinbus-token": "99" }), 503);
  });
});

test("what is no call is refused with a sentence's status", async () => {
  await served(new Effects(), undefined, async (post) => {
    assert.equal(await post({ "twinbus-token": "soon" }), 400);
    assert.equal(await post({}, "x".repeat(1 << 20)), 204);
    assert.equal(await post({}, "x".repeat((1 << 20) + 1)), 413);
  });
});
