package io.twinbus.proving.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ops.cli.CommandGroup;
import io.twinbus.ops.cli.TwinbusCli;
import io.twinbus.proving.Main;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.AutoComplete;
import picocli.CommandLine;

/** Help, completion and docs/commands.md show the same commands in the same groups. */
class CommandGroupsTest {

  private static final Path PAGE = Path.of("..", "docs", "commands.md");
  private static final Pattern HELP_LINE = Pattern.compile("^  ([a-z][a-z-]+)  .*");
  private static final Pattern PAGE_LINE = Pattern.compile("^\\| `([a-z-]+)` \\|.*");

  private final List<CommandGroup.Members> members = Main.commands();
  private final CommandLine cli = TwinbusCli.with(members);

  @Test
  void everyGroupHasCommandsAndNoCommandIsInTwo() {
    List<String> names = new ArrayList<>();
    for (CommandGroup group : CommandGroup.values()) {
      assertThat(group.names(members)).as(group.title()).isNotEmpty();
      names.addAll(group.names(members));
    }

    assertThat(names)
        .doesNotHaveDuplicates()
        .containsExactlyElementsOf(cli.getSubcommands().keySet())
        .containsExactlyElementsOf(
            cli.getSubcommands().values().stream().map(CommandLine::getCommandName).toList());
  }

  @Test
  void helpShowsThemUnderTheirHeadings() {
    assertThat(sections(cli.getUsageMessage().lines(), "", HELP_LINE)).isEqualTo(expected());
  }

  @Test
  void completionOffersThemInTheSameOrder() {
    String script = AutoComplete.bash("twinbus", cli);

    assertThat(script)
        .contains("local commands=\"" + String.join(" ", cli.getSubcommands().keySet()) + "\"");
  }

  @Test
  void thePageOfTheDocsHasThemUnderTheirHeadings() throws Exception {
    assertThat(sections(Files.readAllLines(PAGE).stream(), "## ", PAGE_LINE)).isEqualTo(expected());
  }

  private List<String> expected() {
    return Arrays.stream(CommandGroup.values())
        .map(group -> group.title() + ": " + group.names(members))
        .toList();
  }

  /** Each heading with the commands below it, as {@link #expected} has them. */
  private static List<String> sections(Stream<String> lines, String mark, Pattern command) {
    List<String> titles = Arrays.stream(CommandGroup.values()).map(CommandGroup::title).toList();
    List<String> sections = new ArrayList<>();
    List<List<String>> commands = new ArrayList<>();
    lines.forEach(
        line -> {
          String title = line.replaceFirst("^" + mark, "").replaceFirst(":$", "");
          if (titles.contains(title)) {
            sections.add(title);
            commands.add(new ArrayList<>());
          } else if (!commands.isEmpty() && command.matcher(line).matches()) {
            commands.get(commands.size() - 1).add(command.matcher(line).replaceFirst("$1"));
          }
        });
    List<String> joined = new ArrayList<>();
    for (int i = 0; i < sections.size(); i++) {
      joined.add(sections.get(i) + ": " + commands.get(i));
    }
    return joined;
  }
}
