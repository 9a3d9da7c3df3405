package io.twinbus.local.cosmos.gateway;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.local.cosmos.http.Json;
import io.twinbus.local.cosmos.http.Reply;
import io.twinbus.local.cosmos.http.Request;
import io.twinbus.local.cosmos.store.Container;
import io.twinbus.local.cosmos.store.ContainerDefinition;
import io.twinbus.local.cosmos.store.Database;
import java.util.Comparator;
import java.util.List;

/** Requests about containers: create, read, list, query, replace, delete. */
final class ContainerRequests {
  private static final double CREATION = 4.95;
  private static final double REPLACEMENT = 10;
  private static final double READ = 2;

  private ContainerRequests() {}

  static Reply all(Request request, Database database) {
    if (request.is("POST") && !QueryRequest.isAskedFor(request)) {
      return create(request, database);
    }
    if (!request.is("POST") && !request.is("GET")) {
      return Router.unknown(request);
    }
    List<ObjectNode> containers =
        database.containers().stream()
            .sorted(Comparator.comparingInt(Container::number))
            .map(Descriptions::of)
            .toList();
    return new DescriptionFeed("DocumentCollections", database.resourceId(), containers)
        .reply(request)
        .with("x-ms-alt-content-path", "dbs/" + database.id());
  }

  static Reply one(Request request, Database database, Container container) {
    return switch (request.verb()) {
      case "DELETE" -> {
        database.delete(container);
        yield Reply.empty(204);
      }
      case "PUT" -> replace(request, database, container);
      case "GET" -> described(200, database, container, READ);
      default -> Router.unknown(request);
    };
  }

  private static Reply create(Request request, Database database) {
    ContainerDefinition definition = definition(request);
    return database
        .createContainer(definition, OfferRequests.asked(request))
        .map(container -> described(201, database, container, CREATION))
        .orElseGet(
            () -> Reply.error(409, "There is a container '" + definition.id() + "' already."));
  }

  private static Reply replace(Request request, Database database, Container container) {
    String ifMatch = request.header("if-match");
    if (ifMatch != null && !ifMatch.equals("*") && !ifMatch.equals(Descriptions.etag(container))) {
      return Reply.error(
          412,
          "Container '"
              + container.definition().id()
              + "' has another version than the one asked for.");
    }
    database.replace(container, definition(request));
    return described(200, database, container, REPLACEMENT);
  }

  private static ContainerDefinition definition(Request request) {
    ObjectNode source = Json.readObject(request.body());
    NotEmulated.COMPUTED_PROPERTIES.refuseWhere(!source.path("computedProperties").isEmpty());
    NotEmulated.MATERIALIZED_VIEWS.refuseWhere(
        source.path("materializedViewDefinition").isObject());
    NotEmulated.VECTORS_AND_TEXT.refuseWhere(
        source.path("vectorEmbeddingPolicy").isObject()
            || source.path("fullTextPolicy").isObject());
    return ContainerDefinition.parse(source);
  }

  private static Reply described(
      int status, Database database, Container container, double charge) {
    return Reply.of(status, Descriptions.of(container))
        .with("etag", Descriptions.etag(container))
        .with("x-ms-alt-content-path", "dbs/" + database.id())
        .with("x-ms-content-path", database.resourceId())
        // An index is made when a query first asks for it, and complete at once.
        .with("x-ms-documentdb-collection-index-transformation-progress", "100")
        .with("x-ms-resource-quota", StorageQuota.ALLOWED)
        .with("x-ms-resource-usage", StorageQuota.usage(container.size()))
        .charged(charge);
  }
}
