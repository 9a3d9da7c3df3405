package io.twinbus.certify.closing;

import io.twinbus.certify.check.Assumption;
import io.twinbus.certify.check.Cost;
import io.twinbus.certify.check.Finding;
import io.twinbus.certify.check.Promise;
import io.twinbus.certify.check.Trial;
import io.twinbus.certify.cosmos.AccountSite;
import io.twinbus.certify.run.Belongings;
import io.twinbus.certify.run.RunName;
import io.twinbus.certify.servicebus.BusSite;
import io.twinbus.protocol.settings.FlatSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;

/** Prepares a {@link ClosingRun}: a queue in each region, and settings of its own. */
public final class Closing {

  /** The place's name in results. */
  public static final String PLACE = "all together";

  private static final Assumption ASSUMPTION =
      new Assumption(
          "closing-run",
          "Senders and receivers of this build, of which one receiver is killed, lose no message,"
              + " keep the order of each session, and explain each repeat.",
          new Assumption.Reason(
              "It is what all other assumptions are for, seen at once on these services.",
              Promise.ORDER,
              "Something is assumed that no check tries: send us the report.",
              "https://learn.microsoft.com/azure/service-bus-messaging/message-sessions"),
          Duration.ofMinutes(5),
          new Cost(3_000, 6_000));

  private final ClosingRun run;

  /** Prepares {@code run}. */
  public Closing(ClosingRun run) {
    this.run = run;
  }

  /** What it tries. */
  public static Assumption assumption() {
    return ASSUMPTION;
  }

  /**
   * It, ready to run on what it makes for {@code name}; or the reason why it cannot.
   *
   * @param deployment the settings of the deployment that is examined
   */
  public Trial prepare(
      FlatSettings deployment,
      RunName name,
      List<BusSite> regions,
      AccountSite account,
      Belongings belongings) {
    Optional<String> obstacle = account.makeLedger(name, belongings);
    for (BusSite region : regions) {
      obstacle = obstacle.or(() -> region.makeWorkQueue(name, belongings));
    }
    return new Trial(
        ASSUMPTION,
        PLACE,
        obstacle
            .<Callable<Finding>>map(why -> () -> Finding.notRun(why))
            .orElse(() -> run.play(settings(deployment, name, account))));
  }

  /** Regions and credentials are the deployment's; all else is the run's, or a default. */
  private static FlatSettings settings(FlatSettings deployment, RunName name, AccountSite account) {
    return deployment
        .without("twinbus.topic")
        .without("twinbus.subscription")
        .without("twinbus.queue") // and those of each queue below twinbus.queues
        .without("twinbus.sender.")
        .without("twinbus.receiver.")
        .with(
            Map.of(
                "twinbus.cluster", name.text(),
                "twinbus.queue", BusSite.workQueue(name),
                "twinbus.ledger.generation", "1"))
        .with(account.ledger(name));
  }
}
