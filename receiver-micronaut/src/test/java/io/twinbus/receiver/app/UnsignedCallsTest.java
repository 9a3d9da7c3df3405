package io.twinbus.receiver.app;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.net.URI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** What a receiver says at its start of an endpoint whose calls nothing signs. */
class UnsignedCallsTest {

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
        URI.create("https://ann:secret-of-ann@orders.example/events?code=secret-code"));

    assertThat(lines.list).hasSize(1);
    assertThat(lines.list.get(0).getLevel()).isEqualTo(Level.WARN);
    assertThat(lines.list.get(0).getFormattedMessage())
        .contains("Calls to orders.example are not signed", "twinbus.receiver.http.secret")
        .doesNotContain("secret-of-ann", "secret-code");
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://localhost:8080/e", "http://127.0.0.1/e", "http://[::1]:1/e"})
  void onThisMachineThereIsNone(String url) {
    HandlerChoice.warnUnlessLocal(URI.create(url));

    assertThat(lines.list).isEmpty();
  }
}
