package io.twinbus.simulation;

import io.twinbus.ledger.SessionStatus;
import io.twinbus.receiver.rules.Verdict;
import io.twinbus.receiver.session.WorkerEvent;
import io.twinbus.receiver.session.WorkerFact;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The list of what can happen: every move of a session record, every write in every position with
 * every outcome, everything that a worker hears in every standing, everything that it reports, and
 * every result of the pure rules. What random histories need not reach is named with the reason.
 */
final class Transitions {

  /** How the score names what was reached. */
  static final String REACHED = "reached: ";

  /** What the gap rule answers. */
  enum GapResult {
    REPORTED,
    LOWERED,
    RENEWED,
    FOUND,
    SKIPPED
  }

  private static final List<String> MOVES =
      List.of(
          "none -CLAIM-> WORKING",
          "none -REPORT-> PENDING",
          "PENDING -CLAIM-> WORKING",
          "PENDING -TAKEOVER-> WORKING",
          "PENDING -HOLD-> BLOCKED",
          "PENDING -REPORT-> PENDING",
          "PENDING -LOWER-> PENDING",
          "PENDING -FOUND-> PENDING",
          "PENDING -RETURN-> PENDING",
          "PENDING -SKIP-> PENDING",
          "PENDING -OPERATOR_BLOCKS-> BLOCKED",
          "PENDING -OPERATOR_ENDS-> PENDING",
          "WORKING -COMMIT-> WORKING",
          "WORKING -RELEASE-> IDLE",
          "WORKING -TAKEOVER-> WORKING",
          "WORKING -RECLAIM-> WORKING",
          "WORKING -RENEW-> WORKING",
          "WORKING -HOLD-> BLOCKED",
          "WORKING -BLOCK-> BLOCKED",
          "WORKING -EVICT-> PENDING",
          "WORKING -REPORT-> WORKING",
          "WORKING -LOWER-> WORKING",
          "WORKING -FOUND-> WORKING",
          "WORKING -OPERATOR_BLOCKS-> BLOCKED",
          "WORKING -OPERATOR_ENDS-> WORKING",
          "IDLE -CLAIM-> WORKING",
          "IDLE -HOLD-> BLOCKED",
          "IDLE -REPORT-> IDLE",
          "IDLE -LOWER-> IDLE",
          "IDLE -FOUND-> IDLE",
          "IDLE -RETURN-> IDLE",
          "IDLE -SKIP-> IDLE",
          "IDLE -OPERATOR_BLOCKS-> BLOCKED",
          "IDLE -OPERATOR_ENDS-> IDLE",
          "BLOCKED -COMMIT-> BLOCKED",
          "BLOCKED -RENEW-> BLOCKED",
          "BLOCKED -REPORT-> BLOCKED",
          "BLOCKED -LOWER-> BLOCKED",
          "BLOCKED -FOUND-> BLOCKED",
          "BLOCKED -RELEASE-> BLOCKED",
          "BLOCKED -OPERATOR_UNBLOCKS-> IDLE",
          "BLOCKED -OPERATOR_UNBLOCKS-> WORKING",
          "BLOCKED -OPERATOR_ENDS-> BLOCKED",
          "WORKING -OPERATOR_RELEASES-> PENDING",
          "BLOCKED -OPERATOR_RELEASES-> BLOCKED");

  private static final List<String> DECISIONS =
      List.of(
          "Create",
          "Replace FREE",
          "Replace TAKEOVER",
          "Replace ORPHAN",
          "Hold",
          "Leave OWNED",
          "Leave BLOCKED");

  /** What is not required of random histories, and why. */
  static final Map<String, String> NOT_REQUIRED = notRequired();

  private Transitions() {}

  static String move(@Nullable SessionStatus from, Act act, SessionStatus to) {
    return "record %s -%s-> %s".formatted(from == null ? "none" : from, act, to);
  }

  static String write(Act.Position position, Coverage.Outcome outcome) {
    return "write " + position + " " + outcome;
  }

  static String event(Coverage.Ownership standing, Class<?> event) {
    return "worker " + standing + " hears " + event.getSimpleName();
  }

