package io.twinbus.proving.bench.subject;

import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.proving.bench.BenchStage;
import io.twinbus.proving.bench.Benchmark;
import io.twinbus.proving.bench.Budget;
import io.twinbus.proving.bench.Result;
import io.twinbus.proving.bench.Samples;
import io.twinbus.proving.bench.instrument.CommandProcess;
import io.twinbus.proving.bench.product.BenchReceiver;
import io.twinbus.sender.Sender;
import io.twinbus.sender.message.OutboundMessage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;

/**
 * How long an operator waits for an answer, each command a process of its own as the launcher
 * starts it, with a hundred thousand sessions in the ledger and some copies in the queues.
 */
public final class CommandLineBench implements Benchmark {

  /** An operator's patience: seconds for a session, and for a list after start-up. */
  private static final Budget SHOW = Budget.atMost(1.2);

  private static final Budget LIST = Budget.atMost(2);

  /** A page of a hundred, found by the index, and what is asked before it. */
  private static final Budget UNITS = Budget.atMost(150);

  private static final int SESSIONS = 100_000;
  private static final int LIMIT = 100;
  private static final int COPIES = 20;
  private static final String SHOWN = SessionRecords.FIRST;

  private final SessionRecords filling;
  private final int warmRounds;

  private CommandLineBench(int sessions, int warmRounds) {
    this.filling = new SessionRecords(sessions);
    this.warmRounds = warmRounds;
  }

  /** With 100,000 sessions, one in two hundred of them BLOCKED. */
  public static CommandLineBench full() {
    return new CommandLineBench(SESSIONS, 1);
  }

  /** With a few sessions, two of them BLOCKED: it only shows that the bench works. */
  public static CommandLineBench brief() {
    return new CommandLineBench(2 * SessionRecords.BLOCKED_EVERY, 0);
  }

  @Override
  public void run(BenchStage stage) throws IOException, InterruptedException, TimeoutException {
    try (MeasuredStack stack = MeasuredStack.start(stage)) {
      FlatSettings settings = stack.settings(Map.of());
      try (CosmosLedger ledger = BenchReceiver.openLedger(settings)) {
        filling.run(stage, ledger);
      }
      queue(settings);
      CommandProcess commands = new CommandProcess(stack.endpoints(), stage.children().directory());
      List<Double> bare = new ArrayList<>();
      List<Double> show = new ArrayList<>();
      List<Double> list = new ArrayList<>();
      List<Double> units = new ArrayList<>();
      for (int round = 1 - warmRounds; round <= stage.rounds(); round++) {
        stage.progress().show("command line: round %d of %d".formatted(round, stage.rounds()));
        CommandProcess.Answer version = commands.run("--version");
        CommandProcess.Answer shown = commands.run("sessions", "show", SHOWN);
        CommandProcess.Answer listed =
            commands.run("sessions", "list", "--status", "BLOCKED", "--limit", "" + LIMIT, "-v");
        if (round > 0) { // the first fills the machine's file cache
          bare.add(version.seconds());
          show.add(shown.seconds());
          list.add(Math.max(0, listed.seconds() - version.seconds()));
          units.add(listed.requestUnits());
        }
      }
      stage.tell(Result.of("command line: start-up (--version)", " s", new Samples(bare)));
      stage.tell(
          Result.of("command line: sessions show, both queues", " s", new Samples(show))
              .within(SHOW));
      stage.tell(
          Result.of(
                  "command line: sessions list --status BLOCKED, after it", " s", new Samples(list))
              .within(LIST)
              .remarking(
                  "%d of %,d, of %,d sessions"
                      .formatted(
                          Math.min(LIMIT, filling.blocked()), filling.blocked(), filling.count())));
      stage.tell(
          Result.of("command line: what that list asks of the ledger", " RU", new Samples(units))
              .within(UNITS));
    }
  }

  /** Some copies wait for the session that is shown. */
  private static void queue(FlatSettings settings) throws InterruptedException {
    try (Sender sender = Sender.builder(settings).build()) {
      for (int copy = 1; copy <= COPIES; copy++) {
        var unused = sender.sendAndWait(OutboundMessage.of(SHOWN, "m-" + copy).body("{}").build());
      }
    }
  }
}
