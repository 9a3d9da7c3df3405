package io.twinbus.rehearsal.demo;

import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.store.LedgerQueries;
import io.twinbus.ledger.store.PageOutcome;
import io.twinbus.ledger.store.SessionFilter;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.ledger.Answers;
import io.twinbus.protocol.RegionName;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Asks the ledger who has claimed what, in all queues of a run. Thread-safe. */
final class ClaimWatch {

  private static final int MAX_PAGES = 1000;

  private final List<LedgerQueries> queries;

  ClaimWatch(List<LedgerQueries> queries) {
    this.queries = queries;
  }

  /**
   * The sessions claimed in {@code region}, with the token of each claim.
   *
   * @param instances only by these instances; empty: by any
   */
  Map<String, Long> claimedIn(RegionName region, Set<String> instances) {
    SessionFilter filter = SessionFilter.ALL.withStatus(SessionStatus.WORKING).withRegion(region);
    Map<String, Long> claimed = new HashMap<>();
    queries.forEach(each -> addClaimed(each, filter, instances, claimed));
    return claimed;
  }

  private static void addClaimed(
      LedgerQueries queries,
      SessionFilter filter,
      Set<String> instances,
      Map<String, Long> claimed) {
    Optional<String> continuation = Optional.empty();
    for (int page = 0; page < MAX_PAGES; page++) {
      PageOutcome outcome =
          Answers.await(queries.list(filter, LedgerQueries.MAX_PAGE_SIZE, continuation));
      if (!(outcome instanceof PageOutcome.Page found)) {
        throw new CommandFailure(
            ExitCode.FAILURE,
            "The ledger could not say what is claimed: " + ((PageOutcome.Unknown) outcome).why());
      }
      for (SessionRecord record : found.sessions()) {
        if (isOwnedByOne(record, instances)) {
          claimed.put(record.session().value(), record.token());
        }
      }
      continuation = found.continuation();
      if (continuation.isEmpty()) {
        break;
      }
    }
  }

  private static boolean isOwnedByOne(SessionRecord record, Set<String> instances) {
    return instances.isEmpty()
        || Optional.ofNullable(record.custody().owner())
            .map(owner -> owner.instance())
            .map(InstanceId::value)
            .filter(instances::contains)
            .isPresent();
  }
}