  static String fact(Class<?> fact) {
    return "fact " + fact.getSimpleName();
  }

  static String parked(WorkerFact.Parked.Reason reason) {
    return "parked " + reason;
  }

  static String verdict(Verdict verdict) {
    return "verdict " + verdict;
  }

  static String decision(String decision) {
    return "decision " + decision;
  }

  static String gap(GapResult result) {
    return "gap " + result;
  }

  /** All of them. */
  static SortedSet<String> all() {
    SortedSet<String> all = new TreeSet<>();
    MOVES.forEach(move -> all.add("record " + move));
    for (Act.Position position : Act.Position.values()) {
      for (Coverage.Outcome outcome : Coverage.Outcome.values()) {
        all.add(write(position, outcome));
      }
    }
    all.removeIf(name -> name.startsWith("write " + Act.Position.OPERATOR));
    for (Coverage.Ownership standing : Coverage.Ownership.values()) {
      kinds(WorkerEvent.class).forEach(event -> all.add(event(standing, event)));
    }
    kinds(WorkerFact.class).forEach(fact -> all.add(fact(fact)));
    Stream.of(WorkerFact.Parked.Reason.values()).forEach(reason -> all.add(parked(reason)));
    Stream.of(Verdict.values()).forEach(verdict -> all.add(verdict(verdict)));
    DECISIONS.forEach(decision -> all.add(decision(decision)));
    Stream.of(GapResult.values()).forEach(result -> all.add(gap(result)));
    return all;
  }

  private static Stream<Class<?>> kinds(Class<?> sealed) {
    return Stream.of(sealed.getPermittedSubclasses());
  }

  private static Map<String, String> notRequired() {
    Map<String, String> reasons = new TreeMap<>();
    for (Coverage.Ownership standing : Coverage.Ownership.values()) {
      if (standing != Coverage.Ownership.UNCLAIMED) {
        reasons.put(event(standing, WorkerEvent.Accepted.class), "it is the first event, once");
      }
    }
    reasons.put(
        event(Coverage.Ownership.UNCLAIMED, WorkerEvent.MessageWriteAnswered.class),
        "whoever writes a message's record has a claim, of the session or of the message");
    reasons.put(
        event(Coverage.Ownership.CLAIMING, WorkerEvent.HandlerReturned.class),
        "a call given up with the claim before returns just then: too rare");
    reasons.put(
        event(Coverage.Ownership.STOPPING, WorkerEvent.Searched.class),
        "a worker with a claim stops while it looks for a gap: too rare");
    reasons.put(
        parked(WorkerFact.Parked.Reason.NEWER),
        "no producer of a history sends headers of a newer version: unit tests do");
    reasons.put(
        "record BLOCKED -RENEW-> BLOCKED",
        "an operator blocks while a call that does not return is given up: too rare");
    reasons.put(
        "record BLOCKED -OPERATOR_RELEASES-> BLOCKED",
        "an owner dies while an operator blocks, and another one ends its claim: too rare");
    reasons.put(
        "record BLOCKED -REPORT-> BLOCKED",
        "an owner comes to a gap while an operator blocks: two of 30,000 histories");
    reasons.put(
        "record BLOCKED -LOWER-> BLOCKED",
        "a lower message comes to a gap while an operator blocks: too rare");
    reasons.put(
        "record PENDING -FOUND-> PENDING",
        "who finds the message claims, unless he stands back just then: too rare");
    reasons.put(
        "record PENDING -RETURN-> PENDING",
        "a gap of a cold stream is reported beside another one: too rare");
    reasons.put(
        verdict(Verdict.TOO_OLD), "histories are minutes long, not days: see DeliveryRuleTest");
    return reasons;
  }

  /** What should have been reached by {@code reached}, and was not. */
  static List<String> missing(Set<String> reached) {
    return all().stream()
        .filter(name -> !NOT_REQUIRED.containsKey(name) && !reached.contains(name))
        .collect(Collectors.toList());
  }

  /** What was reached and is not on the list. */
  static List<String> unlisted(Set<String> reached) {
    return reached.stream().filter(name -> !all().contains(name)).collect(Collectors.toList());
  }
}
