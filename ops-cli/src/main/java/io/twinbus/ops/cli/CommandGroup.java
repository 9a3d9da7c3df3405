package io.twinbus.ops.cli;

import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * What a person wants from a command: help, completion and docs/commands.md list commands by it.
 */
public enum CommandGroup {
  /** See the product at work, without Azure. */
  TRY("Try it on this machine"),
  /** Set a cluster up, receive and send. */
  RUN("Run it"),
  /** See what a cluster does, and change nothing. */
  LOOK("Look at a cluster"),
  /** Act on a cluster. */
  MEND("Mend a cluster"),
  /** Show that the product keeps its promises, and how fast it is. */
  PROVE("Prove it");

  private final String title;

  CommandGroup(String title) {
    this.title = title;
  }

  /**
   * A command that is built when it is needed: to build all of them takes longer than most of them
   * run.
   *
   * @param name the word that calls it
   * @param maker builds it
   */
  public record Member(String name, Supplier<CommandLine> maker) {

    /** A command without commands of its own. */
    public static Member of(String name, Supplier<?> command) {
      return new Member(name, () -> new CommandLine(command.get()));
    }
  }

  /** Some commands of one group. */
  public record Members(CommandGroup group, List<Member> commands) {

    /** Copies {@code commands}. */
    public Members {
      commands = List.copyOf(commands);
    }
  }

  /** Its heading in help and docs. */
  public String title() {
    return title;
  }

  /** These commands as members of this group. */
  public Members of(Member... commands) {
    return new Members(this, Arrays.asList(commands));
  }

  /** The names of those of {@code members} that belong to this group, in their order. */
  public List<String> names(List<Members> members) {
    return members.stream()
        .filter(some -> some.group() == this)
        .flatMap(some -> some.commands().stream())
        .map(Member::name)
        .toList();
  }

  /**
   * Builds those of {@code members} that {@code isNeeded} and adds them to {@code cli}, group by
   * group; its help shows them so.
   */
  static void addTo(CommandLine cli, List<Members> members, Predicate<Member> isNeeded) {
    members.stream()
        .sorted(Comparator.comparing(Members::group))
        .flatMap(some -> some.commands().stream())
        .filter(isNeeded)
        .forEach(member -> cli.addSubcommand(member.name(), member.maker().get()));
    cli.getHelpSectionMap().remove(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING);
    cli.getHelpSectionMap()
        .put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, help -> sections(help, members));
  }

  private static String sections(Help help, List<Members> members) {
    StringBuilder text = new StringBuilder();
    for (CommandGroup group : values()) {
      Map<String, Help> own = new LinkedHashMap<>(help.subcommands());
      own.keySet().retainAll(group.names(members));
      if (!own.isEmpty()) {
        text.append("%n%s:%n".formatted(group.title)).append(help.commandList(own));
      }
    }
    return text.toString();
  }
}
