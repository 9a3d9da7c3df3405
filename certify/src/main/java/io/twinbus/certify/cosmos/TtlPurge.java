package io.twinbus.certify.cosmos;

import io.twinbus.certify.check.Assumption;
import io.twinbus.certify.check.Check;
import io.twinbus.certify.check.Cost;
import io.twinbus.certify.check.Finding;
import io.twinbus.certify.check.LongTimes;
import io.twinbus.certify.check.Promise;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.util.Optional;

/** Tries whether an item is there for its time to live, and then neither read nor queried. */
final class TtlPurge implements Check<AccountBench, TtlPurge.Seen> {

  private static final String ID = "ttl-purge";
  private static final Duration BETWEEN = Duration.ofSeconds(2);

  /**
   * What reads and queries showed.
   *
   * @param wasThere whether both showed it when half of its time was over
   * @param readUntil when a read showed it last, since it was created; empty: not gone in time
   * @param queriedUntil the same for a query
   */
  record Seen(boolean wasThere, Optional<Duration> readUntil, Optional<Duration> queriedUntil) {}

  private final LongTimes times;

  TtlPurge(LongTimes times) {
    this.times = times;
  }

  @Override
  public Assumption assumption() {
    return new Assumption(
        ID,
        "An item is there for its whole time to live, and is gone within a minute after it, for"
            + " reads and for queries.",
        new Assumption.Reason(
            "Session records and leases end by it; commands and takeovers find them by queries.",
            Promise.AVAILABILITY,
            "Commands show sessions and receivers that are gone, or records end while their"
                + " session is at work.",
            AccountPage.TTL),
        times.timeToLive().plus(times.purge()).plusSeconds(120),
        Cost.requestUnits(400));
  }

  @Override
  public Seen observe(AccountBench bench) throws Exception {
    MonotonicTime begun = bench.now();
    AccountBench.Answer made =
        bench.create(ID, ID, "long", Math.toIntExact(times.timeToLive().toSeconds()));
    if (!made.isDone()) {
      throw new IllegalStateException("A plain write was answered with " + made.status() + ".");
    }
    bench.pauseFor(times.timeToLive().dividedBy(2));
    boolean wasThere = bench.read(ID, ID).isPresent() && bench.query(ID).contains(ID);
    bench.pauseFor(times.timeToLive().dividedBy(2));
    MonotonicTime end = begun.plus(times.timeToLive()).plus(times.purge());
    Optional<Duration> read = Optional.empty();
    Optional<Duration> queried = Optional.empty();
    while ((read.isEmpty() || queried.isEmpty()) && !bench.now().isAtOrAfter(end)) {
      if (read.isEmpty() && bench.read(ID, ID).isEmpty()) {
        read = Optional.of(bench.now().since(begun));
      }
      if (queried.isEmpty() && !bench.query(ID).contains(ID)) {
        queried = Optional.of(bench.now().since(begun));
      }
      bench.pauseFor(BETWEEN);
    }
    return new Seen(wasThere, read, queried);
  }

  @Override
  public Finding judge(Seen seen) {
    long seconds = times.timeToLive().toSeconds();
    if (!seen.wasThere()) {
      return Finding.broken(
          "An item with %d s to live was gone after half of them.".formatted(seconds));
    }
    if (seen.readUntil().isEmpty() || seen.queriedUntil().isEmpty()) {
      return Finding.broken(
          "A %s showed an item with %d s to live %d s after its end."
              .formatted(
                  seen.readUntil().isEmpty() ? "read" : "query",
                  seconds,
                  times.purge().toSeconds()));
    }
    return Finding.holds(
        "An item with %d s to live was gone for reads after %d s and for queries after %d s."
            .formatted(
                seconds,
                seen.readUntil().get().toSeconds(),
                seen.queriedUntil().get().toSeconds()));
  }
}
