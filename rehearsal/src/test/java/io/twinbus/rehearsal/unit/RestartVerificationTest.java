package io.twinbus.rehearsal.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.rehearsal.verify.Judgement;
import io.twinbus.rehearsal.verify.RestartVerification;
import io.twinbus.testkit.history.Defect;
import java.util.List;
import org.junit.jupiter.api.Test;

class RestartVerificationTest {

  private final RunHistory run = new RunHistory().input("a", "a1", "a2", "a3").input("b", "b1");

  @Test
  void whatOneIncarnationSentIsJudgedAsAWhole() {
    run.sent("p-1", 1, "a1", "a2", "a3", "b1").acknowledged("a1", "a2", "a3", "b1");
    run.effect("a1", "s", 5, 2).effect("a3", "s", 5, 3).effect("a2", "s", 5, 4);

    Judgement judgement = judge();

    assertThat(judgement.count(Defect.OUT_OF_ORDER)).isEqualTo(1);
    assertThat(judgement.count(Defect.LOST)).isEqualTo(1);
    assertThat(judgement.isClean()).isFalse();
  }

  @Test
  void anotherIncarnationSendsAgainWhatWasNotAnswered() {
    run.sent("p-1", 1, "a1", "a2").acknowledged("a1").sent("p-2", 9, "a2", "a3");
    run.sent("q-1", 1, "b1").acknowledged("a2", "a3", "b1");
    run.effect("a1", "s", 5, 2).effect("a2", "t", 5, 10).effect("a3", "t", 5, 11);
    run.effect("a2", "s", 5, 12).effect("b1", "u", 5, 3);

    Judgement judgement = judge();

    assertThat(judgement.examples()).isEmpty();
    assertThat(judgement.isClean()).isTrue();
    assertThat(judgement.applied()).isEqualTo(4);
    assertThat(judgement.sentAgain()).isEqualTo(1);
    assertThat(judgement.resumedSessions()).isEqualTo(1);
  }

  @Test
  void withinAStreamOrderAndOnceHoldAlsoThen() {
    run.sent("p-1", 1, "a1", "a2").sent("p-2", 9, "a1", "a2", "a3").acknowledged("a1", "a2", "a3");
    run.sent("q-1", 1, "b1");
    run.effect("a2", "t", 5, 10).effect("a1", "t", 5, 11).effect("a3", "t", 5, 12);
    run.effect("a3", "t", 5, 13);

    Judgement judgement = judge();

    assertThat(judgement.count(Defect.OUT_OF_ORDER)).isEqualTo(1);
    assertThat(judgement.count(Defect.UNEXPLAINED_REPEAT)).isEqualTo(1);
  }

  @Test
  void whatAnyIncarnationWasToldIsSafeMustTakeEffect() {
    run.sent("p-1", 1, "a1").acknowledged("a1").sent("p-2", 9, "a2", "a3").sent("q-1", 1, "b1");
    run.effect("a2", "t", 5, 10);

    assertThat(judge().count(Defect.LOST)).isEqualTo(1);
  }

  @Test
  void moreStreamsThanIncarnationsExplainNothing() {
    run.sent("p-1", 1, "a1").sent("p-2", 9, "a2", "a3").sent("q-1", 1, "b1");
    run.effect("a2", "t", 5, 10).effect("a2", "s", 6, 11);

    assertThat(judge().count(Defect.UNEXPLAINED_REPEAT)).isEqualTo(1);
  }

  private Judgement judge() {
    return new RestartVerification(run.batch(), run.sendings).judge(run.effects, 0, List.of());
  }
}
