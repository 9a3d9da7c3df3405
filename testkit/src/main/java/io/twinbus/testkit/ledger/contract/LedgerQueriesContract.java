package io.twinbus.testkit.ledger.contract;

import static io.twinbus.testkit.ledger.contract.Outcomes.await;
import static io.twinbus.testkit.ledger.contract.Outcomes.written;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.ledger.Owner;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.store.CountsOutcome;
import io.twinbus.ledger.store.ExplicitStreamsOutcome;
import io.twinbus.ledger.store.LedgerQueries;
import io.twinbus.ledger.store.PageOutcome;
import io.twinbus.ledger.store.SessionFilter;
import io.twinbus.ledger.store.SessionStore;
import io.twinbus.protocol.SessionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * What every {@link LedgerQueries} must do; a test class inherits it and says which one it means.
 *
 * <p>Each test looks under a prefix of its own, since others' sessions may lie beside.
 */
public abstract class LedgerQueriesContract {

  private static final int MAX_PAGES = 100;

  /** For the class that says which port it means. */
  protected LedgerQueriesContract() {}

  /** The port. */
  protected abstract LedgerQueries queries();

  /** The store that writes what the port sees. */
  protected abstract SessionStore store();

  @Test
  void aPrefixFindsWhatBeginsWithItAndNothingElse() {
    String prefix = Samples.fresh("pre/'\"%_é");
    SessionRecord inside = create(Samples.idle(new SessionId(prefix + "/1")));
    create(Samples.idle(new SessionId("x" + prefix)));

    List<SessionRecord> found = all(SessionFilter.ALL.withPrefix(prefix), 10);

    assertThat(found).containsExactly(inside);
  }

  @Test
  void aPrefixFindsSessionsWhoseIdTravelsAsAHash() {
    String prefix = Samples.fresh("long");
    SessionRecord inside = create(Samples.idle(new SessionId(prefix + "y".repeat(500))));

    assertThat(all(SessionFilter.ALL.withPrefix(prefix), 10)).containsExactly(inside);
  }

  @Test
  void inOrderTheyComeByTheirIdsAndAfterTheOneThatIsNamed() {
    String prefix = Samples.fresh("order");
    for (String name : List.of("c", "a", "e", "b", "d")) {
      create(Samples.idle(new SessionId(prefix + name)));
    }

    SessionFilter filter = SessionFilter.ALL.withPrefix(prefix);

    assertThat(all(filter.inOrderAfter(""), 2))
        .extracting(record -> record.session().value())
        .containsExactly(prefix + "a", prefix + "b", prefix + "c", prefix + "d", prefix + "e");
    assertThat(all(filter.inOrderAfter(prefix + "c"), 10))
        .extracting(record -> record.session().value())
        .containsExactly(prefix + "d", prefix + "e");
  }

  @Test
  void aStatusFindsSessionsThatHaveIt() {
    String prefix = Samples.fresh("status");
    create(Samples.idle(new SessionId(prefix + "idle")));
    SessionRecord blocked = create(Samples.blocked(new SessionId(prefix + "blocked")));

    List<SessionRecord> found =
        all(SessionFilter.ALL.withPrefix(prefix).withStatus(SessionStatus.BLOCKED), 10);

    assertThat(found).containsExactly(blocked);
  }

  @Test
  void aRegionAndAnOwnerFindWhatTheyHold() {
    String prefix = Samples.fresh("owner");
    Owner east = Samples.owner(Samples.EAST);
    SessionRecord ours = create(Samples.working(new SessionId(prefix + "1"), east));
    SessionRecord neighbours =
        create(Samples.working(new SessionId(prefix + "2"), Samples.owner(Samples.EAST)));
    create(Samples.working(new SessionId(prefix + "3"), Samples.owner(Samples.WEST)));
    create(Samples.idle(new SessionId(prefix + "4")));
    SessionFilter here = SessionFilter.ALL.withPrefix(prefix);

    List<SessionRecord> inEast = all(here.withRegion(Samples.EAST), 10);
    List<SessionRecord> ownedByUs = all(here.withOwner(east.instance()), 10);

    assertThat(inEast).containsExactlyInAnyOrder(ours, neighbours);
    assertThat(ownedByUs).containsExactly(ours);
  }

  @Test
  void aMomentFindsWhatWasNotWrittenSince() {
    String prefix = Samples.fresh("age");
    SessionRecord record = create(Samples.idle(new SessionId(prefix)));
    SessionFilter here = SessionFilter.ALL.withPrefix(prefix);

    assertThat(all(here.withUnchangedSince(Samples.NOON.plusNanos(1)), 10)).containsExactly(record);
    assertThat(all(here.withUnchangedSince(Samples.NOON), 10)).isEmpty();
  }

