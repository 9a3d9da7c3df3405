// A queue that requires sessions.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import { ServiceBusClient } from "@azure/service-bus";
import { refused, startStack } from "./stack.mjs";

const soon = { maxWaitTimeInMs: 5_000 };

const stack = await startStack("--config-file", "Config.json");
const client = new ServiceBusClient(stack.connectionString, { retryOptions: { maxRetries: 0, timeoutInMs: 6_000 } });
const sender = client.createSender("orders");
const next = async (session) => {
  const [message] = await session.receiveMessages(1, soon);
  assert.ok(message, "a message came");
  return message;
};

test("accept by id: a session's messages in their order", async () => {
  const sessionId = randomUUID();
  await sender.sendMessages([1, 2, 3].map((n) => ({ body: n, sessionId })));
  const session = await client.acceptSession("orders", sessionId);
  for (const n of [1, 2, 3]) {
    const message = await next(session);
    assert.equal(message.body, n);
    assert.equal(message.sessionId, sessionId);
    await session.completeMessage(message);
  }
  await session.close();
});

test("accept next: the session that has messages", async () => {
  const sessionId = randomUUID();
  await sender.sendMessages({ body: "here", sessionId });
  const session = await client.acceptNextSession("orders");
  assert.equal(session.sessionId, sessionId);
  await session.completeMessage(await next(session));
  await session.close();
});

test("lock: a held session is refused to others, and free when it is closed", async () => {
  const sessionId = randomUUID();
  const holder = await client.acceptSession("orders", sessionId);
  const error = await refused(client.acceptSession("orders", sessionId));
  assert.equal(error.code, "SessionCannotBeLocked");
  await holder.close();
  await (await client.acceptSession("orders", sessionId)).close();
});

test("close: unsettled messages come again without a raised count", async () => {
  const sessionId = randomUUID();
  await sender.sendMessages({ body: "unsettled", sessionId });
  const first = await client.acceptSession("orders", sessionId);
  const before = await next(first);
  await first.close();
  const second = await client.acceptSession("orders", sessionId);
  const again = await next(second);
  assert.equal(again.deliveryCount, before.deliveryCount);
  await second.completeMessage(again);
  await second.close();
});

test("state: null, set, read by the next holder, cleared", async () => {
  const sessionId = randomUUID();
  const first = await client.acceptSession("orders", sessionId);
  assert.ok(!(await first.getSessionState()));
  await first.setSessionState({ step: 7 });
  await first.close();
  const second = await client.acceptSession("orders", sessionId);
  assert.deepEqual(await second.getSessionState(), { step: 7 });
  await second.setSessionState(null);
  assert.ok(!(await second.getSessionState()));
  await second.close();
});

test("renew: the session's lock lasts longer", async () => {
  const session = await client.acceptSession("orders", randomUUID());
  const before = session.sessionLockedUntilUtc;
  assert.ok((await session.renewSessionLock()) >= before);
  await session.close();
});

test("abandon, defer and dead-letter within a session", async () => {
  const sessionId = randomUUID();
  await sender.sendMessages(["again", "later", "bad"].map((body) => ({ body, sessionId })));
  const session = await client.acceptSession("orders", sessionId);
  await session.abandonMessage(await next(session));
  const again = await next(session);
  assert.equal(again.body, "again");
  await session.completeMessage(again);
  const later = await next(session);
  await session.deferMessage(later);
  await session.deadLetterMessage(await next(session), { deadLetterReason: "bad" });
  const [back] = await session.receiveDeferredMessages(later.sequenceNumber);
  assert.equal(back.body, "later");
  await session.completeMessage(back);
  assert.deepEqual(await session.peekMessages(1), []);
  await session.close();
  const deadLetters = client.createReceiver("orders", { subQueueType: "deadLetter" });
  const dead = await next(deadLetters);
  assert.equal(dead.sessionId, sessionId);
  await deadLetters.completeMessage(dead);
});

test("errors: a message without session id is refused", async () => {
  await refused(sender.sendMessages({ body: "nowhere to go" }));
});

after(async () => {
  await client.close();
  await stack.stop();
});
