package io.twinbus.receiver.admin;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class AdminTokensTest {

  @TempDir private Path directory;

  @Test
  void aFileThatCannotBeReadAcceptsNoTokenAndTheLogSaysWhy() {
    Logger logger = (Logger) LoggerFactory.getLogger(AdminTokens.class);
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    lines.start();
    logger.addAppender(lines);
    try {
      assertThat(AdminTokens.inFile(directory.resolve("missing")).current()).isEmpty();
    } finally {
      logger.detachAppender(lines);
    }

    assertThat(lines.list).hasSize(1);
    assertThat(lines.list.get(0).getFormattedMessage())
        .contains("NoSuchFileException", "no request is answered")
        .doesNotContain("{}");
  }
}
