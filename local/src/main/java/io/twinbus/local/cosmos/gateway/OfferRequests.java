package io.twinbus.local.cosmos.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.local.cosmos.http.BadRequestException;
import io.twinbus.local.cosmos.http.Content;
import io.twinbus.local.cosmos.http.Json;
import io.twinbus.local.cosmos.http.Reply;
import io.twinbus.local.cosmos.http.Request;
import io.twinbus.local.cosmos.store.Container;
import io.twinbus.local.cosmos.store.Database;
import io.twinbus.local.cosmos.store.DocumentStore;
import io.twinbus.local.cosmos.store.ProvisionedThroughput;
import io.twinbus.local.cosmos.store.ResourceIds;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/** Requests about offers, as the service calls the throughput of a database or container. */
final class OfferRequests {
  private static final String MANUAL = "offerThroughput";
  private static final String AUTOSCALE = "offerAutopilotSettings";
  private static final double CHARGE = 2;

  private OfferRequests() {}

  /** The throughput that a request for a new database or container asks for. */
  static Optional<ProvisionedThroughput> asked(Request request) {
    String manual = request.header("x-ms-offer-throughput");
    String autoscale = request.header("x-ms-cosmos-offer-autopilot-settings");
    try {
      if (autoscale != null) {
        JsonNode settings = Json.read(autoscale);
        return Optional.of(new ProvisionedThroughput(settings.path("maxThroughput").asInt(), true));
      }
      return manual == null
          ? Optional.empty()
          : Optional.of(new ProvisionedThroughput(Integer.parseInt(manual), false));
    } catch (NumberFormatException e) {
      throw new BadRequestException("x-ms-offer-throughput is a number, not " + manual + ".");
    }
  }

  static Reply all(Request request, DocumentStore store) {
    boolean reads = request.is("GET") || QueryRequest.isAskedFor(request);
    return reads
        ? new DescriptionFeed("Offers", "", offers(store).stream().map(Offer::description).toList())
            .reply(request)
        : Router.unknown(request);
  }

  static Reply one(Request request, DocumentStore store, String resourceId) {
    Optional<Offer> found =
        offers(store).stream()
            .filter(offer -> offer.resourceId().equalsIgnoreCase(resourceId))
            .findFirst();
    if (found.isEmpty()) {
      return Reply.error(404, "There is no offer '" + resourceId + "'.");
    }
    return switch (request.verb()) {
      case "GET" -> described(found.get());
      case "PUT" -> {
        String ifMatch = request.header("if-match");
        if (ifMatch != null && !ifMatch.equals("*") && !ifMatch.equals(found.get().etag())) {
          yield Reply.error(
              412, "Offer '" + resourceId + "' has another version than the one asked for.");
        }
        found.get().change().accept(read(Json.readObject(request.body())));
        yield one(
            new Request("GET", request.path(), request.headers(), Content.NONE), store, resourceId);
      }
      default -> Router.unknown(request);
    };
  }

  private static Reply described(Offer offer) {
    return Reply.of(200, offer.description())
        .with("etag", offer.etag())
        .with("x-ms-cosmos-min-throughput", Integer.toString(offer.throughput().minimum()))
        .with("x-ms-offer-replace-pending", "false")
        .charged(CHARGE);
  }

  private static ProvisionedThroughput read(ObjectNode offer) {
    JsonNode content = offer.path("content");
    return content.path(AUTOSCALE).isObject()
        ? new ProvisionedThroughput(content.path(AUTOSCALE).path("maxThroughput").asInt(), true)
        : new ProvisionedThroughput(content.path(MANUAL).asInt(), false);
  }

  private static List<Offer> offers(DocumentStore store) {
    List<Offer> offers = new ArrayList<>();
    for (Database database : store.databases()) {
      database.throughput().ifPresent(given -> offers.add(Offer.of(database, given)));
      for (Container container : database.containers()) {
        container
            .state()
            .throughput()
            .ifPresent(given -> offers.add(Offer.of(database, container, given)));
      }
    }
    return offers;
  }

  /** The throughput of one database or container, and how to change it. */
  private record Offer(
      String resourceId,
      String link,
      String of,
      long createdAt,
      ProvisionedThroughput throughput,
      Consumer<ProvisionedThroughput> change) {

    static Offer of(Database database, ProvisionedThroughput throughput) {
      return new Offer(
          ResourceIds.offer(/* ofDatabase= */ true, database.number()),
          "dbs/" + database.resourceId() + "/",
          database.resourceId(),
          database.createdAt(),
          throughput,
          database::replace);
    }

    static Offer of(Database database, Container container, ProvisionedThroughput throughput) {
      return new Offer(
          ResourceIds.offer(/* ofDatabase= */ false, container.number()),
          container.selfLink(),
          container.resourceId(),
          container.createdAt(),
          throughput,
          next -> database.replace(container, next));
    }

    /** Another one for each throughput: what two versions have in common has one tag. */
    String etag() {
      return String.format(
          Locale.ROOT,
          "\"%08x-0000-0000-%04x-%012x\"",
          createdAt,
          throughput.autoscale() ? 1 : 0,
          throughput.requestUnits());
    }

    ObjectNode description() {
      ObjectNode offer =
          Json.object()
              .put("id", resourceId)
              .put("_rid", resourceId)
              .put("_self", "offers/" + resourceId + "/")
              .put("_etag", etag())
              .put("_ts", createdAt)
              .put("resource", link)
              .put("offerResourceId", of)
              .put("offerType", "Invalid")
              .put("offerVersion", "V2");
      ObjectNode content = offer.putObject("content");
      if (throughput.autoscale()) {
        // What it has scaled down to while nothing is asked of it.
        content.put(MANUAL, throughput.requestUnits() / 10);
        content.putObject(AUTOSCALE).put("maxThroughput", throughput.requestUnits());
      } else {
        content.put(MANUAL, throughput.requestUnits());
      }
      return offer;
    }
  }
}
