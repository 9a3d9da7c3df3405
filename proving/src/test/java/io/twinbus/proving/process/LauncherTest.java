package io.twinbus.proving.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.local.LocalStack;
import io.twinbus.rehearsal.stack.Endpoints;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the launcher {@code ./twinbus} builds, and what it tells the program about the terminal. */
class LauncherTest {

  /** Runs a command in a terminal of its own; needs python3, as the example in Python does. */
  private static final List<String> IN_A_TERMINAL =
      List.of(
          "python3",
          "-c",
          "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))");

  private static final String ALTERNATE_SCREEN = "\u001b[?1049h";

  @TempDir private Path directory;
  private Checkout checkout;

  @BeforeEach
  void built() throws Exception {
    checkout = Checkout.builtIn(directory);
  }

  @Test
  void inATerminalTheProgramIsToldOfIt() throws Exception {
    String said = checkout.run(IN_A_TERMINAL, "watch");

    assertThat(said)
        .contains("-Dtwinbus.terminal.out=true", "-Dtwinbus.terminal.err=true", "Main watch");
  }

  @Test
  void behindAPipeTheProgramIsToldThatThereIsNoTerminal() throws Exception {
    String said = checkout.run(List.of(), "watch");

    assertThat(said).contains("-Dtwinbus.terminal.out=false", "-Dtwinbus.terminal.err=false");
  }

  @Test
  void watchIsDrawnLiveInATerminalAndPrintedElsewhere() throws Exception {
    checkout.installProgram();
    try (LocalStack stack = LocalStack.builder().start()) {
      Path config = directory.resolve("twinbus.yaml");
      Files.writeString(config, Endpoints.parse(stack.toJson()).toYaml());
      String[] watch = {"watch", "--frames", "1", "--config", config.toString()};

      assertThat(checkout.run(IN_A_TERMINAL, watch)).contains(ALTERNATE_SCREEN);
      assertThat(checkout.run(List.of(), watch)).contains("east").doesNotContain("\u001b");
    }
  }

  @Test
  void whatIsBuiltIsNotBuiltAgain() throws Exception {
    assertThat(checkout.run(List.of(), "watch")).contains("Main watch").doesNotContain("building");
  }

  @ParameterizedTest
  @MethodSource("io.twinbus.proving.process.Checkout#modules")
  void aChangeInAnyModuleIsBuilt(String module) throws Exception {
    checkout.edit(module);

    assertThat(checkout.run(List.of(), "watch")).contains("building", "Main watch");
    assertThat(checkout.build()).contains("-pl proving -am package");
  }
}
