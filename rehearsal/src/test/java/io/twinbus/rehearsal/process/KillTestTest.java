package io.twinbus.rehearsal.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The short form of the test that .ci/run does ten times over. */
class KillTestTest {

  @TempDir private Path directory;

  @Test
  void whatAStackAcknowledgedIsThereAfterAKill() throws Exception {
    // When
    try (Twinbus test = Twinbus.run(directory, "kill-test", "--kills", "1", "--seed", "7")) {

      // Then
      assertThat(test.out()).contains("Nothing acknowledged was lost in 1 kills (seed 7).");
      assertThat(test.exitCode()).isZero();
    }
  }
}
