package io.twinbus.testkit.broker.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.broker.AcceptOutcome;
import io.twinbus.receiver.broker.Search;
import io.twinbus.receiver.broker.SearchOutcome;
import io.twinbus.receiver.broker.Settlement;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * What is heard when something breaks, and that it goes on by itself afterwards. A test class
 * inherits it and says which broker it means.
 */
public abstract class TroubleContract extends BrokerSuite {

  /** For the class that says which broker it means. */
  protected TroubleContract() {}

  @Test
  void whoLosesTheLockHearsItOnce() {
    BrokerSite.Mishaps mishaps = mishaps();
    SessionId session = session("a");
    site().send(SentCopy.range(session, 1, 2));
    Holding holding = hold();
    receive(holding, 1);

    mishaps.loseLock(session);

    until("the loss is heard of", () -> !holding.lost.isEmpty());
    site().letTimePass(site().lockDuration().dividedBy(4));
    assertThat(holding.lost).hasSize(1);
    assertThat(holding.lost.get(0)).isNotBlank();
  }

  @Test
  void aLossBeforeAnybodyListensIsHeardByWhoListensThen() {
    BrokerSite.Mishaps mishaps = mishaps();
    SessionId session = session("a");
    site().send(SentCopy.range(session, 1, 1));
    AcceptOutcome.Accepted accepted = (AcceptOutcome.Accepted) accept();

    mishaps.loseLock(session);
    site().letTimePass(site().lockDuration().dividedBy(4));
    Holding holding = new Holding(accepted.session());
    holding.session.receive(1);

    until("the loss is heard of", () -> !holding.lost.isEmpty());
    assertThat(holding.delivered).isEmpty();
  }

  @Test
  void afterALostLockNothingIsSettledAndAnotherHolderGoesOn() {
    BrokerSite.Mishaps mishaps = mishaps();
    SessionId session = session("a");
    site().send(SentCopy.range(session, 1, 1));
    Holding first = hold();
    receive(first, 1);

    mishaps.loseLock(session);
    awaitFailure(first.session.settle(first.delivered.get(0), new Settlement.Complete()));
    close(first);

    Holding second = hold();
    receive(second, 1);
    complete(second, second.delivered.get(0));
    assertThat(site().unsettled()).isZero();
  }

  @Test
  void anOutageEndsSessionsAndAcceptsAndBothComeBack() {
    BrokerSite.Mishaps mishaps = mishaps();
    SessionId session = session("a");
    site().send(SentCopy.range(session, 1, 1));
    Holding holding = hold();
    receive(holding, 1);

    mishaps.regionDown();
    until("the loss is heard of", () -> !holding.lost.isEmpty());
    AcceptOutcome outcome = untilUnavailable();
    close(holding);
    mishaps.regionUp();

    assertThat(((AcceptOutcome.Unavailable) outcome).why()).isNotBlank();
    untilItGoesOn(session);
  }

  @Test
  void aSearchDuringAnOutageFailsWithinItsBound() {
    BrokerSite.Mishaps mishaps = mishaps();
    SessionId session = session("a");
    site().send(SentCopy.range(session, 2, 2));
    Holding holding = hold();

    mishaps.regionDown();

    SearchOutcome outcome =
        await(holding.session.search(new Search(SentCopy.streamOf(session), 0, 2, 0)));
    mishaps.regionUp();
    assertThat(outcome).isInstanceOf(SearchOutcome.Failed.class);
  }

  @Test
  void aDisabledEntityIsSaidToBeSoAndOpensAgain() {
    BrokerSite.EntityMishaps entity = entity();
    SessionId session = session("a");
    site().send(SentCopy.range(session, 1, 1));
    Holding holding = hold();

    entity.disable();
    until("the loss is heard of", () -> !holding.lost.isEmpty());
    AcceptOutcome.Unavailable outcome = untilUnavailable();
    close(holding);
    entity.enable();

    assertThat(outcome.why()).contains("is disabled");
    untilItGoesOn(session);
  }

  @Test
  void aMissingEntityIsSaidToBeMissingAndIsFoundWhenItIsThere() {
    BrokerSite.EntityMishaps entity = entity();
    site().send(SentCopy.range(session("a"), 1, 1));
    Holding holding = hold();

    entity.delete();
    until("the loss is heard of", () -> !holding.lost.isEmpty());
    AcceptOutcome.Unavailable outcome = untilUnavailable();
    close(holding);
    entity.create();
    SessionId after = session("b");
    site().send(SentCopy.range(after, 1, 1));

    assertThat(outcome.why()).contains("does not exist");
    untilItGoesOn(after);
  }

  @Test
  void changedSettingsEndSessionsWhichAreAcceptedAgain() {
    BrokerSite.EntityMishaps entity = entity();
    SessionId session = session("a");
    site().send(SentCopy.range(session, 1, 1));
    Holding holding = hold();

    entity.change();
    until("the loss is heard of", () -> !holding.lost.isEmpty());
    close(holding);

    untilItGoesOn(session);
  }

  private AcceptOutcome.Unavailable untilUnavailable() {
    for (int attempt = 0; attempt < 20; attempt++) {
      AcceptOutcome outcome = accept();
      if (outcome instanceof AcceptOutcome.Unavailable unavailable) {
        return unavailable;
      }
    }
    throw new AssertionError("Nothing can be accepted, and the broker does not say so.");
  }

  private void untilItGoesOn(SessionId session) {
    for (int attempt = 0; attempt < 40; attempt++) {
      if (accept() instanceof AcceptOutcome.Accepted accepted) {
        Holding holding = new Holding(accepted.session());
        assertThat(holding.id()).isEqualTo(session);
        receive(holding, 1);
        complete(holding, holding.delivered.get(0));
        assertThat(site().unsettled()).isZero();
        return;
      }
      site().letTimePass(Duration.ofMillis(200));
    }
    throw new AssertionError("What was broken is whole again, and nothing is accepted.");
  }
}
