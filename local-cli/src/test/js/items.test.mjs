// Items of one container, partitioned by session.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { BulkOperationType, CosmosClient, PatchOperationType } from "@azure/cosmos";
import { refused, startStack } from "./stack.mjs";

const stack = await startStack();
const client = new CosmosClient({ endpoint: stack.endpoint, key: stack.key });
const { database } = await client.databases.createIfNotExists({ id: "checks" });
const { container } = await database.containers.createIfNotExists({
  id: "records",
  partitionKey: { paths: ["/session"] },
});
const items = container.items;

test("create: 201 with an ETag; a second one is a conflict", async () => {
  const created = await items.create({ id: "1", session: "s1", count: 1 });
  assert.equal(created.statusCode, 201);
  assert.ok(created.etag);
  assert.ok(created.requestCharge > 0);
  assert.equal((await refused(items.create({ id: "1", session: "s1" }))).code, 409);
});

test("read: the item as it was written; one that is not there is 404", async () => {
  const read = await container.item("1", "s1").read();
  assert.equal(read.resource.count, 1);
  assert.equal(read.etag, read.resource._etag);
  assert.equal((await container.item("none", "s1").read()).statusCode, 404);
});

test("replace with If-Match: the current ETag passes, an old one is 412", async () => {
  const item = container.item("1", "s1");
  const { resource, etag } = await item.read();
  const ifMatch = { accessCondition: { type: "IfMatch", condition: etag } };
  const replaced = await item.replace({ ...resource, count: 2 }, ifMatch);
  assert.equal(replaced.statusCode, 200);
  assert.notEqual(replaced.etag, etag);
  assert.equal((await refused(item.replace({ ...resource, count: 3 }, ifMatch))).code, 412);
  assert.equal((await item.read()).resource.count, 2);
});

test("upsert: creates, then replaces", async () => {
  assert.equal((await items.upsert({ id: "2", session: "s1", count: 5 })).statusCode, 201);
  assert.equal((await items.upsert({ id: "2", session: "s1", count: 6 })).statusCode, 200);
});

test("query: within a partition, with a parameter and an order", async () => {
  const query = {
    query: "SELECT c.id, c.count FROM c WHERE c.count >= @least ORDER BY c.count DESC",
    parameters: [{ name: "@least", value: 2 }],
  };
  const { resources } = await items.query(query, { partitionKey: "s1" }).fetchAll();
  assert.deepEqual(resources, [{ id: "2", count: 6 }, { id: "1", count: 2 }]);
});

test("query: over all partitions, counted and page by page", async () => {
  await items.create({ id: "1", session: "s2", count: 9 });
  const counted = await items.query("SELECT VALUE COUNT(1) FROM c").fetchAll();
  assert.deepEqual(counted.resources, [3]);
  const pages = items.query("SELECT * FROM c", { maxItemCount: 2 });
  let found = 0;
  while (pages.hasMoreResults()) {
    found += (await pages.fetchNext()).resources?.length ?? 0;
  }
  assert.equal(found, 3);
});

test("patch: set, increment and remove; a false condition is 412", async () => {
  const item = container.item("1", "s1");
  const patched = await item.patch([
    { op: PatchOperationType.set, path: "/status", value: "WORKING" },
    { op: PatchOperationType.incr, path: "/count", value: 10 },
  ]);
  assert.equal(patched.resource.status, "WORKING");
  assert.equal(patched.resource.count, 12);
  const guarded = {
    condition: "FROM c WHERE c.status = 'IDLE'",
    operations: [{ op: PatchOperationType.remove, path: "/status" }],
  };
  assert.equal((await refused(item.patch(guarded))).code, 412);
});

test("batch: all of its operations, or none", async () => {
  const create = (id) => ({ operationType: BulkOperationType.Create, resourceBody: { id, session: "s3" } });
  const good = await items.batch([create("a"), create("b")], "s3");
  assert.deepEqual(good.result.map((one) => one.statusCode), [201, 201]);
  const bad = await items.batch([create("c"), create("a")], "s3");
  assert.deepEqual(bad.result.map((one) => one.statusCode), [424, 409]);
  assert.equal((await container.item("c", "s3").read()).statusCode, 404);
});

test("delete: gone, and 404 the second time", async () => {
  const item = container.item("1", "s2");
  assert.equal((await item.delete()).statusCode, 204);
  assert.equal((await refused(item.delete())).code, 404);
});

test("delete: all items of a partition key", async () => {
  await items.create({ id: "x", session: "s9" });
  await items.create({ id: "y", session: "s9" });
  await container.deleteAllItemsForPartitionKey("s9");
  assert.equal((await container.item("x", "s9").read()).statusCode, 404);
  assert.equal((await container.item("y", "s9").read()).statusCode, 404);
});

after(async () => {
  await database.delete();
  client.dispose();
  await stack.stop();
});
