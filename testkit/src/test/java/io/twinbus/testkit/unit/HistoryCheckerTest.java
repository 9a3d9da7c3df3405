package io.twinbus.testkit.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.Cursor;
import io.twinbus.ledger.Custody;
import io.twinbus.ledger.EndState;
import io.twinbus.ledger.EndedRange;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.testkit.history.Defect;
import io.twinbus.testkit.history.Findings;
import io.twinbus.testkit.history.HistoryChecker;
import io.twinbus.testkit.history.NotedEffect;
import io.twinbus.testkit.history.Repeat;
import io.twinbus.testkit.history.RepeatCause;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class HistoryCheckerTest {

  private final List<Repeat> repeats = new ArrayList<>();
  private final HistoryChecker checker = new HistoryChecker(repeats::add);

  @Test
  void aRepeatIsToldWithItsCause() {
    checker.sent("s", "1", true);
    effect("s", "1", 5, "east/a");
    effect("s", "1", 6, "west/b");

    Findings findings = checker.finish();

    assertThat(findings.isClean()).isTrue();
    assertThat(repeats)
        .singleElement()
        .satisfies(
            repeat -> {
              assertThat(repeat.cause()).contains(RepeatCause.TAKEOVER);
              assertThat(repeat.sentence())
                  .contains("west/b under token 6", "taken the session over");
            });
  }

  @Test
  void anEffectUnderAnOlderTokenIsADefectAlsoWhenItIsInOrder() {
    checker.sent("s", "1", true);
    checker.sent("s", "2", true);
    effect("s", "1", 6, "west/b");
    effect("s", "2", 5, "east/a");

    assertThat(checker.finish().count(Defect.STALE_TOKEN)).isEqualTo(1);
  }

  @Test
  void aDeadLetterInTheLedgerAccountsForAMissingEffectAndForNoMore() {
    for (String id : List.of("1", "2", "3", "4")) {
      checker.sent("s", id, true);
    }
    effect("s", "1", 5, "east/a");
    effect("s", "4", 5, "east/a");
    checker.record(record("s", 5, 2, EndState.DEAD));

    Findings findings = checker.finish();

    assertThat(findings.endedOtherwise()).isEqualTo(1);
    assertThat(findings.count(Defect.LOST)).isEqualTo(1);
    assertThat(findings.examples().get(0)).contains("2 messages never took effect (the first: 2)");
  }

  @Test
  void aHoleInTheLedgerAccountsForNoAcknowledgedMessage() {
    checker.sent("s", "1", true);
    checker.sent("s", "2", true);
    effect("s", "2", 5, "east/a");
    checker.record(record("s", 5, 1, EndState.HOLE));

    assertThat(checker.finish().count(Defect.LOST)).isEqualTo(1);
  }

  @Test
  void theLedgersTokenIsNeverBelowAnEffects() {
    checker.sent("s", "1", true);
    effect("s", "1", 7, "east/a");
    checker.record(record("s", 6, 1, EndState.SKIPPED));

    assertThat(checker.finish().count(Defect.TOKEN_WENT_BACK)).isEqualTo(1);
  }

  @Test
  void anIdThatItsSessionHadBeforeIsNotTakenIn() {
    assertThat(checker.sent("s", "1", true)).isTrue();
    assertThat(checker.sent("s", "1", true)).isFalse();
    assertThat(checker.sent("t", "1", true)).isTrue();
  }

  @Test
  void whateverOrderSessionsInterleaveInAnHonestLogIsCleanAndASwapIsFound() {
    Random random = new Random(42);
    List<String[]> log = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      String[] message = {"s" + random.nextInt(20), "m" + i};
      checker.sent(message[0], message[1], true);
      log.add(message);
    }
    HistoryChecker swapped = new HistoryChecker(repeat -> {});
    log.forEach(message -> swapped.sent(message[0], message[1], true));
    List<String[]> wrong = new ArrayList<>(log);
    int first = 100;
    int second = first + 1;
    while (!wrong.get(second)[0].equals(wrong.get(first)[0])) {
      second++;
    }
    wrong.set(first, log.get(second));
    wrong.set(second, log.get(first));

    log.forEach(message -> effect(message[0], message[1], 1, "east/a"));
    wrong.forEach(
        message ->
            swapped.effect(
                new NotedEffect(
                    message[0], message[1], 1, 1, new NotedEffect.Caller("east", "a"))));

    assertThat(checker.finish().isClean()).isTrue();
    assertThat(swapped.finish().count(Defect.OUT_OF_ORDER)).isPositive();
  }

  private void effect(String session, String id, long token, String caller) {
    String[] parts = caller.split("/", 2);
    checker.effect(
        new NotedEffect(session, id, token, 1, new NotedEffect.Caller(parts[0], parts[1])));
  }

  private static SessionRecord record(String session, long token, long seq, EndState state) {
    StreamId stream = new StreamId("stream");
    TreeMap<StreamId, Cursor> cursors = new TreeMap<>();
    cursors.put(stream, new Cursor(4, Instant.EPOCH));
    Progress progress =
        new Progress(
            cursors,
            List.of(new EndedRange(stream, seq, seq, state, "reason")),
            new TreeMap<>(),
            new TreeMap<>());
    return new SessionRecord(
        new SessionId(session),
        new Custody(SessionStatus.IDLE, null, token, null),
        progress,
        Optional.empty(),
        WriteMark.of(new WriteId("w"), Instant.EPOCH));
  }
}
