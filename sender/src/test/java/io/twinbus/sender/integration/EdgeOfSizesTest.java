package io.twinbus.sender.integration;

import static io.twinbus.sender.integration.TwoRegions.EAST;
import static io.twinbus.sender.integration.TwoRegions.WEST;
import static io.twinbus.sender.integration.TwoRegions.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.protocol.Body;
import io.twinbus.sender.Sender;
import io.twinbus.sender.message.DeliveryStatus;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.message.SendFailedException;
import io.twinbus.sender.settings.Acknowledge;
import io.twinbus.sender.settings.JournalSettings;
import io.twinbus.sender.settings.SenderSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Messages of every size around what a link takes: in both regions, or refused with a sentence.
 *
 * <p>The SDK's own send of one message drops some of these sizes without a word.
 */
class EdgeOfSizesTest {

  private static final int KIB = 1024;
  private static final long PLENTY = 1L << 30;

  @ParameterizedTest
  @ValueSource(ints = {256, 1024})
  void isInBothRegionsOrRefusedAsTooLarge(int kib) {
    int limit = kib * KIB;
    try (TwoRegions regions = regions(limit)) {
      Sender sender = regions.sender();
      IntFunction<OutboundMessage> plain = size -> message("m", size).build();
      int edge = edge(sender, plain, limit);

      IntStream coarse = IntStream.iterate(limit - 24 * KIB, s -> s < limit + KIB, s -> s + 761);
      IntStream fine = IntStream.rangeClosed(edge - 24, edge + 24);
      // Every form of a copy that could differ in size differs by less than this.
      IntStream betweenForms = IntStream.iterate(edge + 25, s -> s < edge + 400, s -> s + 13);
      List<Integer> sizes =
          IntStream.concat(coarse, IntStream.concat(fine, betweenForms)).boxed().toList();

      assertOneLine(sender, plain, sizes, edge);
      assertThat(limit - edge).as("what the SDK and the headers need").isLessThan(limit / 32);
    }
  }

  @Test
  void countsPropertiesAndIdsAsWell() {
    int limit = 256 * KIB;
    try (TwoRegions regions = regions(limit)) {
      Sender sender = regions.sender();
      IntFunction<OutboundMessage> heavy =
          size ->
              OutboundMessage.of("ü".repeat(64), "ü".repeat(20) + size)
                  .body(Body.wrap(new byte[size]))
                  .subject("s".repeat(40))
                  .correlationId("c".repeat(20))
                  .replyTo("replies", "ü".repeat(36))
                  .property("text", "ä".repeat(4 * KIB))
                  .property("number", Long.MAX_VALUE)
                  .timeToLive(Duration.ofHours(1))
                  .build();

      int edge = edge(sender, heavy, limit);

      List<Integer> sizes = IntStream.rangeClosed(edge - 20, edge + 20).boxed().toList();
      assertOneLine(sender, heavy, sizes, edge);
      assertThat(edge).isLessThan(limit - 8 * KIB - 4 * KIB);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"fields", "property"})
  void saysWhatIsTooLargeWhereTheSdkHasNoRoomForSmallThings(String what) {
    OutboundMessage.Builder small = OutboundMessage.of("ü".repeat(128), "1").body("small");
    if (what.equals("fields")) {
      small.subject("s".repeat(300)).replyTo("replies", "ü".repeat(128));
    } else {
      small.property("text", "語".repeat(2000));
    }
    try (TwoRegions regions = regions(256 * KIB)) {
      Sender sender = regions.sender();

      var failed = sender.send(small.build());

      assertThat(failed.handle((receipt, error) -> String.valueOf(error)).join())
          .contains("is too large", "512 bytes", "shorten them");
    }
  }

  @Test
  void givesNoReceiptFromTheJournalToAMessageThatEveryRegionRefuses(@TempDir Path directory) {
    try (TwoRegions regions = regions(256 * KIB)) {
      Sender sender = regions.sender(journaled(directory));

      boolean beforeALimitIsKnown = isTooLarge(sender, message("first", 300 * KIB).build());
      await(await(sender.send(message("warm", 1).build())).inAllRegions());

      assertThat(beforeALimitIsKnown).isTrue();
      assertThat(sender.send(message("second", 300 * KIB).build()).handle((r, error) -> error))
          .succeedsWithin(TwoRegions.BOUND)
          .asString()
          .contains("takes messages of up to 262144");
      assertThat(isTooLarge(sender, message("near", 256 * KIB - 4 * KIB).build())).isTrue();
    }
  }

