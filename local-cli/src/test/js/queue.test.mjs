// A queue without sessions.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { ServiceBusClient } from "@azure/service-bus";
import { refused, startStack } from "./stack.mjs";

const soon = { maxWaitTimeInMs: 5_000 };
const aMoment = { maxWaitTimeInMs: 300 };

const stack = await startStack("--config-file", "Config.json");
const client = new ServiceBusClient(stack.connectionString, { retryOptions: { maxRetries: 0, timeoutInMs: 6_000 } });
const sender = client.createSender("jobs");
const receiver = client.createReceiver("jobs");
const deadLetters = client.createReceiver("jobs", { subQueueType: "deadLetter" });
const next = async (from = receiver) => {
  const [message] = await from.receiveMessages(1, soon);
  assert.ok(message, "a message came");
  return message;
};

test("send and receive: body, ids and properties arrive", async () => {
  await sender.sendMessages({
    body: { order: 1 },
    messageId: "m1",
    correlationId: "c1",
    subject: "placed",
    timeToLive: 3_600_000,
    applicationProperties: { region: "east", attempt: 1 },
  });
  const message = await next();
  assert.deepEqual(message.body, { order: 1 });
  assert.equal(message.messageId, "m1");
  assert.equal(message.correlationId, "c1");
  assert.equal(message.subject, "placed");
  assert.equal(message.timeToLive, 3_600_000);
  assert.deepEqual(message.applicationProperties, { region: "east", attempt: 1 });
  assert.ok(message.lockedUntilUtc > message.enqueuedTimeUtc);
  await receiver.completeMessage(message);
});

test("complete: the message is gone", async () => {
  assert.deepEqual(await receiver.receiveMessages(1, aMoment), []);
});

test("batch: all messages arrive in order", async () => {
  const batch = await sender.createMessageBatch();
  for (let n = 1; n <= 5; n++) {
    assert.ok(batch.tryAddMessage({ body: n, messageId: `b${n}` }));
  }
  await sender.sendMessages(batch);
  const bodies = [];
  while (bodies.length < 5) {
    const message = await next();
    bodies.push(message.body);
    await receiver.completeMessage(message);
  }
  assert.deepEqual(bodies, [1, 2, 3, 4, 5]);
});

test("abandon: the message comes again, first and with its count raised", async () => {
  await sender.sendMessages([{ body: "first" }, { body: "second" }]);
  const first = await next();
  await receiver.abandonMessage(first, { tried: true });
  const again = await next();
  assert.equal(again.body, "first");
  assert.equal(again.deliveryCount, first.deliveryCount + 1);
  assert.equal(again.applicationProperties.tried, true);
  await receiver.completeMessage(again);
  await receiver.completeMessage(await next());
});

test("dead-letter: reason, description and properties stay with the message", async () => {
  await sender.sendMessages({ body: "bad" });
  await receiver.deadLetterMessage(await next(), {
    deadLetterReason: "unreadable",
    deadLetterErrorDescription: "not an order",
    by: "checks",
  });
  const dead = await next(deadLetters);
  assert.equal(dead.body, "bad");
  assert.equal(dead.deadLetterReason, "unreadable");
  assert.equal(dead.deadLetterErrorDescription, "not an order");
  assert.equal(dead.applicationProperties.by, "checks");
  await deadLetters.completeMessage(dead);
});

test("defer: only its sequence number brings it back", async () => {
  await sender.sendMessages({ body: "later" });
  const message = await next();
  await receiver.deferMessage(message);
  assert.deepEqual(await receiver.receiveMessages(1, aMoment), []);
  const [back] = await receiver.receiveDeferredMessages(message.sequenceNumber);
  assert.equal(back.body, "later");
  await receiver.completeMessage(back);
});

test("renew: the lock lasts longer", async () => {
  await sender.sendMessages({ body: "slow" });
  const message = await next();
  const before = message.lockedUntilUtc;
  assert.ok((await receiver.renewMessageLock(message)) >= before);
  await receiver.completeMessage(message);
});

test("peek: all messages in order, none of them locked", async () => {
  await sender.sendMessages([{ body: "a" }, { body: "b" }]);
  const peeked = await receiver.peekMessages(10);
  assert.deepEqual(peeked.map((message) => message.body), ["a", "b"]);
  for (const body of ["a", "b"]) {
    const message = await next();
    assert.equal(message.body, body);
    await receiver.completeMessage(message);
  }
});

test("schedule: hidden until due, then there", async () => {
  const [number] = await sender.scheduleMessages({ body: "soon" }, new Date(Date.now() + 1_500));
  const [peeked] = await receiver.peekMessages(1);
  assert.equal(peeked.state, "scheduled");
  assert.ok(peeked.sequenceNumber.equals(number));
  assert.deepEqual(await receiver.receiveMessages(1, aMoment), []);
  const message = await next();
  assert.equal(message.body, "soon");
  assert.ok(message.sequenceNumber.greaterThan(number));
  await receiver.completeMessage(message);
});

test("cancel: a scheduled message is gone", async () => {
  const numbers = await sender.scheduleMessages({ body: "never" }, new Date(Date.now() + 3_600_000));
  await sender.cancelScheduledMessages(numbers);
  assert.deepEqual(await receiver.peekMessages(1), []);
});

test("receive-and-delete: nothing is left to settle", async () => {
  await sender.sendMessages({ body: "once" });
  const taker = client.createReceiver("jobs", { receiveMode: "receiveAndDelete" });
  assert.equal((await next(taker)).body, "once");
  await taker.close();
  assert.deepEqual(await receiver.peekMessages(1), []);
});

test("errors: an entity that is not there has its code", async () => {
  const error = await refused(client.createSender("nowhere").sendMessages({ body: "lost" }));
  assert.equal(error.code, "MessagingEntityNotFound");
  assert.equal(error.retryable, false);
});

test("errors: a deferred message that is not there has its code", async () => {
  const [unknown] = await sender.scheduleMessages({ body: "x" }, new Date(Date.now() + 3_600_000));
  const error = await refused(receiver.receiveDeferredMessages(unknown));
  assert.equal(error.code, "MessageNotFound");
  await sender.cancelScheduledMessages(unknown);
});

test("3,000 sends at once on a new sender: none is turned away", async (context) => {
  // That client turns a send away without asking the service when it had to wait for a second. A busy
  // machine can be the reason, but not ten times.
  const patient = new ServiceBusClient(stack.connectionString, { retryOptions: { maxRetries: 0 } });
  context.after(() => patient.close());
  let turnedAway = 3_000;
  for (let tries = 0; turnedAway > 0 && tries < 10; tries++) {
    const many = patient.createSender("many");
    const sends = Array.from({ length: 3_000 }, (_, n) => many.sendMessages({ body: n }));
    turnedAway = (await Promise.allSettled(sends)).filter((send) => send.status === "rejected").length;
    await many.close();
    const taker = patient.createReceiver("many", { receiveMode: "receiveAndDelete" });
    for (let left = 3_000 - turnedAway; left > 0; ) {
      const messages = await taker.receiveMessages(left, soon);
      assert.ok(messages.length > 0, `${left} messages are missing`);
      left -= messages.length;
    }
    await taker.close();
  }
  assert.equal(turnedAway, 0);
});

after(async () => {
  await client.close();
  await stack.stop();
});
