package io.twinbus.receiver.unit;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.InstanceId;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.region.FactLog;
import io.twinbus.receiver.session.WorkerFact;
import io.twinbus.receiver.session.WorkerIdentity;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;

@Isolated("it looks at the log")
class FactLogTest {

  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private final Logger logger = (Logger) LoggerFactory.getLogger("io.twinbus.session");
  private MonotonicTime now = new MonotonicTime(0);
  private final FactLog log = new FactLog(() -> new Now(now, Instant.EPOCH));

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
  void ofSessionsThatDoNotMoveTenAreNamedAMinuteAndTheOthersAreCounted() {
    stuck(400);
    assertThat(said()).hasSize(10).allMatch(line -> line.endsWith("does not move (it waits)."));

    now = now.plus(Duration.ofMinutes(1));
    stuck(1);

    assertThat(said())
        .hasSize(12)
        .element(10)
        .asString()
        .startsWith("390 more reports since then said");
  }

  @Test
  void aFewAreAllNamedAndNothingIsCounted() {
    stuck(10);
    now = now.plus(Duration.ofMinutes(1));
    stuck(3);

    assertThat(said()).hasSize(13).allMatch(line -> line.endsWith("does not move (it waits)."));
  }

  private void stuck(int sessions) {
    for (int i = 0; i < sessions; i++) {
      log.on(
          new WorkerIdentity(
              EntityKey.ofQueue("orders"),
              new SessionId("s" + i),
              new RegionName("east"),
              new InstanceId("east-1")),
          new WorkerFact.Stuck("it waits"));
    }
  }

  private List<String> said() {
    return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }
}
