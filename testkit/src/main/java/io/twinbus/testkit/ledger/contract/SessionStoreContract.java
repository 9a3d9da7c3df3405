package io.twinbus.testkit.ledger.contract;

import static io.twinbus.testkit.ledger.contract.Outcomes.await;
import static io.twinbus.testkit.ledger.contract.Outcomes.conflict;
import static io.twinbus.testkit.ledger.contract.Outcomes.found;
import static io.twinbus.testkit.ledger.contract.Outcomes.unknown;
import static io.twinbus.testkit.ledger.contract.Outcomes.written;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.SessionStore;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.VersionsOutcome;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.SessionId;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What every {@link SessionStore} must do; a test class inherits it and says which store it means.
 *
 * <p>Sessions have new names in each test, so that the suite also runs against an account that
 * remembers.
 */
public abstract class SessionStoreContract {

  private static final int WRITERS = 16;

  /** For the class that says which store it means. */
  protected SessionStoreContract() {}

  /** The store. */
  protected abstract SessionStore store();

  /**
   * Makes the next write commit and its reply get lost; false when this store's network cannot be
   * touched.
   */
  protected abstract boolean loseNextReply();

  /**
   * Makes the next write get lost on its way; false when this store's network cannot be touched.
   */
  protected abstract boolean loseNextRequest();

  /**
   * Ends every test with one sentence where a write with an outdated version is taken: on such a
   * store nothing else that the suite shows would mean anything.
   */
  @BeforeEach
  protected final void requireThatStaleWritesAreRefused() {
    SessionRecord first = Samples.idle(Samples.session("probe"));
    Version old = written(store().create(first));
    Version current = written(store().replace(Samples.rewritten(first), old));
    WriteOutcome stale = await(store().replace(Samples.rewritten(first), old));
    if (stale instanceof WriteOutcome.Written) {
      throw new AssertionError(
          "This store has taken a write with an outdated ETag (%s, and the record stood at %s): two"
                  .formatted(old.etag(), current.etag())
              + " receivers could own one session. Do not use it as a ledger.");
    }
  }

  @Test
  void aSessionNobodyWroteIsAbsent() {
    ReadOutcome<SessionRecord> outcome = await(store().read(Samples.session("nobody")));

    assertThat(outcome).isInstanceOf(ReadOutcome.Absent.class);
  }

  @Test
  void aCreatedRecordIsFoundAtItsVersion() {
    SessionRecord record = Samples.idle(Samples.session("created"));

    Version version = written(store().create(record));

    assertThat(found(store().read(record.session())))
        .isEqualTo(new ReadOutcome.Found<>(record, version));
  }

  @Test
  void creatingTwiceIsAConflictAndTheFirstRecordStays() {
    SessionRecord first = Samples.idle(Samples.session("twice"));
    Version version = written(store().create(first));

    conflict(store().create(Samples.rewritten(first)));

    assertThat(found(store().read(first.session())))
        .isEqualTo(new ReadOutcome.Found<>(first, version));
  }

  @Test
  void aReplaceAtTheCurrentVersionIsWritten() {
    SessionRecord first = Samples.idle(Samples.session("replaced"));
    Version before = written(store().create(first));
    SessionRecord next = Samples.working(first.session(), Samples.owner(Samples.EAST));

    Version after = written(store().replace(next, before));

    assertThat(after).isNotEqualTo(before);
    assertThat(found(store().read(first.session())))
        .isEqualTo(new ReadOutcome.Found<>(next, after));
  }

  @Test
  void writesChainByTheVersionEachAnswered() {
    SessionRecord record = Samples.idle(Samples.session("chain"));
    Version version = written(store().create(record));

    for (int i = 0; i < 5; i++) {
      record = Samples.rewritten(record);
      version = written(store().replace(record, version));
    }

    assertThat(found(store().read(record.session())))
        .isEqualTo(new ReadOutcome.Found<>(record, version));
  }

  @Test
  void aReplaceAtAnOldVersionIsAConflictAndTheRecordStays() {
    SessionRecord first = Samples.idle(Samples.session("stale"));
    Version old = written(store().create(first));
    SessionRecord second = Samples.rewritten(first);
    Version current = written(store().replace(second, old));

    conflict(store().replace(Samples.rewritten(first), old));

    assertThat(found(store().read(first.session())))
        .isEqualTo(new ReadOutcome.Found<>(second, current));
  }

