package io.twinbus.rehearsal.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ops.cli.TwinbusCli;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/**
 * Every command of docs/runbook.md is typed in the incident that its section is about, with
 * receivers that are processes of their own, and shows what the page says it shows; here: that
 * nothing of the page is left out.
 */
class RunbookTest {

  private static final List<Class<?>> INCIDENTS =
      List.of(
          RunbookDeadLettersTest.class,
          RunbookHandlersTest.class,
          RunbookLedgerTest.class,
          RunbookMessagesTest.class,
          RunbookProducersTest.class,
          RunbookReceiversTest.class,
          RunbookRegionsTest.class);

  @Test
  void everySectionInWhichSomethingIsTypedHasATest() throws Exception {
    Set<String> tested =
        INCIDENTS.stream()
            .flatMap(incidents -> Arrays.stream(incidents.getDeclaredMethods()))
            .flatMap(method -> Stream.ofNullable(method.getAnnotation(Section.class)))
            .map(Section::value)
            .collect(Collectors.toSet());

    assertThat(Runbook.read().sections()).isEqualTo(tested);
  }

  @Test
  void everyCommandThatIsNamedInASentenceExists() throws Exception {
    CommandLine cli = TwinbusCli.with(TwinbusCli.operatorCommands());
    List<String> named =
        Runbook.read().namedCommands().stream()
            .filter(name -> !name.endsWith(" …")) // lines of doctor, one a region
            .filter(name -> cli.getSubcommands().containsKey(name.split(" ", -1)[0]))
            .toList();

    assertThat(named)
        .contains("watch", "gaps list", "dlq replay", "messages trace ID --session poison");
    for (String name : named) {
      CommandLine command = cli;
      for (String word : name.split(" ", -1)) {
        boolean isOption = word.startsWith("-");
        if (isOption) {
          assertThat(command.getCommandSpec().optionsMap()).as(name).containsKey(word);
        } else if (!command.getSubcommands().isEmpty()) {
          assertThat(command.getSubcommands()).as(name).containsKey(word);
          command = Objects.requireNonNull(command.getSubcommands().get(word));
        }
      }
    }
  }
}
