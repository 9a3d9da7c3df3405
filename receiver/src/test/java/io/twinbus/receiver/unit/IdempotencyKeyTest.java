package io.twinbus.receiver.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.InstanceId;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.StreamId;
import io.twinbus.receiver.Invocation;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class IdempotencyKeyTest {

  @Test
  void itIsTheSameForEveryCallForAMessage() {
    assertThat(key("order-1", "m", new Position(new StreamId("log"), 7, 6)))
        .isEqualTo("log/7/order-1")
        .isEqualTo(key("order-1", "sent anew", new Position(new StreamId("log"), 7, 5)));
  }

  @Test
  void twoStreamsOfOneNameInTwoSessionsHaveTwoKeys() {
    Position first = new Position(new StreamId("log"), 1, 0);

    assertThat(key("order-1", "m", first)).isNotEqualTo(key("order-2", "m", first));
  }

  @Test
  void noSeparatorInANameMakesTwoMessagesAlike() {
    List<String> keys =
        Stream.of(
                key("b", "m", new Position(new StreamId("a/1"), 1, 0)),
                key("1/b", "m", new Position(new StreamId("a"), 1, 0)),
                key("b", "m", new Position(new StreamId("a%2F1"), 1, 0)),
                key("c", "a/b", null),
                key("b/c", "a", null),
                key("c", "a%2Fb", null))
            .toList();

    assertThat(keys).doesNotHaveDuplicates();
  }

  private static String key(
      String session, String id, @org.jspecify.annotations.Nullable Position position) {
    return new Invocation(
            41,
            1,
            Optional.ofNullable(position),
            Optional.empty(),
            new Invocation.Caller(new RegionName("east"), new InstanceId("i1")),
            Duration.ofSeconds(1))
        .idempotencyKey(Calls.message(session, id));
  }
}