  @Test
  void writingTheSameContentAgainIsANewVersion() {
    SessionRecord record = Samples.idle(Samples.session("same"));
    Version first = written(store().create(record));
    Version second = written(store().replace(record, first));

    conflict(store().replace(record, first));

    assertThat(second).isNotEqualTo(first);
  }

  @Test
  void aReplaceOfAnAbsentRecordIsAConflictAndWritesNothing() {
    Version other = written(store().create(Samples.idle(Samples.session("other"))));
    SessionRecord absent = Samples.idle(Samples.session("absent"));

    conflict(store().replace(absent, other));

    assertThat(await(store().read(absent.session()))).isInstanceOf(ReadOutcome.Absent.class);
  }

  @Test
  void aVersionOfAnotherSessionIsAConflict() {
    SessionRecord mine = Samples.idle(Samples.session("mine"));
    Version version = written(store().create(mine));
    Version foreign = written(store().create(Samples.idle(Samples.session("foreign"))));

    conflict(store().replace(Samples.rewritten(mine), foreign));

    assertThat(found(store().read(mine.session())))
        .isEqualTo(new ReadOutcome.Found<>(mine, version));
  }

  @Test
  void ofManyCreatesAtOnceOneIsWritten() {
    SessionId session = Samples.session("race");
    List<SessionRecord> records =
        IntStream.range(0, WRITERS).mapToObj(i -> Samples.idle(session)).toList();

    List<WriteOutcome> outcomes = Race.run(WRITERS, i -> store().create(records.get(i)));

    assertOneWinner(session, records, outcomes);
  }

  @Test
  void ofManyReplacesAtOnceOneIsWritten() {
    SessionRecord first = Samples.idle(Samples.session("race"));
    Version version = written(store().create(first));
    List<SessionRecord> records =
        IntStream.range(0, WRITERS).mapToObj(i -> Samples.rewritten(first)).toList();

    List<WriteOutcome> outcomes = Race.run(WRITERS, i -> store().replace(records.get(i), version));

    assertOneWinner(first.session(), records, outcomes);
  }

  @Test
  void aCreateWhoseReplyIsLostIsFoundByItsOwnWriteId() {
    SessionRecord record = Samples.idle(Samples.session("lost"));
    assumeTrue(loseNextReply(), "no faults on this store");

    unknown(store().create(record));
    conflict(store().create(record));

    assertThat(found(store().read(record.session())).record().stamp().writeId())
        .isEqualTo(record.stamp().writeId());
  }

  @Test
  void aReplaceWhoseReplyIsLostIsFoundByItsOwnWriteId() {
    SessionRecord first = Samples.idle(Samples.session("lost"));
    Version version = written(store().create(first));
    SessionRecord next = Samples.rewritten(first);
    assumeTrue(loseNextReply(), "no faults on this store");

    unknown(store().replace(next, version));
    conflict(store().replace(next, version));

    assertThat(found(store().read(first.session())).record().stamp().writeId())
        .isEqualTo(next.stamp().writeId());
  }

  @Test
  void aReplaceThatIsLostOnItsWayIsWrittenWhenIssuedAgain() {
    SessionRecord first = Samples.idle(Samples.session("lost"));
    Version version = written(store().create(first));
    SessionRecord next = Samples.rewritten(first);
    assumeTrue(loseNextRequest(), "no faults on this store");

    unknown(store().replace(next, version));
    Version after = written(store().replace(next, version));

    assertThat(found(store().read(first.session())))
        .isEqualTo(new ReadOutcome.Found<>(next, after));
  }

  @Test
  void versionsAreThoseThatAReadWouldFind() {
    SessionRecord idle = Samples.idle(Samples.session("idle 'quoted' ü"));
    SessionRecord moved = Samples.idle(Samples.session("moved"));
    SessionId absent = Samples.session("absent");
    Version first = written(store().create(idle));
    Version before = written(store().create(moved));
    Version after = written(store().replace(Samples.rewritten(moved), before));

    VersionsOutcome outcome =
        await(store().versions(Set.of(idle.session(), moved.session(), absent)));

    assertThat(outcome)
        .isEqualTo(
            new VersionsOutcome.Known(Map.of(idle.session(), first, moved.session(), after)));
  }

