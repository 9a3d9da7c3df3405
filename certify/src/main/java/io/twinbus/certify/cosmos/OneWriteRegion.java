package io.twinbus.certify.cosmos;

import io.twinbus.certify.check.Assumption;
import io.twinbus.certify.check.Check;
import io.twinbus.certify.check.Cost;
import io.twinbus.certify.check.Finding;
import io.twinbus.certify.check.Promise;
import java.time.Duration;
import java.util.List;

/** Looks whether the account accepts writes in one region only. */
final class OneWriteRegion implements Check<AccountBench, OneWriteRegion.Seen> {

  private static final String ID = "one-write-region";

  /** Whether the account says that it is written in several regions, and in which it is. */
  record Seen(boolean isMultiple, List<String> regions) {}

  @Override
  public Assumption assumption() {
    return new Assumption(
        ID,
        "One region accepts writes.",
        new Assumption.Reason(
            "Conditional writes decide who owns a session; two regions that write decide it "
                + "twice.",
            Promise.FENCING,
            "Two workers hold one session's claim until the regions have merged their "
                + "writes, and one of both is lost.",
            AccountPage.MULTIPLE_WRITES),
        Duration.ofSeconds(15),
        Cost.requestUnits(0));
  }

  @Override
  public Seen observe(AccountBench bench) {
    return new Seen(bench.account().hasMultipleWrites(), bench.account().writeRegions());
  }

  @Override
  public Finding judge(Seen seen) {
    return !seen.isMultiple() && seen.regions().size() == 1
        ? Finding.holds("Writes go to %s.".formatted(seen.regions().get(0)))
        : Finding.broken("Writes are accepted in several regions: %s.".formatted(seen.regions()));
  }
}
