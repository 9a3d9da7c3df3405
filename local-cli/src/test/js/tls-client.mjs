// Over TLS, with the stack's certificate trusted: both services, and the administration client.
import assert from "node:assert/strict";
import { CosmosClient } from "@azure/cosmos";
import { ServiceBusAdministrationClient, ServiceBusClient } from "@azure/service-bus";
import { refused } from "./stack.mjs";

const { CONNECTION_STRING, COSMOS_ENDPOINT, COSMOS_KEY } = process.env;
const soon = { maxWaitTimeInMs: 5_000 };

const admin = new ServiceBusAdministrationClient(CONNECTION_STRING);
await admin.createQueue("made", { maxDeliveryCount: 3 });
assert.equal((await refused(admin.createQueue("made"))).code, "MessageEntityAlreadyExistsError");
const made = await admin.getQueue("made");
assert.equal(made.maxDeliveryCount, 3);
assert.equal((await admin.updateQueue({ ...made, maxDeliveryCount: 5 })).maxDeliveryCount, 5);
await admin.createTopic("news");
await admin.createSubscription("news", "mine");
await admin.deleteRule("news", "mine", "$Default");
await admin.createRule("news", "mine", "hot", { sqlExpression: "temperature > 30" });
const queues = [];
for await (const queue of admin.listQueues()) {
  queues.push(queue.name);
}
assert.ok(queues.includes("made") && queues.includes("jobs"), String(queues));
console.log("managed");

const client = new ServiceBusClient(CONNECTION_STRING, { retryOptions: { maxRetries: 0, timeoutInMs: 10_000 } });
await client.createSender("made").sendMessages({ body: "over TLS" });
assert.equal((await admin.getQueueRuntimeProperties("made")).activeMessageCount, 1);
const news = client.createSender("news");
await news.sendMessages([10, 40].map((temperature) => ({ body: temperature, applicationProperties: { temperature } })));
for (const [receiver, body] of [
  [client.createReceiver("made"), "over TLS"],
  [client.createReceiver("news", "mine"), 40],
]) {
  const [message] = await receiver.receiveMessages(1, soon);
  assert.equal(message?.body, body);
  await receiver.completeMessage(message);
}
await admin.deleteTopic("news");
assert.equal(await admin.topicExists("news"), false);
await client.close();
console.log("sent and received");

const stranger = new ServiceBusClient(CONNECTION_STRING.replace(/SharedAccessKey=[^;]*/, "SharedAccessKey=other"), {
  retryOptions: { maxRetries: 0, timeoutInMs: 10_000 },
});
assert.equal((await refused(stranger.createSender("jobs").sendMessages({ body: 1 }))).code, "UnauthorizedAccess");
await stranger.close();
console.log("another key refused");

const cosmos = new CosmosClient({ endpoint: COSMOS_ENDPOINT, key: COSMOS_KEY });
await cosmos.databases.create({ id: "over-tls" });
assert.equal((await cosmos.database("over-tls").read()).resource.id, "over-tls");
cosmos.dispose();
console.log("written and read");
process.exit(0);
