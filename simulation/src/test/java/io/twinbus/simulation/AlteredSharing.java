package io.twinbus.simulation;

import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.admission.WritePriority;
import io.twinbus.receiver.bytes.CopyBudget;
import io.twinbus.receiver.rules.SharedPlaces;
import io.twinbus.receiver.rules.WaitingWrites;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.stream.IntStream;

/**
 * A flooded queue beside calm ones: what it leaves them of the places, the bytes and the turns at
 * the ledger. Each play answers what went wrong, and nothing when all went well.
 */
public final class AlteredSharing implements LongFunction<Optional<String>> {

  static final long PLACES = 1;
  static final long BYTES = 2;
  static final long TURNS = 3;

  private static final int TOTAL = 30;
  private static final int QUEUES = 3;
  private static final int GUARANTEED = TOTAL / QUEUES;
  private static final long COPY = 10_000;
  private static final int COPIES = 100;
  private static final int FLOOD = 100;

  private final List<String> wrong = new ArrayList<>();

  @Override
  public Optional<String> apply(long play) {
    wrong.clear();
    if (play == PLACES) {
      places();
    } else if (play == BYTES) {
      bytes();
    } else {
      turns();
    }
    return wrong.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", wrong));
  }

  /** One queue's places, all of which are at work until they are given back. */
  private static final class Places {
    private final SharedPlaces.Share share;
    private int sessions;

    Places(SharedPlaces all) {
      share = all.share(TOTAL, () -> sessions);
    }

    boolean take() {
      if (!share.tryTake(1)) {
        return false;
      }
      share.answered();
      sessions++;
      share.arrived();
      return true;
    }
  }

  private void places() {
    SharedPlaces all = new SharedPlaces(TOTAL);
    Places flooded = new Places(all);
    List<Places> calm = List.of(new Places(all), new Places(all));
    takeAll(flooded);
    require(flooded.sessions == TOTAL - calm.size(), "the flood has " + flooded.sessions);
    calm.forEach(each -> require(each.take(), "a calm queue's first place is lent"));
    for (int round = 0; round < TOTAL; round++) {
      calm.forEach(Places::take);
      flooded.sessions -= flooded.share.owes();
      takeAll(flooded);
      int used = flooded.sessions + calm.stream().mapToInt(each -> each.sessions).sum();
      require(used <= TOTAL, used + " places are taken");
    }
    calm.forEach(each -> require(each.sessions == GUARANTEED, "a calm queue has " + each.sessions));
    require(flooded.sessions == GUARANTEED, "at last the flood has " + flooded.sessions);
  }

  private static void takeAll(Places queue) {
    for (int n = 0; n < TOTAL && queue.take(); n++) {
      // as many as it may
    }
  }

  /** The budget holds a hundred copies; each session has one. */
  private void bytes() {
    CopyBudget budget = new CopyBudget(COPIES * COPY);
    CopyBudget.Share flooded = budget.share();
    List<CopyBudget.Share> calm = IntStream.range(0, 60).mapToObj(n -> budget.share()).toList();
    List<CopyBudget.Account> flood = fill(flooded);
    require(flood.size() >= 35, "the flood has no more than " + flood.size());
    require(
        flood.size() <= COPIES - calm.size(),
        "the flood has %d of %d copies beside %d queues"
            .formatted(flood.size(), COPIES, calm.size()));
    flood.forEach(CopyBudget.Account::close);
    calm.forEach(each -> open(each));
    int again = fill(flooded).size();
    require(again <= (COPIES - calm.size()) / 2, "the flood has %d of 40".formatted(again));
    require(again >= 15, "the flood has no more than %d of 40".formatted(again));
    int second = fill(calm.get(0)).size();
    require(second >= 5, "a second queue gets " + second);
  }

  /** Accepts sessions of {@code queue} for as long as it may. */
  private static List<CopyBudget.Account> fill(CopyBudget.Share queue) {
    List<CopyBudget.Account> sessions = new ArrayList<>();
    while (sessions.size() < 2 * COPIES && queue.keepFreeForAccepts(1)) {
      sessions.add(open(queue));
    }
    return sessions;
  }

  private static CopyBudget.Account open(CopyBudget.Share queue) {
    CopyBudget.Account session = queue.open();
    session.want(1);
    session.delivered(COPY);
    return session;
  }

  private void turns() {
    EntityKey flooded = EntityKey.ofQueue("flooded");
    WaitingWrites<String> writes = new WaitingWrites<>();
    IntStream.range(0, FLOOD).forEach(n -> writes.add(flooded, WritePriority.HELD, "flood" + n));
    EntityKey calm = EntityKey.ofQueue("calm");
    writes.add(calm, WritePriority.CLAIM, "claim");
    writes.add(calm, WritePriority.HELD, "held");
    writes.addFirst(calm, WritePriority.HELD, "throttled");
    List<String> gone = IntStream.range(0, 6).mapToObj(n -> String.valueOf(writes.next())).toList();
    List<String> due = List.of("flood0", "throttled", "flood1", "held", "flood2", "claim");
    require(gone.equals(due), "writes go as " + gone);
  }

  private void require(boolean isWell, String otherwise) {
    if (!isWell && wrong.size() < 3) {
      wrong.add(otherwise);
    }
  }
}
