package io.twinbus.receiver.admin;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.twinbus.protocol.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;

@Isolated("it looks at the log")
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

  @Test
  void aTokenHasSixteenCharactersOrMore() {
    assertThat(AdminTokens.of(new Secret("0123456789abcde fedcba9876543210")).current())
        .extracting(Secret::reveal)
        .containsExactly("fedcba9876543210");
  }

  @Test
  void aFileOfMoreThanFourKibibytesHoldsNoTokenNotEvenThePartOfOne() throws IOException {
    String token = "0123456789abcdef";
    String filled = " ".repeat(4_096 - token.length()) + token;

    assertThat(AdminTokens.inFile(file(filled)).current())
        .extracting(Secret::reveal)
        .containsExactly(token);
    assertThat(AdminTokens.inFile(file(filled + "ghijklmn")).current()).isEmpty();
    assertThat(AdminTokens.inFile(file(filled + "\n")).current()).isEmpty();
  }

  private Path file(String text) throws IOException {
    return Files.writeString(directory.resolve("tokens"), text);
  }
}
