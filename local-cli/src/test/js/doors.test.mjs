// How a stack is started and ordered: TLS, keys, files of data, the control endpoint and its entities.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { CosmosClient } from "@azure/cosmos";
import { ServiceBusClient } from "@azure/service-bus";
import { atEnd, refused, startStack } from "./stack.mjs";

const WELL_KNOWN_KEY = "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==";
const soon = { maxWaitTimeInMs: 5_000 };

test("TLS: a client that trusts the certificate is served, any other is not", async (context) => {
  await inFolder(async (folder) => {
    const stack = await startStack("--tls", folder, "--well-known-keys", "--config-file", "Config.json");
    atEnd(context, () => stack.stop());
    assert.equal(stack.key, WELL_KNOWN_KEY);
    assert.match(stack.tlsConnectionString, /SharedAccessKeyName=RootManageSharedAccessKey;SharedAccessKey=SAS_KEY_VALUE/);
    const environment = {
      CONNECTION_STRING: stack.tlsConnectionString,
      COSMOS_ENDPOINT: stack.tlsEndpoint,
      COSMOS_KEY: stack.key,
    };
    const trusting = await runClient({ ...environment, NODE_EXTRA_CA_CERTS: join(folder, "twinbus-local.pem") });
    assert.equal(trusting.exitCode, 0, trusting.output);
    assert.match(trusting.output, /managed\nsent and received\nanother key refused\nwritten and read/);
    const wary = await runClient(environment);
    assert.notEqual(wary.exitCode, 0);
    assert.match(wary.output, /self-signed certificate/);
  });
});

test("key: the one that is given opens both services, no other does", async (context) => {
  const key = Buffer.from("of this test").toString("base64");
  const stack = await startStack("--key", key, "--config-file", "Config.json");
  atEnd(context, () => stack.stop());
  assert.equal(stack.key, key);
  const retryOptions = { maxRetries: 0, timeoutInMs: 10_000 };
  const bus = new ServiceBusClient(stack.connectionString, { retryOptions });
  atEnd(context, () => bus.close());
  await bus.createSender("jobs").sendMessages({ body: "by key" });
  const other = stack.connectionString.replace(/SharedAccessKey=[^;]*/, "SharedAccessKey=other");
  assert.notEqual(other, stack.connectionString);
  const strangeBus = new ServiceBusClient(other, { retryOptions });
  atEnd(context, () => strangeBus.close());
  assert.equal((await refused(strangeBus.createSender("jobs").sendMessages({ body: 1 }))).code, "UnauthorizedAccess");

  const cosmos = new CosmosClient({ endpoint: stack.endpoint, key });
  atEnd(context, () => cosmos.dispose());
  assert.equal((await cosmos.databases.create({ id: "by-key" })).resource.id, "by-key");
  const stranger = new CosmosClient({ endpoint: stack.endpoint, key: WELL_KNOWN_KEY });
  atEnd(context, () => stranger.dispose());
  assert.equal((await refused(stranger.database("by-key").read())).code, 401);
});

test("data: messages, items and what duplicate detection knows outlive a crash", async (context) => {
  await inFolder(async (folder) => {
    const options = ["--data-dir", join(folder, "data"), "--config-file", "Config.json"];
    const before = await startStack(...options);
    atEnd(context, () => before.stop());
    const first = new ServiceBusClient(before.connectionString);
    atEnd(context, () => first.close());
    await first.createSender("once").sendMessages({ body: "kept", messageId: "m1" });
    const writer = new CosmosClient({ endpoint: before.endpoint, key: before.key });
    atEnd(context, () => writer.dispose());
    const { database } = await writer.databases.create({ id: "kept" });
    const { container } = await database.containers.create({ id: "items", partitionKey: "/id" });
    await container.items.create({ id: "1" });
    await before.kill();

    const after = await startStack(...options);
    atEnd(context, () => after.stop());
    const second = new ServiceBusClient(after.connectionString);
    atEnd(context, () => second.close());
    await second.createSender("once").sendMessages([
      { body: "again", messageId: "m1" },
      { body: "new", messageId: "m2" },
    ]);
    const messages = await second.createReceiver("once").peekMessages(10);
    assert.deepEqual(messages.map((message) => message.body), ["kept", "new"]);
    const reader = new CosmosClient({ endpoint: after.endpoint, key: after.key });
    atEnd(context, () => reader.dispose());
    assert.equal((await reader.database("kept").container("items").item("1", "1").read()).statusCode, 200);
  });
});

