package io.twinbus.receiver.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.micronaut.context.ApplicationContext;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.receiver.region.ReceiverSettings;
import java.net.URI;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** What a receiver says at its start of an endpoint whose calls nothing signs. */
@Isolated("it looks at the log")
class UnsignedCallsTest {

  private static final String SECRET =
      "whsec_" + Base64.getEncoder().encodeToString("twenty-four bytes of key".getBytes(UTF_8));

  private final Logger logger = (Logger) LoggerFactory.getLogger(HandlerChoice.class);
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
  void beyondThisMachineThereIsAWarningWithoutWhatAnAddressMayHide() {
    HandlerChoice.warnUnlessLocal(
        URI.create("https://ann:secret-of-ann@orders.example/events?code=secret-code"),
        Optional.empty());

    assertThat(lines.list).hasSize(1);
    assertThat(lines.list.get(0).getLevel()).isEqualTo(Level.WARN);
    assertThat(lines.list.get(0).getFormattedMessage())
        .contains("Calls to orders.example are not signed", "Set twinbus.receiver.http.secret.")
        .doesNotContain("secret-of-ann", "secret-code");
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://localhost:8080/e", "http://127.0.0.1/e", "http://[::1]:1/e"})
  void onThisMachineThereIsNone(String url) {
    HandlerChoice.warnUnlessLocal(URI.create(url), Optional.empty());

    assertThat(lines.list).isEmpty();
  }

  @Test
  void eachQueueWhoseOwnCallsGoUnsignedIsNamedWithItsKey() {
    choose(
        Map.of(
            "twinbus.queues.abroad.http.url", "https://abroad.example/x?code=secret-code",
            "twinbus.queues.another.http.url", "https://another.example/x",
            "twinbus.queues.local.http.url", "http://127.0.0.1:9/x",
            "twinbus.queues.signed.http.url", "https://signed.example/x",
            "twinbus.queues.signed.http.secret", SECRET));

    assertThat(lines.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .satisfiesExactly(
            first ->
                assertThat(first)
                    .contains(
                        "Calls for the queue abroad to abroad.example are not signed",
                        "Set twinbus.queues.abroad.http.secret or twinbus.receiver.http.secret.")
                    .doesNotContain("secret-code"),
            second ->
                assertThat(second)
                    .contains(
                        "Calls for the queue another to another.example are not signed",
                        "Set twinbus.queues.another.http.secret or"));
  }

  @Test
  void aSharedSecretSignsTheCallsOfEachQueue() {
    choose(
        Map.of(
            "twinbus.receiver.http.secret", SECRET,
            "twinbus.receiver.http.url", "https://all.example/x",
            "twinbus.queues.abroad.http.url", "https://abroad.example/x",
            "twinbus.queues.others.queue", "others"));

    assertThat(lines.list).isEmpty();
  }

  @Test
  void theOneQueueIsToldOfTheSharedKey() {
    choose(
        Map.of("twinbus.queue", "parcels", "twinbus.receiver.http.url", "https://all.example/x"));

    assertThat(lines.list)
        .singleElement()
        .extracting(ILoggingEvent::getFormattedMessage)
        .asString()
        .contains("Calls to all.example are not signed", "Set twinbus.receiver.http.secret.");
  }

  private static void choose(Map<String, String> settings) {
    FlatSettings all =
        FlatSettings.of(
                Map.of(
                    "twinbus.region", "east",
                    "twinbus.regions.east.namespace", "east.example.net",
                    "twinbus.ledger.endpoint", "https://ledger.example.net"))
            .with(settings);
    try (ApplicationContext context = ApplicationContext.run()) {
      assertThat(HandlerChoice.choose(ReceiverSettings.ofQueues(all), context)).isNotEmpty();
    }
  }
}
