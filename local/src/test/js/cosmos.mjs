import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { BulkOperationType, ChangeFeedStartFrom, CosmosClient, PatchOperationType } from "@azure/cosmos";
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

  await check("query: aggregates, groups, joins and several sort keys over all partitions", async () => {
    const orders = await filledOrders(database);
    const all = async (text) => (await orders.items.query(text).fetchAll()).resources;
    assert.deepEqual(await all("SELECT VALUE SUM(c.n) FROM c"), [15]);
    assert.deepEqual(await all("SELECT COUNT(1) AS many, AVG(c.n) AS mean FROM c"), [{ many: 6, mean: 2.5 }]);
    assert.deepEqual(await all("SELECT c.city, MAX(c.n) AS most FROM c GROUP BY c.city"), [
      { city: "Oslo", most: 4 },
      { city: "Rome", most: 5 },
    ]);
    assert.deepEqual(await all("SELECT DISTINCT VALUE t FROM c JOIN t IN c.tags"), ["all", "Oslo", "Rome"]);
    assert.deepEqual(await all("SELECT VALUE c.n FROM c ORDER BY c.city, c.n"), [0, 2, 4, 1, 3, 5]);
    assert.deepEqual(await all("SELECT VALUE c.n FROM c ORDER BY c.n OFFSET 2 LIMIT 2"), [2, 3]);
  });

  await check("unique key: a second item with its value is a conflict in its partition", async () => {
    const { container: people } = await database.containers.create({
      id: "people",
      partitionKey: { paths: ["/session"] },
      uniqueKeyPolicy: { uniqueKeys: [{ paths: ["/email"] }] },
    });
    await people.items.create({ id: "a", session: "s", email: "x" });
    assert.equal((await refused(people.items.create({ id: "b", session: "s", email: "x" }))).code, 409);
    await people.items.create({ id: "b", session: "t", email: "x" });
  });

  await check("change feed: latest versions, then what was written since", async () => {
    const { container: feed } = await database.containers.create({ id: "feed", partitionKey: { paths: ["/session"] } });
    await feed.items.create({ id: "a", session: "s", n: 1 });
    await feed.items.create({ id: "b", session: "t", n: 1 });
    await feed.items.upsert({ id: "a", session: "s", n: 2 });
    const first = feed.items.getChangeFeedIterator({ changeFeedStartFrom: ChangeFeedStartFrom.Beginning() });
    const { changes, token } = await readFeed(first);
    assert.deepEqual(changes.map((item) => [item.id, item.n]), [["b", 1], ["a", 2]]);
    await feed.items.create({ id: "c", session: "s", n: 1 });
    const next = feed.items.getChangeFeedIterator({ changeFeedStartFrom: ChangeFeedStartFrom.Continuation(token) });
    assert.deepEqual((await readFeed(next)).changes.map((item) => item.id), ["c"]);
  });

  await check("metadata: databases and containers are queried, replaced and given throughput", async () => {
    const byId = (id) => ({ query: "SELECT * FROM c WHERE c.id = @id", parameters: [{ name: "@id", value: id }] });
    const found = await client.databases.query(byId(database.id)).fetchAll();
    assert.deepEqual(found.resources.map((one) => one.id), [database.id]);
    const containers = await database.containers.query(byId("records")).fetchAll();
    assert.deepEqual(containers.resources.map((one) => one.id), ["records"]);
    const { resource } = await container.read();
    assert.equal((await container.replace({ ...resource, defaultTtl: 900 })).resource.defaultTtl, 900);
    const { offer, resource: given } = await container.readOffer();
    assert.equal(given.content.offerThroughput, 400);
    given.content.offerThroughput = 600;
    await offer.replace(given);
    assert.equal((await container.readOffer()).resource.content.offerThroughput, 600);
  });

  await check("delete: all items of a partition key", async () => {
    await items.create({ id: "x", session: "s9" });
    await items.create({ id: "y", session: "s9" });
    await container.deleteAllItemsForPartitionKey("s9");
    assert.equal((await container.item("x", "s9").read()).statusCode, 404);
    assert.equal((await container.item("y", "s9").read()).statusCode, 404);
  });

  await check("key: a wrong one is 401", async () => {
    const stranger = new CosmosClient({ endpoint, key: Buffer.from("wrong").toString("base64") });
    assert.equal((await refused(stranger.database(database.id).read())).code, 401);
  });

  await database.delete();
}

/** A container with six orders of two cities and a composite index of city and number. */
async function filledOrders(database) {
  const { container } = await database.containers.create({
    id: "orders",
    partitionKey: { paths: ["/session"] },
    indexingPolicy: {
      includedPaths: [{ path: "/*" }],
      compositeIndexes: [[{ path: "/city", order: "ascending" }, { path: "/n", order: "ascending" }]],
    },
  });
  for (let n = 0; n < 6; n++) {
    const city = n % 2 === 0 ? "Oslo" : "Rome";
    await container.items.create({ id: `${n}`, session: `s${n}`, n, city, tags: ["all", city] });
  }
  return container;
}

/** What a change feed has until nothing is new, and where it ended. */
async function readFeed(iterator) {
  const changes = [];
  for (let page = await iterator.readNext(); ; page = await iterator.readNext()) {
    if (page.statusCode === 304) {
      return { changes, token: page.continuationToken };
    }
    changes.push(...page.result);
  }
}
