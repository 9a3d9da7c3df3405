package io.twinbus.certify.cosmos;

import io.twinbus.certify.check.Assumption;
import io.twinbus.certify.check.Check;
import io.twinbus.certify.check.Cost;
import io.twinbus.certify.check.Finding;
import io.twinbus.certify.check.Promise;
import java.time.Duration;

/** Tries whether a second create of an item is refused. */
final class CreateConflict implements Check<AccountBench, CreateConflict.Seen> {

  private static final String ID = "create-conflict";

  /** The statuses of both creates. */
  record Seen(int first, int second) {}

  private static final int CONFLICT = 409;

  @Override
  public Assumption assumption() {
    return new Assumption(
        ID,
        "A create of an item that exists is refused with 409.",
        new Assumption.Reason(
            "The first claim of a session is a create: of two workers one must lose.",
            Promise.FENCING,
            "Two workers hold the first claim of one session, and both run its messages.",
            AccountPage.STATUSES),
        Duration.ofSeconds(40),
        Cost.requestUnits(30));
  }

  @Override
  public Seen observe(AccountBench bench) throws Exception {
    int first = bench.create(ID, ID, "first").status();
    return new Seen(first, bench.create(ID, ID, "second").status());
  }

  @Override
  public Finding judge(Seen seen) {
    if (seen.first() >= 300) {
      return Finding.notRun("A plain create was answered with %d.".formatted(seen.first()));
    }
    return seen.second() == CONFLICT
        ? Finding.holds("The second create was refused with 409.")
        : seen.second() < 300
            ? Finding.broken("The second create was answered with %d.".formatted(seen.second()))
            : Finding.notRun("The second create was answered with %d.".formatted(seen.second()));
  }
}
