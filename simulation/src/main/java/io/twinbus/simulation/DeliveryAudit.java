package io.twinbus.simulation;

import static io.twinbus.simulation.InvariantViolated.require;

import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.StreamId;
import io.twinbus.sender.message.CopyStatus;
import io.twinbus.sender.message.DeliveryStatus;
import io.twinbus.sender.message.GiveUpReason;
import io.twinbus.sender.message.RegionFailure;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** Looks at what one producer's application is told of each region: it is so, and has a cause. */
final class DeliveryAudit {

  /** A breaker that a trouble before has opened pauses for this long at most. */
  private static final Duration BREAKER_PAUSE = Duration.ofSeconds(5);

  private final World world;
  private final String name;
  private final Keeping.Kind keeping;
  private final Collection<Account> accounts;
  private final Map<StreamId, Duration> failedAt = new HashMap<>();

  /** {@code accounts}: of all that was submitted to the producer, now and later. */
  DeliveryAudit(World world, String name, Keeping.Kind keeping, Collection<Account> accounts) {
    this.world = world;
    this.name = name;
    this.keeping = keeping;
    this.accounts = accounts;
  }

  /** What the application is told of each region is so. */
  void isTrue(Account account, SentMessage message, DeliveryStatus delivery) {
    delivery
        .regions()
        .forEach(
            (region, status) -> {
              boolean has = message.takenBy.contains(region);
              RegionFailure failure = delivery.failures().get(region);
              require(
                  switch (status) {
                    case ACCEPTED -> has;
                    case GAVE_UP ->
                        !has
                            || account.cameBack // an earlier sender may have brought it there
                            || Objects.requireNonNull(failure).mayHaveBeenAccepted();
                    case PENDING -> true;
                    case KEPT -> keeping == Keeping.Kind.JOURNAL;
                  },
                  Invariant.P1_NO_LOSS,
                  () ->
                      "%s says %s of %s in %s, which %s it"
                          .formatted(name, status, message, region, has ? "has" : "lacks"));
              if (status == CopyStatus.GAVE_UP) {
                world.ground().score().count("gave up " + Objects.requireNonNull(failure).reason());
              }
            });
  }

  /** Nothing times out in a region that has been well all along. */
  void timedOutForACause(Account account, DeliveryStatus delivery) {
    SentMessage message = Objects.requireNonNull(account.message);
    Duration now = world.ground().timeline().now();
    Duration failedBefore = failedAt.put(message.position().stream(), now);
    if (waitsForAnother(message)
        || (failedBefore != null && failedBefore.compareTo(account.submittedAt) >= 0)) {
      return; // it may have waited for that predecessor until its own time was over
    }
    Duration since = account.submittedAt.minus(BREAKER_PAUSE);
    delivery
        .failures()
        .forEach(
            (region, failure) ->
                require(
                    failure.reason() != GiveUpReason.TIMED_OUT || wasInTrouble(region, since),
                    Invariant.P6_AVAILABILITY,
                    () ->
                        "%s gave up %s in %s, which has been well"
                            .formatted(name, message, region)));
  }

  private boolean waitsForAnother(SentMessage message) {
    for (long seq = message.position().seq() - 1; seq > 0; seq--) {
      SentMessage before = world.messages().inStreamOf(message, seq);
      if (before != null && !before.failed) {
        // what an earlier sender had brought to a region is safe for this one when it has, too
        return !before.accepted
            || accounts.stream().anyMatch(each -> each.message == before && !each.answered);
      }
    }
    return false;
  }

  private boolean wasInTrouble(RegionName region, Duration since) {
    return world.broker(region).intake().troubledAt().compareTo(since) >= 0;
  }
}
