package io.twinbus.console;

import io.twinbus.local.LocalStack;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.ops.cli.TwinbusCli;
import io.twinbus.ops.command.CliContext;
import io.twinbus.protocol.configuration.Configuration;
import io.twinbus.protocol.settings.ConfiguredQueues;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.sender.Sender;
import io.twinbus.sender.message.OutboundMessage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A local stack with the queues orders and payments, no receivers, one message in payments at home
 * in west, whose other copy is two minutes away, and a console that shows orders.
 */
public final class TwoQueues implements AutoCloseable {

  private final LocalStack stack;
  private final Console console;

  private TwoQueues(LocalStack stack, Console console) {
    this.stack = stack;
    this.console = console;
  }

  /** Starts it. */
  public static TwoQueues start() throws Exception {
    LocalStack stack =
        LocalStack.builder()
            .queues(QueueSettings.sessionQueue("orders"), QueueSettings.sessionQueue("payments"))
            .start();
    Map<String, String> environment =
        new TreeMap<>(
            Map.of(
                "TWINBUS_REGIONS_EAST_CONNECTION_STRING", stack.connectionString("east"),
                "TWINBUS_REGIONS_WEST_CONNECTION_STRING", stack.connectionString("west"),
                "TWINBUS_LEDGER_ENDPOINT", stack.ledgerEndpoint(),
                "TWINBUS_LEDGER_KEY", stack.ledgerKey(),
                "TWINBUS_QUEUES_ORDERS_QUEUE", "orders",
                "TWINBUS_QUEUES_PAYMENTS_QUEUE", "payments",
                "TWINBUS_HOME", "west"));
    environment.put("TWINBUS_STANDBY_DELAY", "2m");
    // The first send can take seconds on a busy machine. With the default budget the sender would
    // take the region for down, and send the other region's copy without its standby delay.
    environment.put("TWINBUS_SENDER_REGION_TIME_BUDGET", "1m");
    FlatSettings settings = Configuration.read(null, environment).settings();
    FlatSettings orders = ConfiguredQueues.one(settings, Optional.of("orders"), "--queue");
    try (Sender sender = Sender.builder(settings, "payments").build()) {
      var unused = sender.sendAndWait(OutboundMessage.of("s", "m").body("one").build());
    }
    CliContext here = CliContext.ofThisMachine();
    CliContext context =
        new CliContext(here.ledger(), here.queues(), here.clocks(), here.pause(), environment);
    int code =
        TwinbusCli.with(TwinbusCli.operatorCommands(context)).execute("ledger", "init", "--yes");
    if (code != 0) {
      throw new IllegalStateException("'ledger init' ended with exit code " + code + ".");
    }
    return new TwoQueues(
        stack,
        Console.start(new ConsoleOptions(0, List.of(), ConsoleAccess.reading()), orders, context));
  }

  /** The console. */
  public Console console() {
    return console;
  }

  @Override
  public void close() {
    console.close();
    stack.close();
  }
}
