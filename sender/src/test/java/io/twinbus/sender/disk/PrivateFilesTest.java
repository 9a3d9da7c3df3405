package io.twinbus.sender.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.twinbus.sender.journal.JournalException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;

/** A directory that everybody may write to, on a volume with modes and on one without. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "it has no POSIX modes")
@Isolated("it looks at the log")
class PrivateFilesTest {

  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private final Logger logger = (Logger) LoggerFactory.getLogger(PrivateFiles.class);

  @TempDir private Path directory;

  @BeforeEach
  void listen() throws IOException {
    lines.start();
    logger.addAppender(lines);
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
  }

  @AfterEach
  void stop() {
    logger.detachAppender(lines);
  }

  @Test
  void whereModesCanBeSetItIsRefused() throws IOException {
    PrivateFiles files = PrivateFiles.in(directory);
    Path probe = directory.resolve("probe");
    files.open(probe, StandardOpenOption.CREATE, StandardOpenOption.WRITE).close();

    assertThatExceptionOfType(JournalException.class)
        .isThrownBy(() -> files.requireNotWritableByAll(directory, probe))
        .withMessageContaining("chmod o-w");
    assertThat(lines.list).isEmpty();
  }

  /** As on a mounted share: every file has the mode that the mount gives it. */
  @Test
  void whereModesCannotBeSetItIsWarnedOf() throws IOException {
    PrivateFiles files = PrivateFiles.in(directory);
    Path probe = Files.createFile(directory.resolve("probe"));
    Files.setPosixFilePermissions(probe, PosixFilePermissions.fromString("rw-rw-rw-"));

    files.requireNotWritableByAll(directory, probe);

    assertThat(lines.list)
        .singleElement()
        .satisfies(
            line -> {
              assertThat(line.getLevel()).isEqualTo(Level.WARN);
              assertThat(line.getFormattedMessage())
                  .contains("is on a volume without file modes", directory.toString());
            });
  }
}
