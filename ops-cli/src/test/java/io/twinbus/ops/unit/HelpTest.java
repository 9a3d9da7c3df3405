package io.twinbus.ops.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.twinbus.ops.cli.TwinbusCli;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What {@code --help} shows of every command. */
class HelpTest {

  private static final Pattern WORD = Pattern.compile("'[^']*'|\\S+");

  private final CommandLine cli = TwinbusCli.with(TwinbusCli.operatorCommands());

  @Test
  void everyCommandHasExamplesAndTakesThem() {
    List<CommandLine> commands = leaves(cli).filter(HelpTest::isOurs).toList();
    assertThat(commands).hasSizeGreaterThan(15);
    for (CommandLine command : commands) {
      List<String> examples = examples(command);
      assertThat(examples).as(command.getCommandSpec().qualifiedName()).isNotEmpty();
      for (String example : examples) {
        assertThatCode(() -> cli.parseArgs(words(example))).as(example).doesNotThrowAnyException();
      }
    }
  }

  @Test
  void aCommandIsCalledByItsOwnName() {
    assertThat(cli.getSubcommands())
        .allSatisfy((name, command) -> assertThat(command.getCommandName()).isEqualTo(name));
  }

  @Test
  void onlyTheCommandThatIsCalledIsBuilt() {
    assertThat(names("sessions", "show", "s")).containsExactly("sessions");
    assertThat(names("--help")).isEqualTo(cli.getSubcommands().keySet());
    assertThat(names()).isEqualTo(cli.getSubcommands().keySet());
    assertThat(names("sesions")).as("for suggestions").isEqualTo(cli.getSubcommands().keySet());
    assertThat(names("generate-completion")).isEqualTo(cli.getSubcommands().keySet());
  }

  private static Set<String> names(String... words) {
    return TwinbusCli.with(TwinbusCli.operatorCommands(), List.of(words)).getSubcommands().keySet();
  }

  private static Stream<CommandLine> leaves(CommandLine command) {
    return command.getSubcommands().isEmpty()
        ? Stream.of(command)
        : command.getSubcommands().values().stream().flatMap(HelpTest::leaves);
  }

  private static boolean isOurs(CommandLine command) {
    return command.getCommandSpec().userObject().getClass().getName().startsWith("io.twinbus");
  }

  private static List<String> examples(CommandLine command) {
    return Arrays.stream(command.getCommandSpec().usageMessage().footer())
        .map(String::strip)
        .filter(line -> line.startsWith("twinbus "))
        .toList();
  }

  /** What stands before a pipe, without the program's name. */
  private static String[] words(String example) {
    return WORD.matcher(example.replaceFirst(" [|>].*", ""))
        .results()
        .skip(1)
        .map(word -> word.group().replace("'", ""))
        .toArray(String[]::new);
  }
}