test("control: a throttled ledger is tried again, a reset empties, no web page orders either", async (context) => {
  const stack = await startStack("--config-file", "Config.json");
  atEnd(context, () => stack.stop());
  const cosmos = new CosmosClient({ endpoint: stack.endpoint, key: stack.key });
  atEnd(context, () => cosmos.dispose());
  const { database } = await cosmos.databases.create({ id: "checks" });
  const { container } = await database.containers.create({ id: "items", partitionKey: "/id" });
  const fault = JSON.stringify({ operation: "create", point: "before", action: "status-429", times: 2 });
  assert.equal((await post(`${stack.control}/ledger/faults`, fault, { Origin: "https://example.org" })).status, 403);
  assert.equal((await post(`${stack.control}/ledger/faults`, fault)).status, 200);
  assert.equal((await container.items.create({ id: "1" })).statusCode, 201);
  const counts = (await (await fetch(`${stack.control}/faults`)).json()).ledger.faults;
  assert.equal(counts[0].struck, 2);

  const bus = new ServiceBusClient(stack.connectionString);
  atEnd(context, () => bus.close());
  await bus.createSender("jobs").sendMessages({ body: "old" });
  assert.equal((await post(`${stack.control}/reset`, "")).status, 200);
  assert.deepEqual(await bus.createReceiver("jobs").peekMessages(10), []);
  assert.equal((await container.item("1", "1").read()).statusCode, 404);
  await bus.createSender("jobs").sendMessages({ body: "new" });
  const [message] = await bus.createReceiver("jobs").receiveMessages(1, soon);
  assert.equal(message?.body, "new");
});

test("control: entities and rules are created, changed, listed and deleted", async (context) => {
  const stack = await startStack();
  atEnd(context, () => stack.stop());
  const entities = `${stack.control}/regions/local`;
  const put = async (path, body) => {
    const response = await fetch(entities + path, { method: "PUT", body: JSON.stringify(body) });
    assert.equal(response.status, 200, await response.text());
  };
  await put("/queues/made", { Properties: { LockDuration: "PT10S" } });
  await put("/topics/events", { Subscriptions: [{ Name: "audit" }] });
  const rule = { FilterType: "Sql", SqlFilter: { SqlExpression: "size > 5" } };
  await put("/topics/events/subscriptions/audit", { Rules: [{ Name: "big", Properties: rule }] });
  const listed = await (await fetch(`${entities}/entities`)).json();
  const locks = Object.fromEntries(listed.Queues.map((queue) => [queue.Name, queue.Properties.LockDuration]));
  assert.deepEqual(locks, { orders: "PT1M", made: "PT10S" });
  assert.equal(listed.Topics[0].Subscriptions[0].Rules[0].Properties.SqlFilter.SqlExpression, "size > 5");

  const bus = new ServiceBusClient(stack.connectionString);
  atEnd(context, () => bus.close());
  await bus.createSender("made").sendMessages({ body: "one" });
  assert.equal((await bus.createReceiver("made").receiveMessages(1, soon))[0]?.body, "one");
  await bus.createSender("events").sendMessages([1, 9].map((size) => ({ body: size, applicationProperties: { size } })));
  const [message] = await bus.createReceiver("events", "audit").receiveMessages(2, soon);
  assert.equal(message?.body, 9);
  assert.equal((await fetch(`${entities}/queues/made`, { method: "DELETE" })).status, 200);
  assert.equal((await fetch(`${entities}/queues/made`)).status, 404);
});

test("health: a region answers without a token", async (context) => {
  const stack = await startStack();
  atEnd(context, () => stack.stop());
  const port = /:(\d+);/.exec(stack.connectionString)[1];
  assert.equal((await fetch(`http://127.0.0.1:${port}/health`)).status, 200);
});

/** Runs the client of TLS in a process of its own: Node reads what to trust at its start. */
async function runClient(environment) {
  const child = spawn(process.execPath, ["tls-client.mjs"], {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 120_000,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => (output += text));
  }
  const [exitCode] = await once(child, "close");
  return { exitCode, output };
}

/** A request with headers of its own; fetch sets Origin by itself. */
async function post(url, body, headers = {}) {
  const call = request(url, { method: "POST", headers });
  call.end(body);
  const [response] = await once(call, "response");
  response.resume();
  await once(response, "end");
  return { status: response.statusCode };
}

async function inFolder(body) {
  const folder = await mkdtemp(join(tmpdir(), "twinbus-local-"));
  try {
    await body(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
