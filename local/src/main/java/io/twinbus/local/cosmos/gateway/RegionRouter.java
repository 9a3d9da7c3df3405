package io.twinbus.local.cosmos.gateway;

import io.twinbus.local.cosmos.http.BadRequestException;
import io.twinbus.local.cosmos.http.Reply;
import io.twinbus.local.cosmos.http.Request;
import io.twinbus.local.cosmos.regions.Regions;
import io.twinbus.local.cosmos.regions.WriteRefusal;
import io.twinbus.local.cosmos.store.PatchException;

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
    if (RequestKind.changes(request, work.kind())) {
      // An account that claims several write regions takes writes at all doors; the first region
      // does them.
      String written = account.multipleWriteRegions() ? regions.writeRegion() : region;
      return regions.write(
          written,
          store -> router.route(request, work, new Seat(written, store)),
          refusal -> {
            if (refusal == WriteRefusal.NO_QUORUM && work.kind().isWrite()) {
              Work later = work.again();
              regions.mayLandLater(store -> lands(request, later, new Seat(written, store)));
            }
            return refused(refusal, region);
          });
    }
    return regions.isUp(region)
        ? regions.read(region, store -> router.route(request, work, new Seat(region, store)))
        : refused(WriteRefusal.DOWN, region);
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
    };
  }
}
