package io.twinbus.local.cosmos.gateway;

import io.twinbus.local.cosmos.faults.CosmosOperation;
import io.twinbus.local.cosmos.faults.FaultAction;
import io.twinbus.local.cosmos.faults.FaultInjector;
import io.twinbus.local.cosmos.gateway.Answer.Delivery;
import io.twinbus.local.cosmos.sql.SqlException;
import io.twinbus.local.cosmos.store.DocumentStore;
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
  private final MasterKey key;
  private final Account account;
  private final FaultInjector faults;
  private final Meter meter = new Meter();
  private final Router router;

  /** A front door to these documents. */
  public CosmosGateway(MasterKey key, Account account, FaultInjector faults, DocumentStore store) {
    this.key = key;
    this.account = account;
    this.faults = faults;
    this.router = new Router(account, store);
  }

  /** Carries out a request. */
  public Answer answer(Request request) {
    if (!key.signed(request)) {
      return sent(
          Reply.error(
              401, "The authorization token is missing or was not made with this account's key."));
    }
    String refusal = consistencyRefusal(request.header("x-ms-consistency-level"));
    if (refusal != null) {
      return sent(Reply.error(400, refusal));
    }
    CosmosOperation operation = RequestKind.of(request);
    String partition = RequestKind.partition(request);
    Optional<FaultAction> before = faults.strike(operation, partition, FaultPoint.BEFORE_COMMIT);
    if (before.isPresent()) {
      return struck(before.get());
    }
    Reply reply = carryOut(request, operation);
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

  private Reply carryOut(Request request, CosmosOperation operation) {
    try {
      return router.route(request, operation);
    } catch (BadRequestException | SqlException | PatchException | IllegalArgumentException e) {
      return Reply.error(400, String.valueOf(e.getMessage()));
    }
  }

  private @Nullable String consistencyRefusal(@Nullable String asked) {
    if (asked == null) {
      return null;
    }
    return Consistency.named(asked)
        .filter(level -> level.compareTo(account.consistency()) < 0)
        .map(
            level ->
                "The account's consistency is "
                    + account.consistency().wireName()
                    + ", weaker than "
                    + asked
                    + ".")
        .orElse(null);
  }

  private static Answer struck(FaultAction action) {
    if (action instanceof FaultAction.Answer answer) {
      Reply reply =
          Reply.error(answer.status(), "A fault was injected here.")
              .with("x-ms-substatus", Integer.toString(answer.substatus()));
      return sent(answer.status() == 429 ? reply.with("x-ms-retry-after-ms", "10") : reply);
    }
    Delivery delivery = action instanceof FaultAction.Drop ? Delivery.DROP : Delivery.HANG;
    return new Answer(delivery, Reply.empty(503));
  }

  private static Answer sent(Reply reply) {
    return new Answer(Delivery.SEND, reply);
  }
}
