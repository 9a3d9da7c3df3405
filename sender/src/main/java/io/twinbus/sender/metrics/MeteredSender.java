package io.twinbus.sender.metrics;

import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.sender.DelegatingSender;
import io.twinbus.sender.Sender;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.message.Receipt;
import io.twinbus.sender.statistics.BreakerState;
import io.twinbus.sender.statistics.CloseReport;
import io.twinbus.sender.statistics.JournalStatistics;
import io.twinbus.sender.statistics.RegionStatistics;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.ToLongFunction;

/** A sender that reports its figures and times its receipts. */
final class MeteredSender extends DelegatingSender {

  private final SenderMeters meters;
  private final Timer acknowledged;
  private final Timer failed;

  MeteredSender(Sender inner, SenderMeters meters, ClusterSettings cluster) {
    super(inner);
    this.meters = meters;
    Tags entity = Tags.of("entity", cluster.entity().name());
    String what = "how long a message waited for its receipt, or for its failure";
    this.acknowledged = meters.timer("receipt", what, entity.and("outcome", "acknowledged"));
    this.failed = meters.timer("receipt", what, entity.and("outcome", "failed"));
    own(entity);
    cluster.regionNames().forEach(region -> ofRegion(region, entity));
    if (inner.statistics().journal().isPresent()) {
      ofJournal(entity);
      cluster.regionNames().forEach(region -> owedTo(region, entity));
    }
  }

  @Override
  public CompletableFuture<Receipt> send(OutboundMessage message) {
    Timer.Sample sample = meters.start();
    CompletableFuture<Receipt> receipt = super.send(message);
    var unused =
        receipt.whenComplete((done, error) -> sample.stop(done != null ? acknowledged : failed));
    return receipt;
  }

  @Override
  public CloseReport close(Duration bound) {
    try {
      return super.close(bound);
    } finally {
      meters.removeAll();
    }
  }

  @Override
  public void close() {
    try {
      super.close();
    } finally {
      meters.removeAll();
    }
  }

  private void own(Tags entity) {
    meters.gauge(
        "in.flight.messages", "messages in flight", entity, () -> statistics().inFlightMessages());
    meters.gauge(
        "in.flight.bytes",
        "bytes of the messages in flight",
        entity,
        () -> statistics().inFlightBytes());
    meters.gauge(
        "sessions", "sessions whose counters are kept", entity, () -> statistics().sessions());
  }

  private void ofRegion(RegionName region, Tags entity) {
    Tags tags = entity.and("region", region.value());
    copies(region, tags, "accepted", RegionStatistics::accepted);
    copies(region, tags, "refused", RegionStatistics::refused);
    copies(region, tags, "timed-out", RegionStatistics::timedOut);
    copies(region, tags, "shed", RegionStatistics::shed);
    copies(region, tags, "held-back", RegionStatistics::heldBack);
    copies(region, tags, "closed", RegionStatistics::closed);
    meters.counter(
        "copies.hastened",
        "standby copies that the region took once more, without their delay",
        tags,
        () -> of(region).hastened());
    meters.gauge(
        "copies.pending",
        "copies that wait for the region or are in flight",
        tags,
        () -> of(region).pending());
    meters.gauge(
        "lane.depth",
        "the most copies that wait or are in flight in one lane",
        tags,
        () -> of(region).deepestLane());
    for (BreakerState state : BreakerState.values()) {
      meters.gauge(
          "breaker",
          "1 for the state that the region's breaker is in, 0 for the others",
          tags.and("state", state.name().toLowerCase(Locale.ROOT)),
          () -> of(region).breaker() == state ? 1 : 0);
    }
  }

  private void ofJournal(Tags entity) {
    meters.gauge("journal.bytes", "bytes of the journal's files", entity, () -> journal().bytes());
    meters.gauge(
        "journal.bound.bytes",
        "bytes of the journal's files from which on new messages wait for room",
        entity,
        () -> journal().boundBytes());
    meters.gauge(
        "journal.full",
        "1 while new messages wait for room in the journal",
        entity,
        () -> journal().isFull() ? 1 : 0);
  }

  private void owedTo(RegionName region, Tags entity) {
    Tags tags = entity.and("region", region.value());
    meters.gauge(
        "journal.copies",
        "copies in the journal that the region has not got",
        tags,
        () -> owed(region).copies());
    meters.gauge(
        "journal.oldest.seconds",
        "how long the oldest of these copies has waited",
        tags,
        () -> owed(region).oldestAge().toSeconds());
  }

  private JournalStatistics journal() {
    return statistics().journal().orElseThrow();
  }

  private JournalStatistics.Owed owed(RegionName region) {
    return Objects.requireNonNull(journal().owed().get(region), "every region is counted");
  }

  private void copies(
      RegionName region, Tags tags, String outcome, ToLongFunction<RegionStatistics> count) {
    meters.counter(
        "copies",
        "copies that ended, by how",
        tags.and("outcome", outcome),
        () -> count.applyAsLong(of(region)));
  }

  private RegionStatistics of(RegionName region) {
    return Objects.requireNonNull(statistics().regions().get(region), "every region is counted");
  }
}