  /** The largest room for ids and fields with which the journal hands receipts out. */
  @Test
  void takesTheLongestFieldsThatTheJournalAcknowledges(@TempDir Path directory) {
    OutboundMessage fields =
        OutboundMessage.of("s".repeat(128), "i".repeat(128)).subject("t".repeat(128)).build();
    OutboundMessage property =
        OutboundMessage.of("s".repeat(128), "j".repeat(128))
            .property("text", "語".repeat(128))
            .build();
    try (TwoRegions regions = regions(256 * KIB)) {
      Sender sender = regions.sender(journaled(directory));

      for (OutboundMessage message : List.of(fields, property)) {
        assertThat(await(await(sender.send(message)).inAllRegions()).isComplete()).isTrue();
      }
    }
  }

  @Test
  void refusesEverywhereWhatTheRegionWithTheSmallerLimitCannotTake() {
    QueueSettings queue = QueueSettings.sessionQueue("orders");
    try (TwoRegions regions =
        new TwoRegions(queue.withSizes(1024 * KIB, PLENTY), queue.withSizes(256 * KIB, PLENTY))) {
      Sender sender = regions.sender();
      await(await(sender.send(message("warm", 1).build())).inAllRegions());

      assertThat(isTooLarge(sender, message("m", 300 * KIB).build())).isTrue();
      assertThat(isTooLarge(sender, message("m", 200 * KIB).build())).isFalse();
    }
  }

  /** The largest body that is taken. */
  private static int edge(Sender sender, IntFunction<OutboundMessage> message, int limit) {
    int taken = limit / 2;
    int refused = limit + KIB;
    while (refused - taken > 1) {
      int middle = (taken + refused) / 2;
      if (isTooLarge(sender, message.apply(middle))) {
        refused = middle;
      } else {
        taken = middle;
      }
    }
    return taken;
  }

  private static void assertOneLine(
      Sender sender, IntFunction<OutboundMessage> message, List<Integer> sizes, int edge) {
    List<Integer> wrong = new ArrayList<>();
    for (int size : sizes) {
      if (isTooLarge(sender, message.apply(size)) != size > edge) {
        wrong.add(size);
      }
    }
    assertThat(wrong).as("sizes on the wrong side of %d", edge).isEmpty();
  }

  /** Sends it; fails the test when it is neither in both regions nor said to be too large. */
  private static boolean isTooLarge(Sender sender, OutboundMessage message) {
    try {
      DeliveryStatus delivery = await(await(sender.send(message)).inAllRegions());
      assertThat(delivery.isComplete()).as("%s", delivery).isTrue();
      return false;
    } catch (CompletionException e) {
      assertThat(e.getCause()).isInstanceOf(SendFailedException.class);
      SendFailedException failure = (SendFailedException) e.getCause();
      assertThat(failure.kind()).isEqualTo(SendFailedException.Kind.TOO_LARGE);
      assertThat(failure).hasMessageContaining("is too large").hasMessageContaining("bytes");
      assertThat(failure.retrySensible()).isFalse();
      assertThat(failure.mayHaveBeenAccepted()).isFalse();
      assertThat(failure.reasons()).containsOnlyKeys(EAST, WEST);
      return true;
    }
  }

  private static OutboundMessage.Builder message(String name, int size) {
    return OutboundMessage.of("s", name + size).body(Body.wrap(new byte[size]));
  }

  private static SenderSettings journaled(Path directory) {
    return TwoRegions.settings()
        .acknowledge(Acknowledge.JOURNAL)
        .journal(JournalSettings.in(directory))
        .build();
  }

  private static TwoRegions regions(int limit) {
    return new TwoRegions(QueueSettings.sessionQueue("orders").withSizes(limit, PLENTY));
  }
}
