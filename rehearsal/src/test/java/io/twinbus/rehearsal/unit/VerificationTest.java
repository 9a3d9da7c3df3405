package io.twinbus.rehearsal.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.protocol.Body;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.rehearsal.input.InputMessage;
import io.twinbus.rehearsal.input.MessageBatch;
import io.twinbus.rehearsal.sink.AppliedEffect;
import io.twinbus.rehearsal.sink.SinkCall;
import io.twinbus.rehearsal.sink.SinkCall.Caller;
import io.twinbus.rehearsal.sink.SinkCall.Claim;
import io.twinbus.rehearsal.verify.Verification;
import io.twinbus.testkit.history.Defect;
import io.twinbus.testkit.history.Findings;
import io.twinbus.testkit.history.RepeatCause;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VerificationTest {

  private static final Now AT = new Now(new MonotonicTime(0), Instant.EPOCH);

  private final List<InputMessage> input = new ArrayList<>();
  private final List<AppliedEffect> effects = new ArrayList<>();

  @Test
  void everyMessageOnceInItsSessionsOrderIsClean() {
    sent("a", "1", "2");
    sent("b", "1");
    sent("a", "3");
    effect("b", "1", 9, 1, "w");
    effect("a", "1", 5, 1, "e");
    effect("a", "2", 5, 1, "e");
    effect("a", "3", 6, 1, "w");

    Findings findings = judge();

    assertThat(findings.isClean()).isTrue();
    assertThat(findings.applied()).isEqualTo(4);
    assertThat(findings.duplicates()).isZero();
  }

  @Test
  void anAcknowledgedMessageWithoutEffectIsLost() {
    sent("a", "1", "2");
    effect("a", "1", 5, 1, "e");

    assertThat(judge().count(Defect.LOST)).isEqualTo(1);
    assertThat(judge().examples().get(0)).contains("2 of session 'a'", "never took effect");
  }

  @Test
  void aMessageThatWasNeverAcknowledgedMayBeMissing() {
    sent("a", "1", "2");
    effect("a", "2", 5, 1, "e");

    Findings findings =
        new Verification(new MessageBatch(input), null)
            .judge(effects, message -> !message.id().value().equals("1"), 0);

    assertThat(findings.isClean()).isTrue();
  }

  @Test
  void anEffectBehindItsSuccessorIsOutOfOrder() {
    sent("a", "1", "2");
    effect("a", "2", 5, 1, "e");
    effect("a", "1", 5, 1, "e");

    Findings findings = judge();

    assertThat(findings.count(Defect.OUT_OF_ORDER)).isEqualTo(1);
    assertThat(findings.count(Defect.LOST)).isZero();
  }

  @Test
  void aRepeatBehindTheSuccessorIsOutOfOrderAlthoughItIsExplained() {
    sent("a", "1", "2");
    effect("a", "1", 5, 1, "e");
    effect("a", "2", 5, 1, "e");
    effect("a", "1", 6, 1, "w");

    Findings findings = judge();

    assertThat(findings.count(Defect.OUT_OF_ORDER)).isEqualTo(1);
    assertThat(findings.duplicates()).isEqualTo(1);
  }

  @Test
  void aRepeatIsExplainedByAHigherTokenOrAttempt() {
    sent("a", "1");
    effect("a", "1", 5, 1, "e");
    effect("a", "1", 5, 2, "e");
    effect("a", "1", 6, 1, "e");
    effect("a", "1", 7, 1, "w");

    Findings findings = judge();

    assertThat(findings.isClean()).isTrue();
    assertThat(findings.duplicates()).isEqualTo(3);
    assertThat(findings.explainedRepeats())
        .containsOnly(
            Map.entry(RepeatCause.FAILED_ATTEMPT, 1),
            Map.entry(RepeatCause.CLAIMED_ANEW, 1),
            Map.entry(RepeatCause.TAKEOVER, 1));
  }

  @Test
  void aRepeatUnderTheSameTokenAndAttemptIsNotExplained() {
    sent("a", "1");
    effect("a", "1", 5, 1, "e");
    effect("a", "1", 5, 1, "e");

    assertThat(judge().count(Defect.UNEXPLAINED_REPEAT)).isEqualTo(1);
    assertThat(judge().duplicates()).isEqualTo(1);
  }

  @Test
  void strangersAndAlteredBodiesAreFound() {
    sent("a", "1");
    effects.add(new AppliedEffect(call("a", "1", 5, 1, "e", "something else"), AT));
    effect("a", "17", 5, 1, "e");

    Findings findings = judge();

    assertThat(findings.count(Defect.ALTERED)).isEqualTo(1);
    assertThat(findings.count(Defect.STRANGER)).isEqualTo(1);
  }

  @Test
  void overlappingCallsAreADefect() {
    sent("a", "1");
    effect("a", "1", 5, 1, "e");

    Findings findings =
        new Verification(new MessageBatch(input), null).judge(effects, message -> true, 2);

    assertThat(findings.count(Defect.OVERLAPPING)).isEqualTo(2);
  }

  @Test
  void aChainIsFollowedThroughTheEffects() {
    change("path", "1", null, "x");
    change("path", "2", "x", "y");
    effectOf(1);
    effectOf(0);

    Findings findings = judge();

    assertThat(findings.count(Defect.BROKEN_CHAIN)).isEqualTo(2);
  }

  @Test
  void theEndOfEachSessionIsCompared() {
    change("kept", "1", null, "x");
    change("gone", "1", null, "y");
    change("gone", "2", "y", null);
    change("other", "1", null, "z");
    for (int i = 0; i < input.size(); i++) {
      effectOf(i);
    }

    Findings right = judge(Map.of("kept", "x", "other", "z"));
    Findings wrong = judge(Map.of("kept", "x", "other", "q", "missing", "m"));

    assertThat(right.isClean()).isTrue();
    assertThat(wrong.count(Defect.WRONG_END)).isEqualTo(2);
  }

  private Findings judge() {
    return new Verification(new MessageBatch(input), null).judge(effects, message -> true, 0);
  }

  private Findings judge(Map<String, String> ends) {
    return new Verification(new MessageBatch(input), ends).judge(effects, message -> true, 0);
  }

  private void sent(String session, String... ids) {
    for (String id : ids) {
      send(session, id, body(session, id));
    }
  }

  private void change(
      String session,
      String id,
      @org.jspecify.annotations.Nullable String before,
      @org.jspecify.annotations.Nullable String after) {
    send(session, id, "{\"before\":%s,\"after\":%s}".formatted(quoted(before), quoted(after)));
  }

  private void send(String session, String id, String body) {
    input.add(new InputMessage(new SessionId(session), new MessageId(id), body, input.size() + 1));
  }

  private void effect(String session, String id, long token, int attempt, String instance) {
    effects.add(new AppliedEffect(call(session, id, token, attempt, instance, body(session, id)), AT));
  }

  private void effectOf(int index) {
    InputMessage message = input.get(index);
    effects.add(
        new AppliedEffect(
            call(message.session().value(), message.id().value(), 1, 1, "e", message.body()), AT));
  }

  private static SinkCall call(
      String session, String id, long token, int attempt, String instance, String body) {
    return new SinkCall(
        session,
        id,
        new Claim(token, attempt, "s", 1),
        new Caller("east", instance, "east-1"),
        Body.ofUtf8(body));
  }

  private static String body(String session, String id) {
    return session + "/" + id;
  }

  private static String quoted(@org.jspecify.annotations.Nullable String text) {
    return text == null ? "null" : "\"" + text + "\"";
  }
}
