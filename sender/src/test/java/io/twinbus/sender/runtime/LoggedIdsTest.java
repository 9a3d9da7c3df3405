package io.twinbus.sender.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.Secret;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.ids.RecordedIds;
import io.twinbus.sender.message.DeliveryStatus;
import io.twinbus.sender.pipeline.Effect;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;

/** A sender whose deployment keeps ids as hashes logs no clear id. */
@Isolated("it looks at the log")
class LoggedIdsTest {

  private static final SessionId SESSION = new SessionId("customer-4711");
  private static final MessageId MESSAGE = new MessageId("order-of-4711");

  private final RecordedIds ids =
      RecordedIds.hashed(new Secret("a key of thirty-two characters.."));
  private final Logger logger = (Logger) LoggerFactory.getLogger("io.twinbus.sender");
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

  @BeforeEach
  void listen() {
    lines.start();
    logger.addAppender(lines);
  }

  @AfterEach
  void stop() {
    logger.detachAppender(lines);
  }

  @Test
  void anUndeliverableMessageIsNamedByItsHashes() {
    new RegionHealthLog(ids)
        .undeliverable(
            new DeliveryStatus(
                SESSION,
                MESSAGE,
                new Position(new StreamId("web-1"), 1, 0),
                new TreeMap<>(),
                new TreeMap<>()));

    assertThat(logged())
        .contains(ids.of(SESSION).value(), ids.of(MESSAGE).value())
        .doesNotContain("4711");
  }

  @Test
  void anAbandonedNumberIsNamedByItsSessionsHash() {
    AbandonRequests requests = new AbandonRequests(ids);
    var unused =
        requests.open(
            1, new AbandonRequests.Request(SESSION, new StreamId("web-1"), 7, "it was withdrawn"));

    Optional.ofNullable(requests.callFor(new Effect.AbandonAnswered(1, Optional.empty())))
        .orElseThrow()
        .run();

    assertThat(logged()).contains(ids.of(SESSION).value()).doesNotContain("4711");
  }

  private String logged() {
    assertThat(lines.list).hasSize(1);
    return lines.list.get(0).getFormattedMessage();
  }
}
