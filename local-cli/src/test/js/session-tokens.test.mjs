// Session consistency: each container has session tokens of its own.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ConsistencyLevel, CosmosClient } from "@azure/cosmos";
import { atEnd, startStack } from "./stack.mjs";

test("the token of one container is not taken for that of another database's", async (context) => {
  const stack = await startStack("--ledger-consistency", "session");
  atEnd(context, () => stack.stop());
  const client = new CosmosClient({
    endpoint: stack.endpoint,
    key: stack.key,
    consistencyLevel: ConsistencyLevel.Session,
  });
  atEnd(context, () => client.dispose());
  const containers = [];
  for (const id of ["first", "second"]) {
    const { database } = await client.databases.create({ id });
    containers.push((await database.containers.create({ id: "items", partitionKey: "/id" })).container);
  }
  const [first, second] = containers;
  for (let n = 0; n < 20; n++) {
    await first.items.create({ id: `${n}` });
  }
  await second.items.create({ id: "one" });
  for (let n = 20; n < 40; n++) {
    await first.items.create({ id: `${n}` });
  }
  assert.equal((await second.item("one", "one").read()).statusCode, 200);
  assert.equal((await first.item("39", "39").read()).statusCode, 200);
});
