package io.twinbus.local.cosmos.gateway;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.local.cosmos.store.Container;
import io.twinbus.local.cosmos.store.ContainerDefinition;
import io.twinbus.local.cosmos.store.Database;
import java.util.List;
import java.util.Optional;

/** The way from a path to what it names. Thread-safe. */
final class Router {
  private final ItemRequests items;
  private final Throughput throughput;

  Router(ItemRequests items, Throughput throughput) {
    this.items = items;
    this.throughput = throughput;
  }

  Reply route(Request request, Work work, Seat seat) {
    List<String> path = request.path();
    if (path.isEmpty() || !path.get(0).equals("dbs")) {
      return unknown(request);
    }
    Optional<NotEmulated> refused = NotEmulated.at(path);
    if (refused.isPresent()) {
      return Reply.error(400, refused.get().sentence());
    }
    if (path.size() == 1) {
      return databases(request, seat);
    }
    return seat.store()
        .database(path.get(1))
        .map(database -> inDatabase(request, work, seat, database))
        .orElseGet(() -> Reply.error(404, "There is no database '" + path.get(1) + "'."));
  }

  private Reply inDatabase(Request request, Work work, Seat seat, Database database) {
    List<String> path = request.path();
    if (path.size() == 2) {
      return database(request, seat, database);
    }
    if (!path.get(2).equals("colls")) {
      return unknown(request);
    }
    if (path.size() == 3) {
      return containers(request, database);
    }
    return database
        .container(path.get(3))
        .map(container -> inContainer(request, work, seat.in(database), container))
        .orElseGet(() -> Reply.error(404, "There is no container '" + path.get(3) + "'."));
  }

  private Reply inContainer(Request request, Work work, Seat.InDatabase seat, Container container) {
    List<String> path = request.path();
    if (path.size() == 4) {
      return container(request, seat.database(), container);
    }
    if (path.size() == 5 && path.get(4).equals("pkranges")) {
      return PartitionLayout.reply(request, container);
    }
    if (!path.get(4).equals("docs") || path.size() > 6) {
      return unknown(request);
    }
    if (work.kind().isRead() && SessionToken.isAhead(request, container)) {
      return Reply.error(404, "The read session is not available for the given session token.")
          .with("x-ms-substatus", SessionToken.NOT_AVAILABLE);
    }
    String owner = "dbs/" + seat.database().id() + "/colls/" + container.definition().id();
    return throughput
        .metered(seat.region(), container, () -> items.reply(request, work, container))
        .with("x-ms-session-token", SessionToken.of(container))
        .with("lsn", Long.toString(container.sequence()))
        .with("x-ms-documentdb-partitionkeyrangeid", PartitionLayout.ONLY_RANGE)
        .with("x-ms-alt-content-path", owner)
        .with("x-ms-content-path", container.resourceId());
  }

  private static Reply databases(Request request, Seat seat) {
    return switch (request.verb()) {
      case "POST" -> createDatabase(request, seat);
      case "GET" -> Descriptions.databases(seat.store().databases());
      default -> unknown(request);
    };
  }

  private static Reply containers(Request request, Database database) {
    return switch (request.verb()) {
      case "POST" -> createContainer(request, database);
      case "GET" -> Descriptions.containers(database);
      default -> unknown(request);
    };
  }

  private static Reply createDatabase(Request request, Seat seat) {
    String id = Json.readObject(request.body()).path("id").asText("");
    if (id.isEmpty()) {
      return Reply.error(400, "A database needs an id.");
    }
    Optional<Database> created = seat.store().createDatabase(id);
    return created
        .map(database -> Descriptions.database(201, database))
        .orElseGet(() -> Reply.error(409, "There is a database '" + id + "' already."));
  }

  private static Reply createContainer(Request request, Database database) {
    ObjectNode source = Json.readObject(request.body());
    ContainerDefinition definition = ContainerDefinition.parse(source);
    return database
        .createContainer(definition)
        .map(container -> Descriptions.container(201, database, container))
        .orElseGet(
            () -> Reply.error(409, "There is a container '" + definition.id() + "' already."));
  }

  private static Reply database(Request request, Seat seat, Database database) {
    if (request.is("DELETE")) {
      seat.store().delete(database);
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
