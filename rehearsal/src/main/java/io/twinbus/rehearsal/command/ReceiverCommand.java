package io.twinbus.rehearsal.command;

import io.twinbus.receiver.app.ReceiverApplication;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs the receiver service, the same that is deployed, in this process. */
@Command(
    name = "receiver",
    mixinStandardHelpOptions = true,
    description = {
      "Run a receiver of one region until it is stopped; then it drains.",
      "Its handler is the HTTP endpoint that twinbus.receiver.http.url names. It says on standard"
          + " error when it is ready, and where it answers for its health."
    },
    footer = {
      "%nExamples:",
      "  twinbus receiver --region east",
      "  twinbus receiver --region west --config orders.yaml --port 0"
    })
public final class ReceiverCommand implements Runnable {

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description =
          "Configuration file (default: twinbus.yaml if it exists). Environment variables such as"
              + " TWINBUS_LEDGER_KEY win over it.")
  private @Nullable String config;

  @Option(
      names = "--region",
      paramLabel = "NAME",
      description = "The region to receive from (default: twinbus.region).")
  private @Nullable String region;

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "Port for health and counts; 0 means any free one (default: 8080).")
  private @Nullable String port;

  @Override
  public void run() {
    List<String> arguments = new ArrayList<>();
    add(arguments, "--config", config);
    add(arguments, "--region", region);
    add(arguments, "--port", port);
    try {
      ReceiverApplication.main(arguments.toArray(String[]::new));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void add(List<String> arguments, String option, @Nullable String value) {
    if (value != null) {
      arguments.add(option);
      arguments.add(value);
    }
  }
}
