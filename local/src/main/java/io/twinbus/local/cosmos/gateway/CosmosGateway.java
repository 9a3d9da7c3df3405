package io.twinbus.local.cosmos.gateway;

import io.twinbus.local.cosmos.faults.CosmosOperation;
import io.twinbus.local.cosmos.faults.FaultAction;
import io.twinbus.local.cosmos.faults.FaultInjector;
import io.twinbus.local.cosmos.gateway.Answer.Delivery;
import io.twinbus.local.cosmos.regions.Regions;
import io.twinbus.local.cosmos.sql.SqlException;
import io.twinbus.local.cosmos.store.PatchException;
import io.twinbus.local.faults.FaultPoint;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The account's front door.
 *
 * <ol>
 *   <li>A request without a valid signature, or asking for more consistency than the account has,
 *       is refused.
 *   <li>A fault may take it before anything is done.
 *   <li>It is carried out and counted.
 *   <li>A fault may take the reply of what succeeded.
 * </ol>
 *
 * <p>Thread-safe.
 */
public final class CosmosGateway {
  private final AccountKeys keys;
  private final Account account;
  private final FaultInjector faults;
  private final Meter meter = new Meter();
  private final Regions regions;
  private final RegionRouter router;

  /** A front door to these regions, which has spent no request units yet. */
  public CosmosGateway(
      AccountKeys keys,
      Account account,
      FaultInjector faults,
      Regions regions,
      RequestUnits requestUnits) {
    this.keys = keys;
    this.account = account;
    this.faults = faults;
    this.regions = regions;
    ItemRequests items = new ItemRequests(new RequestCharges(account.consistency()));
    Throughput throughput = new Throughput(requestUnits.perSecond(), requestUnits.clock());
    this.router = new RegionRouter(account, regions, new Router(items, throughput));
  }

  /** Carries out a request that came in at the account's own address: at the write region. */
  public Answer answer(Request request) {
    return answer(request, regions.writeRegion());
  }

  /** Carries out a request that came in at a region. */
  public Answer answer(Request request, String region) {
    CosmosOperation kind = RequestKind.of(request);
    Optional<Reply> refusal =
        keys.refusal(request, RequestKind.changes(request, kind))
            .or(() -> consistencyRefusal(request.header("x-ms-consistency-level")));
    return refusal.map(CosmosGateway::sent).orElseGet(() -> admitted(request, kind, region));
  }

  private Answer admitted(Request request, CosmosOperation operation, String region) {
    String partition = RequestKind.partition(request);
    Optional<FaultAction> before = faults.strike(operation, partition, FaultPoint.BEFORE_COMMIT);
    if (before.isPresent()) {
      return struck(before.get());
    }
    Reply reply = carryOut(request, operation, region);
    meter.count(operation, reply);
    return reply.status() >= 400
        ? sent(reply)
        : faults
            .strike(operation, partition, FaultPoint.AFTER_COMMIT)
            .map(CosmosGateway::struck)
            .orElseGet(() -> sent(reply));
  }

  /** What was asked and answered so far. */
  public RequestCounts counts() {
    return meter.counts();
  }

  private Reply carryOut(Request request, CosmosOperation operation, String region) {
    try {
      return router.route(request, operation, region);
    } catch (BadRequestException | SqlException | PatchException | IllegalArgumentException e) {
      return Reply.error(400, String.valueOf(e.getMessage()));
    }
  }

  private Optional<Reply> consistencyRefusal(@Nullable String asked) {
    if (asked == null) {
      return Optional.empty();
    }
    return Consistency.named(asked)
        .filter(level -> level.compareTo(account.consistency()) < 0)
        .map(
            level ->
                Reply.error(
                    400,
                    "The account's consistency is "
                        + account.consistency().wireName()
                        + ", weaker than "
                        + asked
                        + "."));
  }

  private static Answer struck(FaultAction action) {
    if (action instanceof FaultAction.Answer answer) {
      Reply reply =
          Reply.error(answer.status(), "A fault was injected here.")
              .with("x-ms-substatus", Integer.toString(answer.substatus()));
      boolean wait = answer.status() == 429 || answer.status() == 449;
      return sent(
          wait
              ? reply.with("x-ms-retry-after-ms", Integer.toString(answer.retryAfterMillis()))
              : reply);
    }
    Delivery delivery = action instanceof FaultAction.Drop ? Delivery.DROP : Delivery.HANG;
    return new Answer(delivery, Reply.empty(503));
  }

  private static Answer sent(Reply reply) {
    return new Answer(Delivery.SEND, reply);
  }
}
