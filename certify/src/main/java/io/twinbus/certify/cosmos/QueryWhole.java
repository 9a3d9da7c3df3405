package io.twinbus.certify.cosmos;

import io.twinbus.certify.check.Assumption;
import io.twinbus.certify.check.Check;
import io.twinbus.certify.check.Cost;
import io.twinbus.certify.check.Finding;
import io.twinbus.certify.check.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Tries whether a query shows everything that was acknowledged. */
final class QueryWhole implements Check<AccountBench, QueryWhole.Seen> {

  private static final String ID = "query-whole";

  /** The ids that were created, and those that the query showed. */
  record Seen(List<String> created, List<String> found) {}

  private static final int ITEMS = 4;

  @Override
  public Assumption assumption() {
    return new Assumption(
        ID,
        "A query of a partition shows every item whose creation was acknowledged.",
        new Assumption.Reason(
            "Observers read all leases by a query of their partition, and judge those dead "
                + "that are missing.",
            Promise.AVAILABILITY,
            "A living instance is judged dead: its sessions are taken over, and its "
                + "handlers' messages run again.",
            AccountPage.INDEXING),
        Duration.ofSeconds(40),
        Cost.requestUnits(60));
  }

  @Override
  public Seen observe(AccountBench bench) throws Exception {
    List<String> created = new ArrayList<>();
    for (int i = 1; i <= ITEMS; i++) {
      String id = ID + "-" + i;
      if (bench.create(ID, id, "item").isDone()) {
        created.add(id);
      }
    }
    return new Seen(created, bench.query(ID));
  }

  @Override
  public Finding judge(Seen seen) {
    if (seen.created().size() < ITEMS) {
      return Finding.notRun("%d of %d items were created.".formatted(seen.created().size(), ITEMS));
    }
    return seen.found().equals(seen.created())
        ? Finding.holds("The query showed all %d items.".formatted(ITEMS))
        : Finding.broken("Of %s the query showed %s.".formatted(seen.created(), seen.found()));
  }
}
