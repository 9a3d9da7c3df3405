package io.twinbus.local.cosmos.gateway;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.local.cosmos.faults.CosmosOperation;
import io.twinbus.local.cosmos.store.Container;
import io.twinbus.local.cosmos.store.ContainerDefinition;
import io.twinbus.local.cosmos.store.Database;
import io.twinbus.local.cosmos.store.DocumentStore;
import java.util.List;
import java.util.Optional;

/** The way from a path to what it names. Thread-safe. */
final class Router {
  private final Account account;
  private final DocumentStore store;
  private final ItemRequests items;

  Router(Account account, DocumentStore store) {
    this.account = account;
    this.store = store;
    this.items = new ItemRequests(new RequestCharges(account.consistency()));
  }

  Reply route(Request request, CosmosOperation operation) {
    List<String> path = request.path();
    if (path.isEmpty() && request.is("GET")) {
      return Reply.of(200, account.document());
    }
    if (path.isEmpty() || !path.get(0).equals("dbs")) {
      return unknown(request);
    }
    if (path.size() == 1) {
      return request.is("POST") ? createDatabase(request) : unknown(request);
    }
    return store
        .database(path.get(1))
        .map(database -> inDatabase(request, operation, database))
        .orElseGet(() -> Reply.error(404, "There is no database '" + path.get(1) + "'."));
  }

  private Reply inDatabase(Request request, CosmosOperation operation, Database database) {
    List<String> path = request.path();
    if (path.size() == 2) {
      return database(request, database);
    }
    if (!path.get(2).equals("colls")) {
      return unknown(request);
    }
    if (path.size() == 3) {
      return request.is("POST") ? createContainer(request, database) : unknown(request);
    }
    return database
        .container(path.get(3))
        .map(container -> inContainer(request, operation, database, container))
        .orElseGet(() -> Reply.error(404, "There is no container '" + path.get(3) + "'."));
  }

  private Reply inContainer(
      Request request, CosmosOperation operation, Database database, Container container) {
    List<String> path = request.path();
    if (path.size() == 4) {
      return container(request, database, container);
    }
    if (path.size() == 5 && path.get(4).equals("pkranges")) {
      return PartitionLayout.reply(request, container);
    }
    if (!path.get(4).equals("docs") || path.size() > 6) {
      return unknown(request);
    }
    String owner = "dbs/" + database.id() + "/colls/" + container.definition().id();
    return items
        .reply(request, operation, container)
        .with("x-ms-session-token", "0:-1#" + container.sequence())
        .with("lsn", Long.toString(container.sequence()))
        .with("x-ms-documentdb-partitionkeyrangeid", PartitionLayout.ONLY_RANGE)
        .with("x-ms-alt-content-path", owner)
        .with("x-ms-content-path", container.resourceId());
  }

  private Reply createDatabase(Request request) {
    String id = Json.readObject(request.body()).path("id").asText("");
    if (id.isEmpty()) {
      return Reply.error(400, "A database needs an id.");
    }
    Optional<Database> created = store.createDatabase(id);
    return created
        .map(database -> Descriptions.database(201, database))
        .orElseGet(() -> Reply.error(409, "There is a database '" + id + "' already."));
  }

  private Reply createContainer(Request request, Database database) {
    ObjectNode source = Json.readObject(request.body());
    ContainerDefinition definition = ContainerDefinition.parse(source);
    return database
        .createContainer(definition)
        .map(container -> Descriptions.container(201, database, container))
        .orElseGet(
            () -> Reply.error(409, "There is a container '" + definition.id() + "' already."));
  }

  private Reply database(Request request, Database database) {
    if (request.is("DELETE")) {
      store.delete(database);
      return Reply.empty(204);
    }
    return request.is("GET") ? Descriptions.database(200, database) : unknown(request);
  }

  private static Reply container(Request request, Database database, Container container) {
    if (request.is("DELETE")) {
      database.delete(container);
      return Reply.empty(204);
    }
    return request.is("GET") ? Descriptions.container(200, database, container) : unknown(request);
  }

  private static Reply unknown(Request request) {
    return Reply.error(
        400, request.verb() + " /" + String.join("/", request.path()) + " is not served here.");
  }
}
