import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { BulkOperationType, CosmosClient, PatchOperationType } from "@azure/cosmos";
import { check, refused } from "./checks.mjs";

/** A database with one container, partitioned by session. */
export async function checkCosmos(endpoint, key) {
  const client = new CosmosClient({ endpoint, key });
  const { database } = await client.databases.createIfNotExists({ id: `checks-${randomUUID()}` });
  const { container } = await database.containers.createIfNotExists({
    id: "records",
    partitionKey: { paths: ["/session"] },
  });
  const items = container.items;

  await check("create: 201 with an ETag; a second one is a conflict", async () => {
    const created = await items.create({ id: "1", session: "s1", count: 1 });
    assert.equal(created.statusCode, 201);
    assert.ok(created.etag);
    assert.ok(created.requestCharge > 0);
    assert.equal((await refused(items.create({ id: "1", session: "s1" }))).code, 409);
  });

  await check("read: the item as it was written; one that is not there is 404", async () => {
    const read = await container.item("1", "s1").read();
    assert.equal(read.resource.count, 1);
    assert.equal(read.etag, read.resource._etag);
    assert.equal((await container.item("none", "s1").read()).statusCode, 404);
  });

  await check("replace with If-Match: the current ETag passes, an old one is 412", async () => {
    const item = container.item("1", "s1");
    const { resource, etag } = await item.read();
    const ifMatch = { accessCondition: { type: "IfMatch", condition: etag } };
    const replaced = await item.replace({ ...resource, count: 2 }, ifMatch);
    assert.equal(replaced.statusCode, 200);
    assert.notEqual(replaced.etag, etag);
    assert.equal((await refused(item.replace({ ...resource, count: 3 }, ifMatch))).code, 412);
    assert.equal((await item.read()).resource.count, 2);
  });

  await check("upsert: creates, then replaces", async () => {
    assert.equal((await items.upsert({ id: "2", session: "s1", count: 5 })).statusCode, 201);
    assert.equal((await items.upsert({ id: "2", session: "s1", count: 6 })).statusCode, 200);
  });

  await check("query: within a partition, with a parameter and an order", async () => {
    const query = {
      query: "SELECT c.id, c.count FROM c WHERE c.count >= @least ORDER BY c.count DESC",
      parameters: [{ name: "@least", value: 2 }],
    };
    const { resources } = await items.query(query, { partitionKey: "s1" }).fetchAll();
    assert.deepEqual(resources, [{ id: "2", count: 6 }, { id: "1", count: 2 }]);
  });

  await check("query: over all partitions, counted and page by page", async () => {
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

  await check("patch: set, increment and remove; a false condition is 412", async () => {
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

  await check("batch: all of its operations, or none", async () => {
    const create = (id) => ({ operationType: BulkOperationType.Create, resourceBody: { id, session: "s3" } });
    const good = await items.batch([create("a"), create("b")], "s3");
    assert.deepEqual(good.result.map((one) => one.statusCode), [201, 201]);
    const bad = await items.batch([create("c"), create("a")], "s3");
    assert.deepEqual(bad.result.map((one) => one.statusCode), [424, 409]);
    assert.equal((await container.item("c", "s3").read()).statusCode, 404);
  });

  await check("delete: gone, and 404 the second time", async () => {
    const item = container.item("1", "s2");
    assert.equal((await item.delete()).statusCode, 204);
    assert.equal((await refused(item.delete())).code, 404);
  });

  await check("key: a wrong one is 401", async () => {
    const stranger = new CosmosClient({ endpoint, key: Buffer.from("wrong").toString("base64") });
    assert.equal((await refused(stranger.database(database.id).read())).code, 401);
  });

  await database.delete();
}
