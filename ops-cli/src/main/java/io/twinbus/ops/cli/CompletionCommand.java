package io.twinbus.ops.cli;

import io.twinbus.ops.ExitCode;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints a script that completes commands and options in bash and zsh, group by group. */
@Command(
    name = CompletionCommand.NAME,
    mixinStandardHelpOptions = true,
    description = "Print a script that completes commands and options in bash and zsh.",
    footer = {"%nExamples:", "  twinbus generate-completion > twinbus-completion"})
final class CompletionCommand implements Callable<Integer> {

  static final String NAME = "generate-completion";

  private static final String REGISTRATION = "(?m)^complete -F (.*)$";

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    CommandSpec root = spec.root();
    String script = AutoComplete.bash(root.name(), root.commandLine());
    // A shell sorts by the alphabet unless it is told not to, which bash before 4.4 does not know.
    spec.commandLine()
        .getOut()
        .print(
            script.replaceFirst(
                REGISTRATION, "complete -o nosort -F $1 2>/dev/null || complete -F $1"));
    spec.commandLine().getOut().flush();
    return ExitCode.OK.code();
  }
}
