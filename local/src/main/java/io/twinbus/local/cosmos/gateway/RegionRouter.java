package io.twinbus.local.cosmos.gateway;

import io.twinbus.local.cosmos.faults.CosmosOperation;
import io.twinbus.local.cosmos.http.BadRequestException;
import io.twinbus.local.cosmos.http.Reply;
import io.twinbus.local.cosmos.http.Request;
import io.twinbus.local.cosmos.regions.Regions;
import io.twinbus.local.cosmos.regions.WriteRefusal;
import io.twinbus.local.cosmos.store.DocumentStore;
import io.twinbus.local.cosmos.store.PatchException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The way from a region's door to its copy of the documents. Thread-safe. */
final class RegionRouter {
  private static final String WRITE_FORBIDDEN = "3";
  private static final String STRONG_WRITE_UNDONE = "21006";
  private static final int FIRST_ERROR = 400;

  private final Account account;
  private final Regions regions;
  private final Router router;

  RegionRouter(Account account, Regions regions, Router router) {
    this.account = account;
    this.regions = regions;
    this.router = router;
  }

  Reply route(Request request, Work work, String region) {
    if (request.path().isEmpty() && request.is("GET")) {
      return Reply.of(200, account.document(regions.names(), request));
    }
    if (account.serverless()
        && (request.path().get(0).equals("offers") || OfferRequests.asked(request).isPresent())) {
      return Reply.error(
          400, "Reading or replacing offers is not supported for serverless accounts.");
    }
    Optional<String> items = itemsOf(request, work, region);
    if (RequestKind.changes(request, work.kind())) {
      // An account that claims several write regions takes writes at all doors; the first region
      // does them.
      String written = account.multipleWriteRegions() ? regions.writeRegion() : region;
      Function<DocumentStore, Reply> writing =
          store -> router.route(request, work, new Seat(written, store));
      return items.isPresent()
          ? regions.writeItems(
              written, items.get(), writing, why -> refusedItems(why, request, work, region))
          : regions.write(written, writing, why -> refused(why, region));
    }
    if (!regions.isUp(region)) {
      return refused(WriteRefusal.DOWN, region);
    }
    return items.filter(container -> !regions.partitions().isServed(container, region)).isPresent()
        ? refused(WriteRefusal.PARTITION_LOST, region)
        : regions.read(region, store -> router.route(request, work, new Seat(region, store)));
  }

  /**
   * The name of the container whose items a request is about; empty: it is about something else.
   */
  private Optional<String> itemsOf(Request request, Work work, String region) {
    List<String> path = request.path();
    if (path.size() < 5
        || (work.kind() == CosmosOperation.METADATA && !RequestKind.isPartitionDelete(request))) {
      return Optional.empty();
    }
    return Optional.of(
        regions.read(
            region,
            store ->
                store
                    .database(path.get(1))
                    .flatMap(database -> database.container(path.get(3)))
                    .map(container -> container.definition().id())
                    .orElse(path.get(3))));
  }

  private Reply refusedItems(WriteRefusal refusal, Request request, Work work, String region) {
    if (refusal == WriteRefusal.NO_QUORUM) {
      Work later = work.again();
      itemsOf(request, work, region)
          .ifPresent(
              container ->
                  regions.mayLandLater(
                      container, store -> lands(request, later, new Seat(region, store))));
    }
    return refused(refusal, region);
  }

  /** Nobody hears the answer; what is wrong with the request, its client was not told either. */
  private boolean lands(Request request, Work work, Seat seat) {
    try {
      return router.route(request, work, seat).status() < FIRST_ERROR;
    } catch (BadRequestException | PatchException | IllegalArgumentException e) {
      return false;
    }
  }

  private static Reply refused(WriteRefusal refusal, String region) {
    return switch (refusal) {
      case NOT_THE_WRITE_REGION ->
          Reply.error(403, "The requested operation cannot be performed at region " + region + ".")
              .with("x-ms-substatus", WRITE_FORBIDDEN);
      case NO_QUORUM ->
          Reply.error(503, "Too few regions are there to take a strongly consistent write.")
              .with("x-ms-substatus", STRONG_WRITE_UNDONE);
      case DOWN -> Reply.error(503, "Region " + region + " is not there.");
      case PARTITION_LOST -> Reply.error(503, "Region " + region + " has lost the partition.");
    };
  }
}
