package io.twinbus.certify.cosmos;

import io.twinbus.certify.check.Assumption;
import io.twinbus.certify.check.Check;
import io.twinbus.certify.check.Cost;
import io.twinbus.certify.check.Finding;
import io.twinbus.certify.check.Promise;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Tries whether every region shows a write that was acknowledged. */
final class StrongRead implements Check<AccountBench, StrongRead.Seen> {

  private static final String ID = "strong-read";

  /**
   * How many reads there were in how many regions, and what the first outdated one was; empty:
   * none.
   */
  record Seen(int reads, int regions, Optional<String> outdated) {}

  private static final int WRITES = 5;

  @Override
  public Assumption assumption() {
    return new Assumption(
        ID,
        "A read in any region shows every write that was acknowledged before it began.",
        new Assumption.Reason(
            "Workers of all regions decide on what they read of the session record and of "
                + "the leases.",
            Promise.ORDER,
            "A worker acts on an old record: it runs a message that has ended, or one whose "
                + "predecessor has not.",
            AccountPage.CONSISTENCY),
        Duration.ofSeconds(60),
        Cost.requestUnits(300));
  }

  @Override
  public Seen observe(AccountBench bench) throws Exception {
    List<String> regions = bench.account().regions();
    AccountBench.Answer last = bench.create(ID, ID, "0");
    int reads = 0;
    for (int i = 0; i < WRITES; i++) {
      if (!last.isDone()) {
        throw new IllegalStateException("A plain write was answered with " + last.status() + ".");
      }
      for (String region : regions) {
        String found = bench.read(region, ID, ID).orElse("nothing");
        reads++;
        if (!found.equals(Integer.toString(i))) {
          return new Seen(
              reads,
              regions.size(),
              Optional.of("%s showed %s after write %d".formatted(region, found, i)));
        }
      }
      last = bench.replace(ID, ID, Integer.toString(i + 1), last.etag());
    }
    return new Seen(reads, regions.size(), Optional.empty());
  }

  @Override
  public Finding judge(Seen seen) {
    return seen.outdated()
        .map(what -> Finding.broken("An acknowledged write was not seen: %s.".formatted(what)))
        .orElseGet(
            () ->
                Finding.holds(
                    "%d reads showed the last write (regions: %d)."
                        .formatted(seen.reads(), seen.regions())));
  }
}
