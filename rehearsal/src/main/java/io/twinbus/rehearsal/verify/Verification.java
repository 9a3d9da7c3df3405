package io.twinbus.rehearsal.verify;

import io.twinbus.ledger.SessionRecord;
import io.twinbus.rehearsal.input.InputMessage;
import io.twinbus.rehearsal.input.MessageBatch;
import io.twinbus.rehearsal.sink.AppliedEffect;
import io.twinbus.rehearsal.sink.SinkCall;
import io.twinbus.testkit.history.Defect;
import io.twinbus.testkit.history.Findings;
import io.twinbus.testkit.history.HistoryChecker;
import io.twinbus.testkit.history.NotedEffect;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Judges the effects of a run against its input.
 *
 * <ol>
 *   <li>Nothing lost: every acknowledged message took effect.
 *   <li>In order: no message took effect after a later one of its session, not even again.
 *   <li>Each repeat explained: it came under a higher token or attempt than the call before.
 *   <li>Where the input is a chain of {@code before} and {@code after}, the effects are one, too.
 *   <li>Where the sessions' ends are known, the effects end there.
 * </ol>
 */
public final class Verification {

  private final MessageBatch input;
  private final boolean chained;
  private final @Nullable Map<String, String> ends;

  /**
   * A verification against {@code input}.
   *
   * @param ends for each session the text that its last {@code after} must be; null when unknown
   */
  public Verification(MessageBatch input, @Nullable Map<String, String> ends) {
    this.input = input;
    this.chained = Link.chain(input.messages());
    this.ends = ends;
  }

  /** Whether the input is a chain, so that the effects' own content is checked. */
  public boolean isChained() {
    return chained;
  }

  /**
   * What is right and wrong with {@code effects}, in their order of arrival.
   *
   * @param acknowledged tells for a message whether its sender was told that it is safe
   * @param overlaps how many calls overlapped another one of their session under the same token
   */
  public Findings judge(List<AppliedEffect> effects, Predicate<InputMessage> acknowledged, int overlaps) {
    return judge(effects, acknowledged, overlaps, List.of());
  }

  /**
   * The same, with the ledger's {@code records} beside: a message that ended there without an
   * effect is not lost, and no effect may carry a newer token than its session's record.
   */
  public Findings judge(
      List<AppliedEffect> effects,
      Predicate<InputMessage> acknowledged,
      int overlaps,
      List<SessionRecord> records) {
    HistoryChecker checker = new HistoryChecker(repeat -> {});
    for (InputMessage message : input.messages()) {
      checker.sent(message.session().value(), message.id().value(), acknowledged.test(message));
    }
    effects.forEach(effect -> checker.effect(inShort(effect.call(), effect.call().session())));
    records.forEach(checker::record);
    Findings findings = checker.finish();
    checkBodies(input.messages(), effects, findings);
    Chain chain = new Chain();
    if (chained) {
      effects.forEach(effect -> chain.effect(effect.call(), findings));
    }
    if (chained && ends != null) {
      chain.compareEnds(ends, findings);
    }
    findings.add(
        Defect.OVERLAPPING, overlaps, "Two calls of a session were open at once under one token.");
    return findings;
  }

  static void checkBodies(List<InputMessage> sent, List<AppliedEffect> effects, Findings findings) {
    Map<String, String> bodies = new HashMap<>();
    for (InputMessage message : sent) {
      bodies.put(key(message.session().value(), message.id().value()), message.body());
    }
    for (AppliedEffect effect : effects) {
      SinkCall call = effect.call();
      String body = bodies.get(key(call.session(), call.id()));
      if (body != null && !body.equals(call.body().utf8())) {
        findings.add(
            Defect.ALTERED,
            "The body of %s of session '%s' is not what was sent."
                .formatted(call.id(), call.session()));
      }
    }
  }

  static String key(String session, String id) {
    return session + '\u0000' + id;
  }

  /** The call as a checker takes it, as one of {@code session}. */
  static NotedEffect inShort(SinkCall call, String session) {
    return new NotedEffect(
        session,
        call.id(),
        call.claim().token(),
        call.claim().attempt(),
        new NotedEffect.Caller(call.caller().region(), call.caller().instance()));
  }
}
