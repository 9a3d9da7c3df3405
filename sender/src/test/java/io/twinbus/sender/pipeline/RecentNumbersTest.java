package io.twinbus.sender.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.sender.message.DeliveryStatus;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** How many outcomes of explicit numbers are remembered. */
class RecentNumbersTest {

  private static final SessionId SESSION = new SessionId("s");
  private static final StreamId STREAM = new StreamId("versions");

  private final RecentNumbers recent = new RecentNumbers(2);

  @Test
  void theOldestMakesRoomAboveTheBound() {
    for (long seq = 1; seq <= 3; seq++) {
      recent.ended(
          new DeliveryStatus(
              SESSION,
              new MessageId("m" + seq),
              new Position(STREAM, seq, seq - 1),
              new TreeMap<>(),
              new TreeMap<>()));
    }

    assertThat(recent.of(SESSION, STREAM, 1)).isNull();
    assertThat(recent.of(SESSION, STREAM, 2)).isNotNull();
    assertThat(recent.of(SESSION, STREAM, 3)).isNotNull();
  }
}
