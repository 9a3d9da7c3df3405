package io.twinbus.console.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ops.cli.TwinbusCli;
import io.twinbus.ops.command.CliContext;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the console adds to the words of a command. */
class CommandWordsTest {

  private final CommandWords ofPayments =
      new CommandWords(List.of("--config", "a.yaml"), Optional.of("payments"));

  @Test
  void aCommandOfOneQueueIsToldWhichOneTheConsoleShows() {
    assertThat(complete("sessions", "list")).endsWith("--config", "a.yaml", "--queue", "payments");
    assertThat(complete("messages", "show", "--", "--odd"))
        .containsExactly(
            "messages", "show", "--config", "a.yaml", "--queue", "payments", "--", "--odd");
  }

  @Test
  void aQueueThatIsNamedAlreadyStays() {
    assertThat(complete("sessions", "list", "--queue", "orders")).doesNotContain("payments");
  }

  @Test
  void aCommandAboutAllQueuesStaysSo() {
    assertThat(complete("doctor")).containsExactly("doctor", "--config", "a.yaml");
    assertThat(complete("pause")).containsExactly("pause", "--config", "a.yaml");
    assertThat(complete("regions")).containsExactly("regions", "--config", "a.yaml");
  }

  private String[] complete(String... words) {
    CliContext context = CliContext.ofThisMachine();
    return ofPayments.of(TwinbusCli.with(TwinbusCli.operatorCommands(context)), List.of(words));
  }
}
