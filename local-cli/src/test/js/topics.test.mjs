// A topic, its subscriptions and their rules.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { ServiceBusClient } from "@azure/service-bus";
import { refused, startStack } from "./stack.mjs";

const soon = { maxWaitTimeInMs: 5_000 };

const stack = await startStack("--config-file", "Config.json");
const client = new ServiceBusClient(stack.connectionString, { retryOptions: { maxRetries: 0, timeoutInMs: 6_000 } });
const sender = client.createSender("events");
const red = client.createReceiver("events", "red");
const all = client.createReceiver("events", "all");
const next = async (receiver) => {
  const [message] = await receiver.receiveMessages(1, soon);
  assert.ok(message, "a message came");
  await receiver.completeMessage(message);
  return message;
};

test("copies: each subscription has its own, the rule of the file chooses", async () => {
  await sender.sendMessages([{ body: "blue" }, { body: "red", applicationProperties: { colour: "red" } }]);
  assert.equal((await next(red)).body, "red");
  assert.deepEqual([(await next(all)).body, (await next(all)).body], ["blue", "red"]);
  assert.deepEqual(await red.peekMessages(1), []);
});

test("rules: listed, removed and added, SQL with an action", async () => {
  const rules = client.createRuleManager("events", "red");
  const names = async () => {
    const found = [];
    for await (const rule of rules.listRules()) {
      found.push(rule.name);
    }
    return found;
  };
  assert.deepEqual(await names(), ["colour"]);
  await rules.deleteRule("colour");
  await rules.createRule("large", { sqlExpression: "size > 10 AND sys.Label LIKE 'or%'" }, {
    sqlExpression: "SET seen = 'yes'",
  });
  assert.deepEqual(await names(), ["large"]);
  await sender.sendMessages([
    { body: "small", subject: "order", applicationProperties: { size: 1 } },
    { body: "large", subject: "order", applicationProperties: { size: 11 } },
  ]);
  const message = await next(red);
  assert.equal(message.body, "large");
  assert.equal(message.applicationProperties.seen, "yes");
  assert.equal(message.applicationProperties.RuleName, "large");
});

test("direction: nothing is received from a topic, nor sent to a subscription", async () => {
  const fromTopic = client.createReceiver("events");
  assert.match((await refused(fromTopic.receiveMessages(1, soon))).message, /received from its subscriptions/);
  const toSubscription = client.createSender("events/Subscriptions/all");
  assert.match((await refused(toSubscription.sendMessages({ body: 1 }))).message, /sent to a subscription/);
});

after(async () => {
  await client.close();
  await stack.stop();
});