  @Test
  void gapsFindSessionsInWhichARegionReportsOne() {
    String prefix = Samples.fresh("gap");
    create(Samples.idle(new SessionId(prefix + "1")));
    SessionRecord waiting = create(Samples.full(new SessionId(prefix + "2")));

    assertThat(all(SessionFilter.ALL.withPrefix(prefix).withGaps(), 10)).containsExactly(waiting);
  }

  @Test
  void pagesTogetherHoldEverySessionOnce() {
    String prefix = Samples.fresh("page");
    List<SessionRecord> many =
        IntStream.range(0, 25)
            .mapToObj(i -> create(Samples.idle(new SessionId(prefix + i))))
            .toList();

    List<SessionRecord> found = all(SessionFilter.ALL.withPrefix(prefix), 7);

    assertThat(found).containsExactlyInAnyOrderElementsOf(many);
  }

  @Test
  void aFilterThatNothingMeetsIsOneEmptyPage() {
    PageOutcome outcome =
        await(
            queries()
                .list(SessionFilter.ALL.withPrefix(Samples.fresh("none")), 10, Optional.empty()));

    assertThat(outcome)
        .isInstanceOfSatisfying(
            PageOutcome.Page.class,
            page -> {
              assertThat(page.sessions()).isEmpty();
              assertThat(page.continuation()).isEmpty();
            });
  }

  @Test
  void aPageSizeOutOfBoundsIsRefused() {
    assertThatThrownBy(() -> queries().list(SessionFilter.ALL, 0, Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () ->
                queries()
                    .list(SessionFilter.ALL, LedgerQueries.MAX_PAGE_SIZE + 1, Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void countsGrowByWhatIsCreated() {
    Map<SessionStatus, Long> before = counts();

    create(Samples.blocked(Samples.session("count")));
    create(Samples.blocked(Samples.session("count")));
    create(Samples.idle(Samples.session("count")));

    Map<SessionStatus, Long> after = counts();
    assertThat(after.keySet()).containsExactlyInAnyOrder(SessionStatus.values());
    assertThat(after)
        .containsEntry(SessionStatus.BLOCKED, count(before, SessionStatus.BLOCKED) + 2)
        .containsEntry(SessionStatus.IDLE, count(before, SessionStatus.IDLE) + 1)
        .containsEntry(SessionStatus.PENDING, count(before, SessionStatus.PENDING));
  }

  @Test
  void whatIsKeptOfExplicitStreamsIsCountedWithItsSize() {
    ExplicitStreamsOutcome.Counted before = explicitStreams();

    create(Samples.idle(Samples.session("plain")));
    create(Samples.explicit(Samples.session("explicit")));
    create(Samples.explicit(Samples.session("explicit")));

    ExplicitStreamsOutcome.Counted after = explicitStreams();
    assertThat(after.documents()).isEqualTo(before.documents() + 2);
    assertThat(after.bytes()).isGreaterThan(before.bytes() + 100);
  }

  private ExplicitStreamsOutcome.Counted explicitStreams() {
    ExplicitStreamsOutcome outcome = await(queries().explicitStreams());
    assertThat(outcome).isInstanceOf(ExplicitStreamsOutcome.Counted.class);
    return (ExplicitStreamsOutcome.Counted) outcome;
  }

  private static long count(Map<SessionStatus, Long> counts, SessionStatus status) {
    return counts.getOrDefault(status, 0L);
  }

  private SessionRecord create(SessionRecord record) {
    written(store().create(record));
    return record;
  }

  private Map<SessionStatus, Long> counts() {
    CountsOutcome outcome = await(queries().counts());
    assertThat(outcome).isInstanceOf(CountsOutcome.Counted.class);
    return ((CountsOutcome.Counted) outcome).byStatus();
  }

  private List<SessionRecord> all(SessionFilter filter, int pageSize) {
    List<SessionRecord> found = new ArrayList<>();
    Optional<String> continuation = Optional.empty();
    for (int i = 0; i < MAX_PAGES; i++) {
      PageOutcome outcome = await(queries().list(filter, pageSize, continuation));
      assertThat(outcome).isInstanceOf(PageOutcome.Page.class);
      PageOutcome.Page page = (PageOutcome.Page) outcome;
      assertThat(page.sessions()).hasSizeLessThanOrEqualTo(pageSize);
      found.addAll(page.sessions());
      continuation = page.continuation();
      if (continuation.isEmpty()) {
        return found;
      }
    }
    throw new AssertionError("The listing does not end.");
  }
}
