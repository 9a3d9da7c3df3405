package io.twinbus.certify.cosmos;

import io.twinbus.certify.check.Assumption;
import io.twinbus.certify.check.Check;
import io.twinbus.certify.check.Cost;
import io.twinbus.certify.check.Finding;
import io.twinbus.certify.check.Promise;
import java.time.Duration;
import java.util.Optional;

/** Tries whether items of one id in two partitions are two items. */
final class PartitionsApart implements Check<AccountBench, PartitionsApart.Seen> {

  private static final String ID = "partitions-apart";

  /** The values found in both partitions; the items were created with "one" and "two". */
  record Seen(Optional<String> one, Optional<String> two) {}

  @Override
  public Assumption assumption() {
    return new Assumption(
        ID,
        "Items of one id in two partitions are two items.",
        new Assumption.Reason(
            "A session's records lie in a partition of their own, under ids that all "
                + "sessions share.",
            Promise.ORDER,
            "Sessions share records: messages of one are dropped by the cursor of another.",
            AccountPage.PARTITIONS),
        Duration.ofSeconds(40),
        Cost.requestUnits(40));
  }

  @Override
  public Seen observe(AccountBench bench) throws Exception {
    var unusedOne = bench.create(ID + "-1", ID, "one");
    var unusedTwo = bench.create(ID + "-2", ID, "two");
    return new Seen(bench.read(ID + "-1", ID), bench.read(ID + "-2", ID));
  }

  @Override
  public Finding judge(Seen seen) {
    return seen.one().equals(Optional.of("one")) && seen.two().equals(Optional.of("two"))
        ? Finding.holds("Each partition has its own item.")
        : Finding.broken(
            "The partitions show %s and %s."
                .formatted(seen.one().orElse("nothing"), seen.two().orElse("nothing")));
  }
}
