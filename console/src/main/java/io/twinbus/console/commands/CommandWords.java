package io.twinbus.console.commands;

import io.twinbus.ops.command.QueueOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;

/**
 * Makes the words of a command whole, with what the console was started with.
 *
 * @param configuration the options that name the configuration; empty: the environment alone
 * @param queue the queue that the console shows; empty where there is one, without a name
 */
public record CommandWords(List<String> configuration, Optional<String> queue) {

  private static final String QUEUE = "--queue";

  /** Has a row for each queue where none is named, and is asked for just that. */
  private static final String OF_ALL = "regions";

  /** Copies {@code configuration}. */
  public CommandWords {
    configuration = List.copyOf(configuration);
  }

  /** {@code words} as {@code cli} is to be given them. */
  String[] of(CommandLine cli, List<String> words) {
    List<String> all = new ArrayList<>(words);
    int end = all.indexOf("--");
    List<String> options = new ArrayList<>(configuration);
    List<String> given = end < 0 ? words : words.subList(0, end);
    if (!given.contains(QUEUE) && !words.get(0).equals(OF_ALL) && isOfOneQueue(cli, words)) {
      queue.ifPresent(name -> options.addAll(List.of(QUEUE, name)));
    }
    all.addAll(end < 0 ? all.size() : end, options);
    return all.toArray(String[]::new);
  }

  /** Whether the command works on one queue; others have an option of that name, too. */
  private static boolean isOfOneQueue(CommandLine cli, List<String> words) {
    CommandLine command = cli;
    for (String word : words) {
      Map<String, CommandLine> below = command.getSubcommands();
      if (!below.containsKey(word)) {
        break;
      }
      command = below.get(word);
    }
    return command.getCommandSpec().mixins().values().stream()
        .anyMatch(mixin -> mixin.userObject() instanceof QueueOptions);
  }
}
