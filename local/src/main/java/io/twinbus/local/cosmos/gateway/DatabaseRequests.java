package io.twinbus.local.cosmos.gateway;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.local.cosmos.store.Database;
import io.twinbus.local.cosmos.store.DocumentStore;
import java.util.Comparator;
import java.util.List;

/** Requests about databases: create, read, list, query, delete. */
final class DatabaseRequests {
  private static final double CREATION = 4.95;
  private static final double READ = 2;

  private DatabaseRequests() {}

  static Reply all(Request request, DocumentStore store) {
    if (request.is("POST") && !QueryRequest.isAskedFor(request)) {
      return create(request, store);
    }
    if (!request.is("POST") && !request.is("GET")) {
      return Router.unknown(request);
    }
    List<ObjectNode> databases =
        store.databases().stream()
            .sorted(Comparator.comparingInt(Database::number))
            .map(Descriptions::of)
            .toList();
    return new DescriptionFeed("Databases", "", databases).reply(request);
  }

  static Reply one(Request request, DocumentStore store, Database database) {
    if (request.is("DELETE")) {
      store.delete(database);
      return Reply.empty(204);
    }
    return request.is("GET") ? described(200, database, READ) : Router.unknown(request);
  }

  private static Reply create(Request request, DocumentStore store) {
    String id = Json.readObject(request.body()).path("id").asText("");
    if (id.isEmpty()) {
      return Reply.error(400, "A database needs an id.");
    }
    return store
        .createDatabase(id, OfferRequests.asked(request))
        .map(database -> described(201, database, CREATION))
        .orElseGet(() -> Reply.error(409, "There is a database '" + id + "' already."));
  }

  private static Reply described(int status, Database database, double charge) {
    return Reply.of(status, Descriptions.of(database))
        .with("etag", Descriptions.etag(database))
        .charged(charge);
  }
}
