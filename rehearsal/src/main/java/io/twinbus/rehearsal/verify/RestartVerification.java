package io.twinbus.rehearsal.verify;

import io.twinbus.ledger.SessionRecord;
import io.twinbus.rehearsal.input.InputMessage;
import io.twinbus.rehearsal.input.MessageBatch;
import io.twinbus.rehearsal.producer.SendHistory;
import io.twinbus.rehearsal.sink.AppliedEffect;
import io.twinbus.testkit.history.Defect;
import io.twinbus.testkit.history.Findings;
import io.twinbus.testkit.history.HistoryChecker;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Judges the effects of a run in which producers were killed and started again.
 *
 * <ol>
 *   <li>Sessions to which one incarnation of a producer has sent are judged as a whole: {@link
 *       Verification}, with the ledger's records, and by the chain of their bodies.
 *   <li>In the others each incarnation's messages are a stream of their own. Within each stream
 *       nothing is out of order and every repeat is explained; order between streams is not
 *       promised.
 *   <li>Nothing that was acknowledged by any incarnation may be lost.
 *   <li>A message that took effect in several streams must have been sent by as many incarnations,
 *       which send again what the one before had no answer for.
 * </ol>
 */
public final class RestartVerification {

  private final MessageBatch input;
  private final SendHistory history;

  /** A verification of {@code input}, sent as {@code history} says. */
  public RestartVerification(MessageBatch input, SendHistory history) {
    this.input = input;
    this.history = history;
  }

  /**
   * What is right and wrong with {@code effects}, in their order of arrival.
   *
   * @param overlaps how many calls overlapped another one of their session under the same token
   */
  public Judgement judge(List<AppliedEffect> effects, int overlaps, List<SessionRecord> records) {
    Set<String> resumed = history.resumedSessions();
    List<InputMessage> whole = new ArrayList<>();
    List<InputMessage> inStreams = new ArrayList<>();
    for (InputMessage message : input.messages()) {
      (resumed.contains(message.session().value()) ? inStreams : whole).add(message);
    }
    List<AppliedEffect> ofWhole = effects.stream().filter(effect -> !isOf(effect, resumed)).toList();
    List<AppliedEffect> ofStreams = effects.stream().filter(effect -> isOf(effect, resumed)).toList();
    List<Findings> findings = new ArrayList<>();
    if (!whole.isEmpty()) {
      findings.add(
          new Verification(new MessageBatch(whole), null)
              .judge(ofWhole, history::isAcknowledged, overlaps, records));
    }
    int resent = 0;
    int applied = findings.stream().mapToInt(Findings::applied).sum();
    if (!inStreams.isEmpty()) {
      Findings streams = judgeStreams(inStreams, ofStreams);
      Map<String, Set<String>> streamsOf = streamsOf(ofStreams);
      applied += streamsOf.size();
      resent = judgeAcross(inStreams, streamsOf, streams);
      Verification.checkBodies(inStreams, ofStreams, streams);
      findings.add(streams);
    }
    return new Judgement(findings, applied, resent, resumed.size());
  }

  private static boolean isOf(AppliedEffect effect, Set<String> sessions) {
    return sessions.contains(effect.call().session());
  }

  private static Findings judgeStreams(List<InputMessage> messages, List<AppliedEffect> effects) {
    Map<String, Set<String>> streams = new HashMap<>();
    for (AppliedEffect effect : effects) {
      streams
          .computeIfAbsent(effect.call().session(), session -> new HashSet<>())
          .add(streamName(effect));
    }
    HistoryChecker checker = new HistoryChecker(repeat -> {});
    for (InputMessage message : messages) {
      for (String stream : streams.getOrDefault(message.session().value(), Set.of())) {
        checker.sent(stream, message.id().value(), false);
      }
    }
    effects.forEach(
        effect -> checker.effect(Verification.inShort(effect.call(), streamName(effect))));
    return checker.finish();
  }

  private static String streamName(AppliedEffect effect) {
    return effect.call().session() + ", stream " + effect.call().claim().stream();
  }

  private static Map<String, Set<String>> streamsOf(List<AppliedEffect> effects) {
    Map<String, Set<String>> streams = new HashMap<>();
    for (AppliedEffect effect : effects) {
      streams
          .computeIfAbsent(
              Verification.key(effect.call().session(), effect.call().id()), key -> new HashSet<>())
          .add(effect.call().claim().stream());
    }
    return streams;
  }

  private int judgeAcross(
      List<InputMessage> messages, Map<String, Set<String>> streamsOf, Findings findings) {
    int resent = 0;
    for (InputMessage message : messages) {
      String key = Verification.key(message.session().value(), message.id().value());
      int times = streamsOf.getOrDefault(key, Set.of()).size();
      if (times == 0 && history.isAcknowledged(message)) {
        findings.add(
            Defect.LOST,
            "%s of session '%s' was acknowledged and never took effect."
                .formatted(message.id(), message.session()));
      }
      if (times > Math.max(1, history.timesSent(message))) {
        findings.add(
            Defect.UNEXPLAINED_REPEAT,
            "%s of session '%s' took effect in %d streams, and was sent %d times."
                .formatted(message.id(), message.session(), times, history.timesSent(message)));
      } else {
        resent += Math.max(0, times - 1);
      }
    }
    return resent;
  }
}
