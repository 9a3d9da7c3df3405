package io.twinbus.sender.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SequencedHeaders;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.settings.SenderSettings;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The standby copies in one region of messages whose homes are two others. */
class StandbyCopiesTest {

  private static final Now NOW = new Now(new MonotonicTime(0), Instant.EPOCH);
  private static final int MANY = 100;

  private final RegionState east = region(0, "east");
  private final RegionState north = region(1, "north");
  private final RegionState west = region(2, "west");
  private final StandbyCopies copies = new StandbyCopies(west, List.of(east, north, west));
  private long batches;

  @Test
  void nothingIsDueWhileTheHomesWork() {
    keep("a", 0);

    assertThat(copies.isDue()).isFalse();
  }

  @Test
  void onlyTheCopiesWhoseHomeFailsAreDue() {
    keep("a", 0);
    fails(north);
    assertThat(copies.isDue()).isFalse();

    keep("b", 1);

    assertThat(copies.isDue()).isTrue();
    assertThat(copies.cut(batch(), limits(MANY, 1 << 20)))
        .extracting(wire -> wire.message().session().value())
        .containsExactly("b");
    assertThat(copies.isDue()).isFalse();
  }

  @Test
  void nothingIsDueInARegionThatFailsItself() {
    keep("a", 0);
    fails(east);
    assertThat(copies.isDue()).isTrue();

    fails(west);

    assertThat(copies.isDue()).isFalse();
  }

  @Test
  void aBatchOfTwoHomesKeepsToItsBytes() {
    int one = keep("a", 0).bytes();
    keep("b", 1);
    keep("c", 1);
    fails(east);
    fails(north);

    assertThat(copies.cut(batch(), limits(MANY, 2 * one))).hasSize(2);
    assertThat(copies.cut(batch(), limits(MANY, 2 * one - 1))).hasSize(1);
    assertThat(west.hastening().taken()).isZero();
  }

  @Test
  void itIsBusyUntilTheAnswerToItsBatchComes() {
    keep("a", 0);
    fails(east);
    BatchId id = batch();
    copies.cut(id, limits(MANY, 1 << 20));
    assertThat(copies.isBusy()).isTrue();

    copies.accepted(batch());
    copies.failed(batch(), true);
    assertThat(copies.isBusy()).isTrue();
    copies.accepted(id);

    assertThat(copies.isBusy()).isFalse();
    assertThat(west.statistics(0).hastened()).isEqualTo(1);
  }

  @Test
  void whatIsDroppedGivesItsBytesBack() {
    keep("a", 0);
    keep("b", 1);
    assertThat(west.hastening().taken()).isPositive();

    copies.clear();

    assertThat(west.hastening().taken()).isZero();
    fails(east);
    assertThat(copies.isDue()).isFalse();
  }

  @Test
  void whatIsNearlyVisibleIsForgottenAndGivesItsBytesBack() {
    keep("a", 0);

    copies.forget(new Now(new MonotonicTime(0), Instant.EPOCH.plusSeconds(13)));
    assertThat(west.hastening().taken()).isPositive();
    copies.forget(new Now(new MonotonicTime(0), Instant.EPOCH.plusSeconds(13).plusMillis(1)));

    assertThat(west.hastening().taken()).isZero();
  }

  /** Keeps a copy that the region shows in 15 s. */
  private PendingMessage keep(String session, int home) {
    OutboundMessage message = OutboundMessage.of(session, "id").build();
    SessionStream stream =
        new SessionStream(new StreamId("of-" + session), false, home, NOW.monotonic());
    PendingMessage pending =
        stream.append(
            new PendingMessage.Intake(1, message, Instant.EPOCH, NOW.monotonic(), 0),
            3,
            NOW.monotonic());
    SequencedHeaders headers =
        new SequencedHeaders(
            new Position(stream.id(), 1, 0),
            null,
            new RegionName("home"),
            Instant.EPOCH,
            null,
            null);
    WireMessage wire = new WireMessage(message, headers, Instant.EPOCH.plusSeconds(15), null);
    copies.keep(new Batch(batch(), List.of(pending), List.of(wire), NOW.monotonic()), NOW);
    return pending;
  }

  private BatchId batch() {
    return new BatchId(west.name(), 0, ++batches);
  }

  private static void fails(RegionState region) {
    for (int i = 0; i < Breaker.MAX_FAILURES; i++) {
      region.breaker().failed(new BatchId(region.name(), 0, i), NOW.monotonic(), NOW.monotonic());
    }
    assertThat(region.breaker().isClosed()).isFalse();
  }

  private static CopyQueue.Limits limits(int messages, int bytes) {
    return new CopyQueue.Limits(messages, bytes, false);
  }

  private static RegionState region(int index, String name) {
    return new RegionState(index, new RegionName(name), SenderSettings.builder().build());
  }
}
