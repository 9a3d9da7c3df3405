package io.twinbus.ops.ledger;

import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.HandlerVitals;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.InstanceStats;
import io.twinbus.ledger.InstanceVitals;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.store.BeatsOutcome;
import io.twinbus.protocol.RegionName;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One receiver instance as operators see it: its lease, and what it tells about itself, which is up
 * to ten seconds old.
 *
 * <p>Immutable and thread-safe.
 *
 * @param sign its latest beat
 * @param told what it told last
 */
public record InstanceView(BeatsOutcome.Beat sign, InstanceVitals told) {

  private static final RegionName UNKNOWN = new RegionName("unknown");

  /** An instance that has a lease and has told nothing yet. */
  static InstanceView silent(BeatsOutcome.Beat sign) {
    return new InstanceView(
        sign,
        new InstanceVitals(
            sign.instance(),
            UNKNOWN,
            sign.at(),
            InstanceStats.UNKNOWN,
            WriteMark.of(new WriteId("none"), sign.at())));
  }

  /** The instance. */
  public InstanceId instance() {
    return sign.instance();
  }

  /** Its region. */
  public RegionName region() {
    return told.region();
  }

  /** Its beat. */
  public long beat() {
    return sign.beat();
  }

  /** Its wall time at the latest beat. */
  public Instant beatAt() {
    return sign.at();
  }

  /** Its wall time at its start. */
  public Instant startedAt() {
    return told.startedAt();
  }

  /** Its state and its counts. */
  public InstanceStats stats() {
    return told.stats();
  }

  /** Whether the handler of one of its queues is away. */
  public boolean isHandlerAway() {
    return stats().state() == InstanceStats.State.HANDLER_AWAY || away().findAny().isPresent();
  }

  /** Whether the handler of {@code queue} is away. */
  public boolean isHandlerAway(EntityKey queue) {
    return away().anyMatch(handler -> handler.queue().equals(queue));
  }

  /**
   * Why its handler is away, in brackets behind a space, with the queue where it has several; empty
   * where it is not, or says nothing.
   */
  public String handlerReason() {
    boolean isOne = stats().handlers().size() == 1;
    String reasons =
        away()
            .filter(handler -> !handler.reason().isEmpty())
            .map(handler -> isOne ? handler.reason() : handler.queue() + ": " + handler.reason())
            .collect(Collectors.joining("; "));
    return reasons.isEmpty() ? "" : " (%s)".formatted(reasons);
  }

  private Stream<HandlerVitals> away() {
    return stats().handlers().stream()
        .filter(handler -> handler.state() == HandlerVitals.State.AWAY);
  }

  /** Its wall time when it told them. */
  public Instant toldAt() {
    return told.stamp().at();
  }

  /** Whether its latest beat is younger than {@code lease} at {@code now}. */
  public boolean isFresh(Duration lease, Instant now) {
    return Duration.between(beatAt(), now).compareTo(lease) < 0;
  }
}
