package io.twinbus.rehearsal.process;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.twinbus.rehearsal.children.ChildFailedException;
import io.twinbus.rehearsal.children.ChildProcess;
import io.twinbus.rehearsal.children.Children;
import io.twinbus.rehearsal.children.JavaCommand;
import io.twinbus.rehearsal.children.Pause;
import io.twinbus.rehearsal.stack.Endpoints;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildrenTest {

  private static final Duration BOUND = Duration.ofSeconds(90);

  @TempDir private Path directory;
  private Children children;

  @BeforeEach
  void noneYet() {
    children = new Children(directory);
  }

  @AfterEach
  void endAll() {
    children.close();
  }

  @Test
  void aChildIsReadyPausedResumedAndKilled() throws Exception {
    ChildProcess local = start("local", "--json");
    assertThat(Endpoints.parse(local.awaitReady(BOUND)).connectionStrings()).hasSize(2);

    Pause pause = local.pause();
    await().atMost(BOUND).until(() -> isStopped(local));
    pause.end();
    await().atMost(BOUND).until(() -> !isStopped(local));

    local.kill();
    assertThat(local.isAlive()).isFalse();
    assertThat(local.ended().get(60, SECONDS)).isEqualTo(128 + 9);
  }

  @Test
  void closingEndsEveryChildAlsoAPausedOne() throws Exception {
    ChildProcess running = start("local", "--json");
    ChildProcess paused = start("local", "--json", "--regions", "north");
    running.awaitReady(BOUND);
    paused.awaitReady(BOUND);
    Pause pause = paused.pause();

    children.close();

    await().atMost(BOUND).until(() -> !running.isAlive() && !paused.isAlive());
    pause.end();
    assertThatThrownBy(() -> start("local")).isInstanceOf(IOException.class);
  }

  @Test
  void aChildThatCannotStartSaysWhy() throws Exception {
    ChildProcess child = start("local", "--regions", "east,east");

    assertThatThrownBy(() -> child.awaitReady(BOUND))
        .isInstanceOf(ChildFailedException.class)
        .hasMessageContaining("ended with exit code 2");
    assertThat(child.log()).content().contains("--regions names a region twice.");
  }

  private ChildProcess start(String... arguments) throws IOException {
    JavaCommand command =
        new JavaCommand(
            "child" + arguments.length,
            "256m",
            List.of(arguments),
            Map.of(),
            JavaCommand.Jvm.SMALL);
    return children.start(command, Endpoints::isReadyLine);
  }

  private static boolean isStopped(ChildProcess child) throws IOException {
    String stat = Files.readString(Path.of("/proc", Long.toString(child.pid()), "stat"));
    return stat.substring(stat.lastIndexOf(')') + 2).startsWith("T");
  }
}
