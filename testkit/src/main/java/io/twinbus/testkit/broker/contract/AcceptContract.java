package io.twinbus.testkit.broker.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.broker.AcceptOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Who gets which session. A test class inherits it and says which broker it means. */
public abstract class AcceptContract extends BrokerSuite {

  private static final int MANY = 60;

  /** For the class that says which broker it means. */
  protected AcceptContract() {}

  @Test
  void withoutMessagesThereIsNone() {
    assertThat(accept()).isInstanceOf(AcceptOutcome.None.class);
  }

  @Test
  void aSessionWithMessagesIsAcceptedByItsName() {
    SessionId session = session("a");
    site().send(SentCopy.range(session, 1, 1));

    assertThat(hold().id()).isEqualTo(session);
  }

  @Test
  void aSessionThatSomebodyHoldsIsNotGivenAway() {
    site().send(SentCopy.range(session("a"), 1, 3));
    Holding first = hold();

    assertThat(accept()).isInstanceOf(AcceptOutcome.None.class);
    receive(first, 3);
    assertThat(first.lost).isEmpty();
  }

  @Test
  void manySessionsAreHeldAtATimeAndEachGivesItsOwn() {
    List<SessionId> sessions = IntStream.range(0, MANY).mapToObj(n -> session("s" + n)).toList();
    sessions.forEach(session -> site().send(SentCopy.range(session, 1, 2)));

    List<Holding> held = new ArrayList<>();
    for (int n = 0; n < MANY; n++) {
      held.add(hold());
    }

    assertThat(held.stream().map(Holding::id)).containsExactlyInAnyOrderElementsOf(sessions);
    held.forEach(holding -> holding.session.receive(2));
    until("each has its copies", () -> held.stream().allMatch(it -> it.delivered.size() == 2));
    assertThat(held)
        .allSatisfy(
            it ->
                assertThat(it.delivered)
                    .allMatch(copy -> copy.message().session().equals(it.id())));
    assertThat(held).allMatch(it -> it.lost.isEmpty());
  }

  @Test
  void everySessionHasItsTurnWhenParkedOnesAreClosedAndAcceptedAgain() {
    List<SessionId> sessions = IntStream.range(0, 5).mapToObj(n -> session("s" + n)).toList();
    sessions.forEach(session -> site().send(SentCopy.range(session, 1, 1)));

    List<SessionId> seen = new ArrayList<>();
    for (int turn = 0; turn < 60 && !seen.containsAll(sessions); turn++) {
      Holding holding = hold();
      seen.add(holding.id());
      close(holding);
    }

    assertThat(seen).containsAll(sessions);
  }

  @Test
  void anEmptiedSessionIsNotAcceptedAgain() {
    site().send(SentCopy.range(session("a"), 1, 1));
    Holding holding = hold();
    receive(holding, 1);
    complete(holding, holding.delivered.get(0));
    close(holding);

    assertThat(accept()).isInstanceOf(AcceptOutcome.None.class);
  }

  @Test
  void afterClosingNothingIsAccepted() {
    site().send(SentCopy.range(session("a"), 1, 1));

    site().broker().close();

    assertThat(accept()).isInstanceOf(AcceptOutcome.Unavailable.class);
  }
}
