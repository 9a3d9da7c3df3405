package io.twinbus.sender.unit;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.sender.Sender;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.message.Receipt;
import io.twinbus.sender.pipeline.BatchId;
import io.twinbus.sender.pipeline.Event;
import io.twinbus.sender.pipeline.Problem;
import io.twinbus.sender.pipeline.RefusalKind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;

@Isolated("it looks at the log")
class RegionHealthLogTest {

  private static final Duration BOUND = Duration.ofSeconds(30);

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
  void saysOfARefusingRegionThatItLacksTheCopy() {
    sendOneTo(region -> region.equals("west"));

    assertThat(logged())
        .anyMatch(line -> line.startsWith("Region west lacks the copies of 1 more message"));
    assertThat(logged()).noneMatch(line -> line.startsWith("Region east lacks"));
  }

  @Test
  void promisesNoOtherCopyOfAMessageThatEveryRegionRefused() {
    sendOneTo(region -> true);

    assertThat(logged()).noneMatch(line -> line.contains("lacks"));
  }

  private void sendOneTo(Predicate<String> refuses) {
    try (Sender sender =
        Sender.builder(configuration())
            .links(new FakeLinks(batch -> answer(batch, refuses)))
            .build()) {
      CompletableFuture<Boolean> ended =
          sender
              .send(OutboundMessage.of("s", "1").build())
              .thenCompose(Receipt::inAllRegions)
              .handle((status, error) -> true);
      assertThat(ended.orTimeout(BOUND.toMillis(), TimeUnit.MILLISECONDS).join()).isTrue();
    }
  }

  private static Event answer(BatchId batch, Predicate<String> refuses) {
    return refuses.test(batch.region().value())
        ? new Event.Refused(
            batch, RefusalKind.MESSAGE, new Problem(Optional.empty(), "too large"), false)
        : new Event.Accepted(batch);
  }

  private List<String> logged() {
    return List.copyOf(lines.list).stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  private static FlatSettings configuration() {
    return FlatSettings.of(
        Map.of(
            "twinbus.regions.east.namespace", "east.example.net",
            "twinbus.regions.west.namespace", "west.example.net"));
  }
}