  @Test
  void asManyVersionsAsAllowedAreAskedForAtATime() {
    Set<SessionId> sessions = new LinkedHashSet<>();
    for (int n = 0; n < SessionStore.MOST_VERSIONS; n++) {
      sessions.add(Samples.session("s" + n));
    }
    SessionRecord last = Samples.idle(List.copyOf(sessions).get(sessions.size() - 1));
    Version version = written(store().create(last));

    assertThat(await(store().versions(sessions)))
        .isEqualTo(new VersionsOutcome.Known(Map.of(last.session(), version)));
    assertThat(await(store().versions(Set.of()))).isEqualTo(new VersionsOutcome.Known(Map.of()));
  }

  @Test
  void everyFieldReturnsAsItWasWritten() {
    SessionRecord record = Samples.full(Samples.session("full"));
    Version version = written(store().create(Samples.idle(record.session())));

    Version after = written(store().replace(record, version));

    assertThat(found(store().read(record.session())))
        .isEqualTo(new ReadOutcome.Found<>(record, after));
  }

  @Test
  void aLargeRecordReturnsAsItWasWritten() {
    SessionRecord record = Samples.large(Samples.session("large"));

    written(store().create(record));

    assertThat(found(store().read(record.session())).record()).isEqualTo(record);
  }

  @ParameterizedTest
  @MethodSource("oddIds")
  void anyIdIsAKey(String id) {
    SessionId session = new SessionId(id);
    SessionRecord record = Samples.idle(session);

    Version version = written(store().create(record));
    SessionRecord next = Samples.rewritten(record);
    Version after = written(store().replace(next, version));

    assertThat(found(store().read(session))).isEqualTo(new ReadOutcome.Found<>(next, after));
  }

  static Stream<String> oddIds() {
    String unique = Samples.fresh("");
    return Stream.of(
            "src/main/java/A.java",
            "a\\b",
            "a?b#c",
            "\"quoted\" and 'quoted'",
            "[\"json\"]",
            "100 % + & = ; , : @ $ ~",
            "line\nbreak\ttab",
            "Größe, Ōsaka, 東京, 🚀",
            " leading and trailing ",
            "..",
            "sha256-",
            "x".repeat(64))
        .map(id -> id + unique + (id.startsWith(" ") ? " " : ""));
  }

  @Test
  void theLongestIdIsAKeyAndReturnsWhole() {
    String tail = Samples.fresh("");
    SessionId session = new SessionId("ü".repeat(1024 - tail.length()) + tail);
    SessionRecord record = Samples.idle(session);

    written(store().create(record));

    assertThat(found(store().read(session)).record().session()).isEqualTo(session);
  }

  @Test
  void idsThatDifferInCaseOrFormAreDifferentSessions() {
    String unique = Samples.fresh("É");
    List<String> ids =
        List.of(
            unique,
            unique.toUpperCase(Locale.ROOT) + "X",
            unique.replace("É", "E\u0301"),
            unique + " ",
            " " + unique);

    for (String id : ids) {
      assertThat(await(store().read(new SessionId(id)))).isInstanceOf(ReadOutcome.Absent.class);
      written(store().create(Samples.idle(new SessionId(id))));
    }

    for (String id : ids) {
      assertThat(found(store().read(new SessionId(id))).record().session().value()).isEqualTo(id);
    }
  }

  private void assertOneWinner(
      SessionId session, List<SessionRecord> records, List<WriteOutcome> outcomes) {
    List<Integer> winners =
        IntStream.range(0, outcomes.size())
            .filter(i -> outcomes.get(i) instanceof WriteOutcome.Written)
            .boxed()
            .toList();
    assertThat(winners).hasSize(1);
    assertThat(outcomes).filteredOn(WriteOutcome.Conflict.class::isInstance).hasSize(WRITERS - 1);
    assertThat(found(store().read(session)).record()).isEqualTo(records.get(winners.get(0)));
  }
}
