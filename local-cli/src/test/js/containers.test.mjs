// Databases and containers: their definitions, and what belongs to a whole container.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { ChangeFeedStartFrom, CosmosClient } from "@azure/cosmos";
import { atEnd, refused, startStack } from "./stack.mjs";

const stack = await startStack();
const client = new CosmosClient({ endpoint: stack.endpoint, key: stack.key });
const { database } = await client.databases.createIfNotExists({ id: "checks" });

test("query: aggregates, groups, joins and several sort keys over all partitions", async () => {
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

test("unique key: a second item with its value is a conflict in its partition", async () => {
  const { container: people } = await database.containers.create({
    id: "people",
    partitionKey: { paths: ["/session"] },
    uniqueKeyPolicy: { uniqueKeys: [{ paths: ["/email"] }] },
  });
  await people.items.create({ id: "a", session: "s", email: "x" });
  assert.equal((await refused(people.items.create({ id: "b", session: "s", email: "x" }))).code, 409);
  await people.items.create({ id: "b", session: "t", email: "x" });
});

test("change feed: latest versions, then what was written since", async () => {
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

test("metadata: databases and containers are found by queries", async () => {
  await database.containers.createIfNotExists({ id: "records", partitionKey: "/session" });
  const byId = (id) => ({ query: "SELECT * FROM c WHERE c.id = @id", parameters: [{ name: "@id", value: id }] });
  const found = await client.databases.query(byId(database.id)).fetchAll();
  assert.deepEqual(found.resources.map((one) => one.id), [database.id]);
  const containers = await database.containers.query(byId("records")).fetchAll();
  assert.deepEqual(containers.resources.map((one) => one.id), ["records"]);
});

test("metadata: a container is replaced and given throughput", async () => {
  const { container } = await database.containers.createIfNotExists({ id: "changed", partitionKey: "/session" });
  const { resource } = await container.read();
  assert.equal((await container.replace({ ...resource, defaultTtl: 900 })).resource.defaultTtl, 900);
  const { offer, resource: given } = await container.readOffer();
  assert.equal(given.content.offerThroughput, 400);
  given.content.offerThroughput = 600;
  await offer.replace(given);
  const changed = (await container.readOffer()).resource;
  assert.equal(changed.content.offerThroughput, 600);
  assert.notEqual(changed._etag, given._etag);
  // An offer is found by its self link, and leads back to its container by that one's.
  assert.equal((await client.offer(changed.id).read()).resource._self, changed._self);
  assert.equal(changed.resource, resource._self);
});

test("metadata: an indexing policy is shown as the service completes it", async () => {
  const { resource } = await database.containers.create({
    id: "indexed",
    partitionKey: "/session",
    indexingPolicy: { includedPaths: [{ path: "/" }], excludedPaths: [{ path: "/big/*" }] },
  });
  const excluded = resource.indexingPolicy.excludedPaths.map((one) => one.path);
  assert.deepEqual(excluded, ["/big/*", '/"_etag"/?']);
});

test("metadata: a definition that the service refuses is 400", async () => {
  const create = (definition) => database.containers.create({ id: "none", partitionKey: "/session", ...definition });
  const oneOfOne = { compositeIndexes: [[{ path: "/city", order: "ascending" }]] };
  for (const definition of [{ defaultTtl: "hello" }, { defaultTtl: null }, { indexingPolicy: oneOfOne }]) {
    assert.equal((await refused(create(definition))).code, 400);
  }
});

test("headers: an activity, a query's metrics and the index's progress are told", async () => {
  const { container } = await database.containers.createIfNotExists({ id: "told", partitionKey: "/session" });
  const written = await container.items.create({ id: "a", session: "s" });
  assert.match(written.activityId, /^[0-9a-f-]{36}$/);
  const page = await container.items.query("SELECT * FROM c", { populateQueryMetrics: true }).fetchNext();
  assert.equal(page.queryMetrics["0"].outputDocumentCount, 1);
  const { headers } = await container.read({ populateQuotaInfo: true });
  assert.equal(headers["x-ms-documentdb-collection-index-transformation-progress"], "100");
  assert.match(headers["x-ms-resource-quota"], /documentsCount=-1;/);
  assert.match(headers["x-ms-resource-usage"], /documentsCount=1;/);
  const { headers: refusal } = await refused(container.items.create({ id: "a", session: "s" }));
  assert.match(refusal["x-ms-activity-id"], /^[0-9a-f-]{36}$/);
});

test("refusals: what is not emulated says so", async () => {
  const { container } = await database.containers.createIfNotExists({ id: "plain", partitionKey: "/session" });
  const refusals = [
    [() => container.scripts.storedProcedures.create({ id: "p", body: "function () {}" }), "Stored procedures are not"],
    [() => container.scripts.triggers.create({ id: "t", body: "", triggerType: "Pre", triggerOperation: "All" }), "Triggers are"],
    [() => container.scripts.userDefinedFunctions.create({ id: "f", body: "function () {}" }), "User-defined functions are"],
    [() => database.users.create({ id: "u" }), "Users and permissions are not emulated"],
    [() => container.conflicts.readAll().fetchAll(), "The conflict feed is not emulated"],
  ];
  for (const [request, sentence] of refusals) {
    const { code, message } = await refused(request());
    assert.equal(code, 400, sentence);
    assert.ok(message.includes(sentence), message);
  }
});

test("key: a wrong one is 401", async (context) => {
  const stranger = new CosmosClient({ endpoint: stack.endpoint, key: Buffer.from("wrong").toString("base64") });
  atEnd(context, () => stranger.dispose());
  assert.equal((await refused(stranger.database(database.id).read())).code, 401);
});

after(async () => {
  await database.delete();
  client.dispose();
  await stack.stop();
});

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
