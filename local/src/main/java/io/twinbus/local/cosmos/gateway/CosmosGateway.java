package io.twinbus.local.cosmos.gateway;

import io.twinbus.local.cosmos.faults.CosmosOperation;
import io.twinbus.local.cosmos.faults.FaultAction;
import io.twinbus.local.cosmos.faults.FaultInjector;
import io.twinbus.local.cosmos.http.Answer;
import io.twinbus.local.cosmos.http.Answer.Delivery;
import io.twinbus.local.cosmos.http.BadRequestException;
import io.twinbus.local.cosmos.http.Reply;
import io.twinbus.local.cosmos.http.Request;
import io.twinbus.local.cosmos.regions.Regions;
import io.twinbus.local.cosmos.sql.SqlException;
import io.twinbus.local.cosmos.store.PatchException;
import io.twinbus.local.faults.FaultPoint;
import java.time.InstantSource;
import java.util.Optional;
import java.util.regex.Pattern;
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
 * <p>Of a bulk request each operation may be struck, and is counted, as if it had come alone.
 *
 * <p>Thread-safe.
 */
public final class CosmosGateway {
  private static final Pattern VERSION = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");
  private static final String NEWEST_VERSION = "2020-11-05";
  private static final int FIRST_ERROR = 400;

  private final AccountKeys keys;
  private final Account account;
  private final FaultInjector faults;
  private final LyingDoor lies;
  private final Meter meter = new Meter();
  private final Regions regions;
  private final RegionRouter router;

  /** A front door to these regions, which has spent no request units yet. */
  public CosmosGateway(
      AccountKeys keys,
      Account account,
      FaultInjector faults,
      Regions regions,
      InstantSource clock,
      RequestRates rates) {
    this.keys = keys;
    this.account = account;
    this.faults = faults;
    this.lies = new LyingDoor(faults, clock);
    this.regions = regions;
    ItemRequests items = new ItemRequests(new RequestCharges(account.consistency()), clock);
    this.router = new RegionRouter(account, regions, new Router(items, rates));
  }

  /** Carries out a request that came in at the account's own address: at the write region. */
  public Answer answer(Request request) {
    return answer(request, regions.writeRegion());
  }

  /** Carries out a request that came in at a region. */
  public Answer answer(Request request, String region) {
    Optional<NotEmulated> notEmulated = NotEmulated.before(request);
    if (notEmulated.isPresent()) {
      int status = notEmulated.get() == NotEmulated.TOKENS ? 401 : 400;
      return Answer.refused(status, notEmulated.get().sentence());
    }
    CosmosOperation kind = RequestKind.of(request);
    Optional<Reply> refusal =
        versionRefusal(request.header("x-ms-version"))
            .or(() -> keys.refusal(request, RequestKind.changes(request, kind)))
            .or(() -> consistencyRefusal(request.header("x-ms-consistency-level")));
    return refusal.map(Answer::sent).orElseGet(() -> admitted(request, kind, region));
  }

  private Answer admitted(Request request, CosmosOperation operation, String region) {
    String partition = RequestKind.partition(request);
    Optional<FaultAction> before = faults.strike(operation, partition, FaultPoint.BEFORE_COMMIT);
    if (before.isPresent()) {
      return struck(before.get());
    }
    if (operation == CosmosOperation.BATCH && BulkRun.isAskedFor(request)) {
      return bulk(request, region);
    }
    Reply truth = carryOut(lies.heard(request, operation), Work.of(lies.taken(operation)), region);
    boolean isWritten = region.equals(regions.writeRegion());
    Reply reply = lies.said(request, operation, isWritten, truth);
    meter.count(operation, RequestKind.container(request), reply);
    return reply.status() >= FIRST_ERROR
        ? Answer.sent(reply)
        : faults
            .strike(operation, partition, FaultPoint.AFTER_COMMIT)
            .map(action -> struck(action, reply))
            .orElseGet(() -> Answer.sent(reply));
  }

  private Answer bulk(Request request, String region) {
    BulkRun run;
    try {
      run = new BulkRun(BulkOperation.all(request.body()), faults);
    } catch (BadRequestException e) {
      Reply refusal = refusal(e);
      meter.count(CosmosOperation.BATCH, RequestKind.container(request), refusal);
      return Answer.sent(refusal);
    }
    Optional<FaultAction> before = run.strikeBefore();
    if (before.isPresent()) {
      return struck(before.get());
    }
    Reply reply = carryOut(request, Work.of(run), region);
    meter.countBulk(RequestKind.container(request), run.ended(reply), reply.charge());
    return reply.status() >= FIRST_ERROR
        ? Answer.sent(reply)
        : faults
            .strike(CosmosOperation.BATCH, null, FaultPoint.AFTER_COMMIT)
            .or(run::strikeAfter)
            .map(action -> struck(action, run.afterStrikes(reply)))
            .orElseGet(() -> Answer.sent(run.afterStrikes(reply)));
  }

  /** What was asked and answered so far. */
  public RequestCounts counts() {
    return meter.counts();
  }

  private Reply carryOut(Request request, Work work, String region) {
    try {
      return router.route(request, work, region);
    } catch (BadRequestException e) {
      return refusal(e);
    } catch (SqlException | PatchException | IllegalArgumentException e) {
      return Reply.error(400, String.valueOf(e.getMessage()));
    }
  }

  private static Optional<Reply> versionRefusal(@Nullable String asked) {
    boolean spoken =
        asked == null || (VERSION.matcher(asked).matches() && asked.compareTo(NEWEST_VERSION) <= 0);
    return spoken
        ? Optional.empty()
        : Optional.of(
            Reply.error(
                400,
                "The x-ms-version '%s' is not spoken here: ask for %s."
                    .formatted(asked, NEWEST_VERSION)));
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

  private static Reply refusal(BadRequestException e) {
    return Reply.error(e.status(), String.valueOf(e.getMessage()));
  }

  private static Answer struck(FaultAction action, Reply reply) {
    return action instanceof FaultAction.Late late
        ? Answer.late(reply, late.millis())
        : struck(action);
  }

  private static Answer struck(FaultAction action) {
    if (action instanceof FaultAction.Answer answer) {
      Reply reply =
          Reply.error(answer.status(), "A fault was injected here.")
              .with("x-ms-substatus", Integer.toString(answer.substatus()));
      return Answer.sent(
          answer.tellsToWait()
              ? reply.with("x-ms-retry-after-ms", Integer.toString(answer.retryAfterMillis()))
              : reply);
    }
    Delivery delivery = action instanceof FaultAction.Drop ? Delivery.DROP : Delivery.HANG;
    return Answer.taken(delivery);
  }
}
