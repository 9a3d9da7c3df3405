package io.twinbus.rehearsal.verify;

import io.twinbus.rehearsal.input.InputMessage;
import io.twinbus.rehearsal.input.MessageBatch;
import io.twinbus.rehearsal.sink.Effect;
import java.util.LinkedHashMap;
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
  public Findings judge(List<Effect> effects, Predicate<InputMessage> acknowledged, int overlaps) {
    Findings findings = new Findings();
    Map<String, SessionOrder> sessions = new LinkedHashMap<>();
    for (InputMessage message : input.messages()) {
      sessions.computeIfAbsent(message.session().value(), SessionOrder::new).expect(message);
    }
    Chain chain = new Chain();
    for (Effect effect : effects) {
      sessions
          .computeIfAbsent(effect.call().session(), SessionOrder::new)
          .effect(effect.call(), findings);
      if (chained) {
        chain.effect(effect.call(), findings);
      }
    }
    sessions.values().forEach(session -> session.end(acknowledged, findings));
    if (chained && ends != null) {
      chain.compareEnds(ends, findings);
    }
    findings.add(
        Defect.OVERLAPPING, overlaps, "Two calls of a session were open at once under one token.");
    return findings;
  }
}
