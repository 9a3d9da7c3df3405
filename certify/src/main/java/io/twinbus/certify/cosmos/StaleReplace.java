package io.twinbus.certify.cosmos;

import io.twinbus.certify.check.Assumption;
import io.twinbus.certify.check.Check;
import io.twinbus.certify.check.Cost;
import io.twinbus.certify.check.Finding;
import io.twinbus.certify.check.Promise;
import java.time.Duration;

/** Tries whether a replace with an outdated ETag is refused. */
final class StaleReplace implements Check<AccountBench, StaleReplace.Seen> {

  private static final String ID = "stale-replace";

  /** The status of the write before, and that of the outdated one. */
  record Seen(int before, int stale) {}

  private static final int PRECONDITION_FAILED = 412;

  @Override
  public Assumption assumption() {
    return new Assumption(
        ID,
        "A replace with an outdated ETag is refused with 412.",
        new Assumption.Reason(
            "Claims, commits and releases are replaces with the ETag that the worker has "
                + "read.",
            Promise.FENCING,
            "A worker that was judged dead writes over its successor's record: messages run "
                + "twice, cursors go back.",
            AccountPage.OPTIMISTIC),
        Duration.ofSeconds(40),
        Cost.requestUnits(50));
  }

  @Override
  public Seen observe(AccountBench bench) throws Exception {
    AccountBench.Answer created = bench.create(ID, ID, "first");
    if (!created.isDone()) {
      return new Seen(created.status(), 0);
    }
    int before = bench.replace(ID, ID, "second", created.etag()).status();
    return new Seen(before, bench.replace(ID, ID, "third", created.etag()).status());
  }

  @Override
  public Finding judge(Seen seen) {
    if (seen.before() >= 300) {
      return Finding.notRun("A plain write was answered with %d.".formatted(seen.before()));
    }
    return seen.stale() == PRECONDITION_FAILED
        ? Finding.holds("The outdated replace was refused with 412.")
        : seen.stale() < 300
            ? Finding.broken("A replace with an outdated ETag was done.")
            : Finding.notRun("The outdated replace was answered with %d.".formatted(seen.stale()));
  }
}
