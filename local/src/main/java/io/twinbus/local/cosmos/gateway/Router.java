package io.twinbus.local.cosmos.gateway;

import io.twinbus.local.cosmos.http.Reply;
import io.twinbus.local.cosmos.http.Request;
import io.twinbus.local.cosmos.store.Container;
import io.twinbus.local.cosmos.store.Database;
import java.util.List;
import java.util.Optional;

/** The way from a path to what it names. Thread-safe. */
final class Router {
  private final ItemRequests items;
  private final RequestRates rates;

  Router(ItemRequests items, RequestRates rates) {
    this.items = items;
    this.rates = rates;
  }

  Reply route(Request request, Work work, Seat seat) {
    List<String> path = request.path();
    String root = path.isEmpty() ? "" : path.get(0);
    if (root.equals("offers") && path.size() <= 2) {
      return path.size() == 1
          ? OfferRequests.all(request, seat.store())
          : OfferRequests.one(request, seat.store(), path.get(1));
    }
    if (!root.equals("dbs")) {
      return unknown(request);
    }
    if (path.size() == 1) {
      return DatabaseRequests.all(request, seat.store());
    }
    Optional<NotEmulated> refused = NotEmulated.at(path);
    if (refused.isPresent()) {
      return Reply.error(400, refused.get().sentence());
    }
    return seat.store()
        .database(path.get(1))
        .map(database -> inDatabase(request, work, seat, database))
        .orElseGet(() -> Reply.error(404, "There is no database '" + path.get(1) + "'."));
  }

  private Reply inDatabase(Request request, Work work, Seat seat, Database database) {
    List<String> path = request.path();
    if (path.size() == 2) {
      return DatabaseRequests.one(request, seat.store(), database);
    }
    if (!path.get(2).equals("colls")) {
      return unknown(request);
    }
    if (path.size() == 3) {
      return ContainerRequests.all(request, database);
    }
    return database
        .container(path.get(3))
        .map(container -> inContainer(request, work, seat.in(database), container))
        .orElseGet(() -> Reply.error(404, "There is no container '" + path.get(3) + "'."));
  }

  private Reply inContainer(Request request, Work work, Seat.InDatabase seat, Container container) {
    List<String> path = request.path();
    if (path.size() == 4) {
      return ContainerRequests.one(request, seat.database(), container);
    }
    if (path.size() == 5 && path.get(4).equals("pkranges")) {
      return PartitionLayout.reply(request, container);
    }
    boolean ofItems = path.get(4).equals("docs") && path.size() <= 6;
    if (!ofItems && !RequestKind.isPartitionDelete(request)) {
      return unknown(request);
    }
    if (work.kind().isRead() && SessionToken.isAhead(request, container)) {
      return Reply.error(404, "The read session is not available for the given session token.")
          .with("x-ms-substatus", SessionToken.NOT_AVAILABLE);
    }
    String owner = "dbs/" + seat.database().id() + "/colls/" + container.definition().id();
    RequestBudget budget = rates.budget(seat.region(), container);
    long waitMillis = budget.waitMillis();
    Reply reply =
        waitMillis > 0
            ? RequestRates.refusal(waitMillis)
            : items.reply(request, work, container, budget);
    return reply
        .with("x-ms-session-token", SessionToken.of(container))
        .with("lsn", Long.toString(container.sequence()))
        .with("x-ms-documentdb-partitionkeyrangeid", PartitionLayout.ONLY_RANGE)
        .with("x-ms-alt-content-path", owner)
        .with("x-ms-content-path", container.resourceId());
  }

  static Reply unknown(Request request) {
    return Reply.error(
        400, request.verb() + " /" + String.join("/", request.path()) + " is not served here.");
  }
}
