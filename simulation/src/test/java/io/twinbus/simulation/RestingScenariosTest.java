package io.twinbus.simulation;

import static io.twinbus.simulation.Stage.EAST;
import static io.twinbus.simulation.Stage.P;
import static io.twinbus.simulation.Stage.Q;
import static io.twinbus.simulation.Stage.WEST;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.rules.InDoubt;
import io.twinbus.ledger.rules.SuspectRule;
import io.twinbus.receiver.session.FlowSettings.OnPoison;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Named histories about takeovers of claims whose last commit left nothing in hand. */
class RestingScenariosTest {

  private static final int GROUP = 8;

  private final Stage stage = new Stage(GROUP);
  private final Set<String> started = new TreeSet<>();

  @Test
  void afterATakeoverOfAClaimThatRestsTheFirstMessageOfEachStreamIsSuspectedAlone() {
    stage.world.handlers().beQuick();
    ReceiverProcess east = stage.receiver(EAST);
    stage.receiver(WEST);
    watchStarts();
    stage.arrives(1, EAST, stage.message(P, 1, 0));
    stage.when(() -> stage.cursor(P) == 1, east::kill);
    stage.arrives(20, WEST, of(2, 7));
    stage.arrives(20, WEST, stage.message(Q, 1, 0), stage.message(Q, 2, 1));

    stage.runUntil(60);

    assertThat(stage.count("fact Claimed TAKEOVER")).isEqualTo(1);
    assertThat(started).containsExactly("p 2", "q 1");
    assertThat(stage.cursor(P)).isEqualTo(7);
    assertThat(stage.cursor(Q)).isEqualTo(2);
  }

  @Test
  void afterATakeoverOfAClaimWithMessagesInHandAsManyAreSuspectedAsAGroupHas() {
    stage.world.handlers().beQuick();
    ReceiverProcess east = stage.receiver(EAST);
    stage.receiver(WEST);
    watchStarts();
    SentMessage[] messages = of(1, 5);
    stage.arrives(1, EAST, messages);
    stage.when(
        () -> !messages[0].starts.isEmpty(),
        () -> stage.world.handlers().nextCall(Handlers.Manner.HANGS));
    stage.when(() -> stage.cursor(P) == 1, east::kill);
    stage.arrives(20, WEST, messages);

    stage.runUntil(60);

    assertThat(stage.count("fact Claimed TAKEOVER")).isEqualTo(1);
    assertThat(started).containsExactly("p 2", "p 3", "p 4", "p 5");
  }

  @Test
  void theFirstMessageOfAStreamIsSuspectedThoughItArrivesAfterTheTakeoverOfAClaimThatRests() {
    stage.world.attempts(2, OnPoison.DEAD_LETTER, InDoubt.RERUN);
    stage.world.handlers().beQuick();
    ReceiverProcess east = stage.receiver(EAST);
    stage.receiver(WEST);
    SentMessage killer = stage.message(P, 1, 0);
    killer.isPoison = true;
    stage.arrives(1, EAST, stage.message(Q, 1, 0));
    stage.when(() -> stage.cursor(Q) == 1, east::kill);
    stage.arrives(20, WEST, stage.message(Q, 2, 1));
    stage.when(() -> stage.cursor(Q) == 2, () -> assertThat(killer.starts).isEmpty());
    stage.arrives(22, WEST, killer);

    stage.runUntil(180);

    assertThat(stage.endOf(P, 1).reason()).isEqualTo("MaxAttemptsExceeded");
    assertThat(killer.starts).as("its first start counts").hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          session/worker/SuspectSteps | rested ? 1   | rested ? 0   | theFirstMessageOfAStreamIsSuspectedThoughItArrivesAfterTheTakeoverOfAClaimThatRests
          session/worker/SuspectSteps | rested ? 1   | rested ? 100 | afterATakeoverOfAClaimThatRestsTheFirstMessageOfEachStreamIsSuspectedAlone
          session/state/SessionWrites | !state.hasCall() && state.inbox.hasOnlyEnded(ended.progress()) | true  | afterATakeoverOfAClaimWithMessagesInHandAsManyAreSuspectedAsAGroupHas
          session/state/SessionWrites | !state.hasCall() && state.inbox.hasOnlyEnded(ended.progress()) | false | afterATakeoverOfAClaimThatRestsTheFirstMessageOfEachStreamIsSuspectedAlone
          """)
  void aBugIsFound(String type, String right, String wrong, String scenario) throws Exception {
    Optional<String> found =
        MutatedShell.played(type, right, wrong, RestingScenariosTest.class, scenario);

    assertThat(found).as("%s for %s", wrong, right).isPresent();
  }

  private SentMessage[] of(long first, long last) {
    return LongStream.rangeClosed(first, last)
        .mapToObj(seq -> stage.message(P, seq, seq - 1))
        .toArray(SentMessage[]::new);
  }

  /** Notes what is on record as started, for a write takes longer than a millisecond. */
  private void watchStarts() {
    if (stage.isOnRecord()) {
      SuspectRule.started(stage.record().progress())
          .ifPresent(one -> started.add(one.getKey() + " " + one.getValue().seq()));
    }
    stage.world.ground().timeline().after(Duration.ofMillis(1), this::watchStarts);
  }
}
