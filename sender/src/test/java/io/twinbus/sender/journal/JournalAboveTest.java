package io.twinbus.sender.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.twinbus.sender.disk.JournalDirectory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;

/** A journal below the one that the same process kept before it had several queues. */
@Isolated("it looks at the log")
class JournalAboveTest {

  @TempDir private Path directory;

  private final Logger logger = (Logger) LoggerFactory.getLogger(JournalDirectory.class);
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
  void messagesThatNothingSendsOutAreWarnedOf() throws IOException {
    try (JournalDirectory before = JournalDirectory.open(directory)) {
      before.append(1, ByteBuffer.wrap("abc".getBytes(UTF_8)));
    }
    assertThat(lines.list).isEmpty();

    JournalDirectory.open(directory.resolve("payments")).close();

    assertThat(lines.list)
        .singleElement()
        .satisfies(
            line -> {
              assertThat(line.getLevel()).isEqualTo(Level.WARN);
              assertThat(line.getFormattedMessage())
                  .startsWith("There is a journal in " + directory)
                  .contains("acknowledged messages");
            });
  }

  @Test
  void aDirectoryWithoutAJournalIsNoMatter() throws IOException {
    JournalDirectory.open(directory.resolve("orders")).close();
    JournalDirectory.open(directory.resolve("payments")).close();

    assertThat(lines.list).isEmpty();
  }
}
