package io.twinbus.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a stranger put into an id or an error forges no line of our logs. */
class LogPatternsTest {

  private static final String HOSTILE = "a\r\nb\u001b[2J\u009b\u202ez Zürich";

  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource({
    "receiver-micronaut/src/main/resources/io/twinbus/receiver/logback.xml, STDERR",
    "ops-cli/src/main/resources/twinbus-logback.xml, stderr",
    "rehearsal/src/main/resources/twinbus-run-logback.xml, file"
  })
  void noCharacterOfAMessageOrAnErrorEndsALineOrMovesACursor(String file, String appender)
      throws Exception {
    LoggerContext context = new LoggerContext();
    context.putProperty("twinbus.log.file", directory.resolve("log").toString());
    JoranConfigurator configurator = new JoranConfigurator();
    configurator.setContext(context);
    configurator.doConfigure(Texts.path(file).toFile());

    String logged = logged(context, appender);
    context.stop();

    assertThat(logged).contains("a??b?[2J??z Zürich");
    assertThat(logged).as("one trace").containsOnlyOnce("IllegalStateException");
    assertThat(logged.lines().filter(line -> line.startsWith("b"))).isEmpty();
    assertThat(logged).doesNotContain("\u001b", "\u009b", "\u202e", "\r");
  }

  /** Escaped, and so still there: a reader of the field gets the id as it was. */
  @Test
  void aLineOfJsonGivesTheMessageBackAsItWas() throws Exception {
    LoggerContext context = new LoggerContext();
    JoranConfigurator configurator = new JoranConfigurator();
    configurator.setContext(context);
    configurator.doConfigure(
        Texts.path("receiver-micronaut/src/main/resources/io/twinbus/receiver/logback-json.xml")
            .toFile());

    String logged = logged(context, "STDERR");
    context.stop();

    assertThat(logged).endsWith("}\n");
    assertThat(logged.indexOf('\n')).isEqualTo(logged.length() - 1);
    assertThat(logged).doesNotContain("\u001b", "\u009b", "\u202e", "\r");
    JsonNode line = new ObjectMapper().readTree(logged);
    assertThat(line.path("message").asText()).isEqualTo(HOSTILE);
    assertThat(line.path("level").asText()).isEqualTo("WARN");
    assertThat(line.path("error").asText()).startsWith("java.lang.IllegalStateException: x");
  }

  private static String logged(LoggerContext context, String name) {
    var root = context.getLogger("ROOT");
    var appender = (OutputStreamAppender<ILoggingEvent>) root.getAppender(name);
    LoggingEvent event =
        new LoggingEvent(
            LogPatternsTest.class.getName(),
            context.getLogger("io.twinbus.session"),
            Level.WARN,
            HOSTILE,
            new IllegalStateException("x\u001b\u202e"),
            new Object[0]);
    event.setMDCPropertyMap(Map.of());
    return new String(appender.getEncoder().encode(event), StandardCharsets.UTF_8);
  }
}
