// What an application does with Service Bus and Cosmos DB, through Microsoft's JavaScript SDKs.
//
//   SERVICEBUS_CONNECTION_STRING   a namespace with a session queue "orders" and a queue "jobs"
//   COSMOS_ENDPOINT, COSMOS_KEY    an account; a database of its own is made and removed
import { finish } from "./checks.mjs";
import { checkCosmos } from "./cosmos.mjs";
import { checkQueue } from "./queue.mjs";
import { checkSessions } from "./sessions.mjs";

const { SERVICEBUS_CONNECTION_STRING, COSMOS_ENDPOINT, COSMOS_KEY } = process.env;

await checkQueue(SERVICEBUS_CONNECTION_STRING, "jobs");
await checkSessions(SERVICEBUS_CONNECTION_STRING, "orders");
await checkCosmos(COSMOS_ENDPOINT, COSMOS_KEY);
finish();
