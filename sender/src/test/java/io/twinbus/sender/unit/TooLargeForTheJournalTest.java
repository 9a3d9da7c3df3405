package io.twinbus.sender.unit;

import static io.twinbus.sender.unit.LaneHarness.EAST;
import static io.twinbus.sender.unit.LaneHarness.WEST;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.Body;
import io.twinbus.sender.message.CopyStatus;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.message.SendFailedException;
import io.twinbus.sender.pipeline.Effect;
import io.twinbus.sender.pipeline.Event;
import io.twinbus.sender.pipeline.RefusalKind;
import io.twinbus.sender.settings.Acknowledge;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The journal acknowledges only messages whose size every region is certain to take. */
class TooLargeForTheJournalTest {

  private static final int KIB = 1024;

  private final LaneHarness lanes =
      LaneHarness.withJournal(LaneHarness.journaled(Acknowledge.JOURNAL).build(), List.of());

  @Test
  void failsWithoutAReceiptWhenEveryRegionRefusesItsSize() {
    long large = offer(300 * KIB);
    lanes.write();
    assertThat(lanes.acknowledged(large)).isEmpty();

    lanes.refuse(EAST, RefusalKind.MESSAGE);
    lanes.refuse(WEST, RefusalKind.MESSAGE);
    lanes.write();

    assertThat(lanes.acknowledged(large)).isEmpty();
    assertThat(lanes.failed(large)).isPresent();
    assertThat(lanes.all(Effect.Undeliverable.class)).isEmpty();
    assertThat(lanes.lanes().isIdle()).isTrue();
  }

  @Test
  void isAcknowledgedWhenOneRegionHasAcceptedIt() {
    long large = offer(300 * KIB);
    lanes.write();

    lanes.accept(WEST);

    assertThat(lanes.acknowledged(large).orElseThrow().regions())
        .containsEntry(WEST, CopyStatus.ACCEPTED)
        .containsEntry(EAST, CopyStatus.PENDING);
    assertThat(lanes.all(Effect.Settled.class)).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {256, 400})
  void failsAtOnceAndWithoutARecordAboveAKnownLimit(int kib) {
    lanes.on(List.of(new Event.LinkLimit(WEST, 256 * KIB)));

    offer(kib * KIB);

    assertThat(lanes.all(Effect.Rejected.class))
        .singleElement()
        .satisfies(
            rejected -> {
              assertThat(rejected.kind()).isEqualTo(SendFailedException.Kind.TOO_LARGE);
              assertThat(rejected.why()).contains("region west takes messages of up to 262144");
            });
    assertThat(lanes.appended()).isEmpty();
    assertThat(lanes.lanes().isIdle()).isTrue();
  }

  @Test
  void isAcknowledgedByTheJournalBelowALimitThatEveryRegionHasTold() {
    lanes.on(List.of(new Event.LinkLimit(EAST, 1024 * KIB), new Event.LinkLimit(WEST, 1024 * KIB)));

    long large = offer(900 * KIB);
    lanes.write();

    assertThat(lanes.acknowledged(large)).isPresent();
  }

  @Test
  void waitsForARegionWhereTheLimitOfAnotherOneIsUnknown() {
    lanes.on(List.of(new Event.LinkLimit(EAST, 1024 * KIB)));

    long large = offer(300 * KIB);
    lanes.write();

    assertThat(lanes.acknowledged(large)).isEmpty();
    lanes.accept(EAST);
    assertThat(lanes.acknowledged(large)).isPresent();
  }

  @Test
  void waitsForARegionWhereIdsAndFieldsMayExceedTheRoomOfTheSdk() {
    long longFields =
        lanes.offer(
            OutboundMessage.of("s".repeat(128), "i".repeat(128)).subject("t".repeat(129)).build());
    long wideProperty =
        lanes.offer(OutboundMessage.of("t", "1").property("text", "語".repeat(400)).build());
    long usual =
        lanes.offer(
            OutboundMessage.of("u", "1").subject("s").property("text", "ä".repeat(400)).build());
    lanes.write();

    assertThat(lanes.acknowledged(longFields)).isEmpty();
    assertThat(lanes.acknowledged(wideProperty)).isEmpty();
    assertThat(lanes.acknowledged(usual)).isPresent();
  }

  private long offer(int bytes) {
    return lanes.offer(
        OutboundMessage.of("s", "m" + bytes).body(Body.wrap(new byte[bytes])).build());
  }
}
