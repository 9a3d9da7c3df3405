package io.twinbus.console;

import io.twinbus.ops.ExitCode;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.ConfigOption;
import io.twinbus.protocol.settings.ConfiguredQueues;
import io.twinbus.protocol.settings.FlatSettings;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Shows the system as a web page on this machine. */
@Command(
    name = "console",
    mixinStandardHelpOptions = true,
    description = {
      "Show the system as a web page on this machine: both regions and the ledger as they move,"
          + " sessions, messages, dead letters, what happened, and the doctor's findings.",
      "It listens on loopback and changes nothing. It runs until Ctrl-C."
    },
    footer = {
      "%nExamples:",
      "  twinbus console",
      "  twinbus console --port 7200 --config east.yaml"
    })
public final class ConsoleCommand implements Callable<Integer> {

  private static final int MAX_PORT = 65_535;

  private final CliContext context;

  @Spec private CommandSpec spec;
  @Mixin private ConfigOption config = new ConfigOption();

  @Option(
      names = "--port",
      defaultValue = "" + ConsoleOptions.DEFAULT_PORT,
      description = "The port on loopback; 0: any free one (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--queue",
      paramLabel = "NAME",
      description = "The queue, as twinbus.queues has it; needed where there are several.")
  private @Nullable String queue;

  /** Works in {@code context}. */
  public ConsoleCommand(CliContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (port < 0 || port > MAX_PORT) {
      throw new ParameterException(spec.commandLine(), "--port goes from 0 to 65535.");
    }
    FlatSettings settings =
        ConfiguredQueues.one(
            config.read(context.environment()).settings(), Optional.ofNullable(queue), "--queue");
    List<String> named =
        config.file() == null ? List.of() : List.of("--config", config.file().toString());
    PrintWriter out = spec.commandLine().getOut();
    Console console = Console.start(new ConsoleOptions(port, named), settings, context);
    Runtime.getRuntime().addShutdownHook(new Thread(console::close, "stop-console"));
    out.println("The console is at " + console.address() + " until Ctrl-C.");
    out.flush();
    new CountDownLatch(1).await();
    return ExitCode.OK.code();
  }
}
