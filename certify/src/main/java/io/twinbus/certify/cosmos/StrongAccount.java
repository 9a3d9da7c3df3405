package io.twinbus.certify.cosmos;

import io.twinbus.certify.check.Assumption;
import io.twinbus.certify.check.Check;
import io.twinbus.certify.check.Cost;
import io.twinbus.certify.check.Finding;
import io.twinbus.certify.check.Promise;
import java.time.Duration;

/** Looks whether the account's default consistency is Strong. */
final class StrongAccount implements Check<AccountBench, StrongAccount.Seen> {

  private static final String ID = "account-strong";

  /** The default consistency, as the account spells it. */
  record Seen(String consistency) {}

  @Override
  public Assumption assumption() {
    return new Assumption(
        ID,
        "The account's default consistency is Strong.",
        new Assumption.Reason(
            "Whoever reads a session's record must see the last claim and the last commit, "
                + "in every region.",
            Promise.ORDER,
            "A worker acts on an old record: it runs a message that has ended, or one whose "
                + "predecessor has not.",
            AccountPage.CONSISTENCY),
        Duration.ofSeconds(15),
        Cost.requestUnits(0));
  }

  @Override
  public Seen observe(AccountBench bench) {
    return new Seen(bench.account().defaultConsistency());
  }

  @Override
  public Finding judge(Seen seen) {
    return seen.consistency().equals("Strong")
        ? Finding.holds("It is Strong.")
        : Finding.broken("It is %s.".formatted(seen.consistency()));
  }
}
