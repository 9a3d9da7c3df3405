package io.twinbus.console;

import io.twinbus.ops.ExitCode;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.ConfigOption;
import io.twinbus.protocol.settings.FlatSettings;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
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
      "It listens on loopback, and changes nothing without --allow-acts. It runs until Ctrl-C.",
      "Other machines reach it through a proxy that speaks https, with a token."
    },
    footer = {
      "%nExamples:",
      "  twinbus console",
      "  twinbus console --port 7200 --config east.yaml",
      "  twinbus console --allow-acts",
      "  twinbus console --public-url https://twinbus.example.com --token-file tokens"
    })
public final class ConsoleCommand implements Callable<Integer> {

  private static final int MAX_PORT = 65_535;

  private final CliContext context;

  @Spec private CommandSpec spec;
  @Mixin private ConfigOption config = new ConfigOption();

  @Option(
      names = "--port",
      defaultValue = "" + ConsoleOptions.DEFAULT_PORT,
      description = "The port; 0: any free one (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--allow-acts",
      description =
          "Let operators block, unblock, skip, pause, resume and replay on pages, each with a"
              + " reason and on record.")
  private boolean allowsActs;

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      defaultValue = ConsoleAccess.LOOPBACK,
      description =
          "The address to listen on (default: ${DEFAULT-VALUE}); any but loopback needs"
              + " --public-url and --token-file.")
  private String host = ConsoleAccess.LOOPBACK;

  @Option(
      names = "--public-url",
      paramLabel = "URL",
      description = "The https address of a proxy before the console; needs --token-file.")
  private @Nullable URI publicUrl;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description =
          "Let in only requests with a token of this file: lines 'reader TOKEN' and 'operator"
              + " TOKEN'.")
  private @Nullable Path tokenFile;

  /** Works in {@code context}. */
  public ConsoleCommand(CliContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (port < 0 || port > MAX_PORT) {
      throw new ParameterException(spec.commandLine(), "--port goes from 0 to 65535.");
    }
    FlatSettings settings = config.read(context.environment()).settings();
    List<String> named =
        config.file() == null ? List.of() : List.of("--config", config.file().toString());
    PrintWriter out = spec.commandLine().getOut();
    ConsoleAccess access = access();
    Console console = Console.start(new ConsoleOptions(port, named, access), settings, context);
    Runtime.getRuntime().addShutdownHook(new Thread(console::close, "stop-console"));
    out.println("The console is at " + access.shown(console.address()) + " until Ctrl-C.");
    out.flush();
    new CountDownLatch(1).await();
    return ExitCode.OK.code();
  }

  private ConsoleAccess access() {
    try {
      return new ConsoleAccess(
          allowsActs, host, Optional.ofNullable(publicUrl), Optional.ofNullable(tokenFile));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }
}
