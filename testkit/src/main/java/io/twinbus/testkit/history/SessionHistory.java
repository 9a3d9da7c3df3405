package io.twinbus.testkit.history;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * One session: the order of what was sent, and the last effect of each message. A few dozen bytes a
 * message beside its id, so that a million fit a small heap.
 */
final class SessionHistory {

  private static final int FIRST_CAPACITY = 4;

  private final String session;
  private final Map<String, Integer> positions = new HashMap<>();
  private final BitSet acknowledged = new BitSet();
  private final BitSet applied = new BitSet();
  private long[] tokens = new long[FIRST_CAPACITY];
  private int[] attempts = new int[FIRST_CAPACITY];
  private NotedEffect.Caller[] callers = new NotedEffect.Caller[FIRST_CAPACITY];
  private int furthest = -1;
  private String furthestId = "";
  private long newestToken = Long.MIN_VALUE;
  private long endedOtherwise;

  SessionHistory(String session) {
    this.session = session;
  }

  /** Takes in the next message sent; answers whether its id is new. */
  boolean sent(String id, boolean isAcknowledged) {
    int position = positions.size();
    if (positions.putIfAbsent(id, position) != null) {
      return false;
    }
    acknowledged.set(position, isAcknowledged);
    if (position == tokens.length) {
      int capacity = position * 2;
      tokens = Arrays.copyOf(tokens, capacity);
      attempts = Arrays.copyOf(attempts, capacity);
      callers = Arrays.copyOf(callers, capacity);
    }
    return true;
  }

  void effect(NotedEffect effect, Findings findings, Consumer<Repeat> repeats) {
    Integer known = positions.get(effect.id());
    if (known == null) {
      findings.add(
          Defect.STRANGER, "Effect %s is no message of the input.".formatted(name(effect)));
      return;
    }
    int position = known;
    if (position < furthest) {
      findings.add(
          Defect.OUT_OF_ORDER,
          "%s took effect after %s, which follows it.".formatted(name(effect), furthestId));
    } else {
      furthest = position;
      furthestId = effect.id();
    }
    if (effect.token() < newestToken) {
      findings.add(
          Defect.STALE_TOKEN,
          "%s took effect under token %d, after token %d had."
              .formatted(name(effect), effect.token(), newestToken));
    }
    newestToken = Math.max(newestToken, effect.token());
    if (applied.get(position)) {
      repeat(last(effect.id(), position), effect, findings, repeats);
    } else {
      applied.set(position);
      findings.effect();
    }
    tokens[position] = effect.token();
    attempts[position] = effect.attempt();
    callers[position] = effect.caller();
  }

  private NotedEffect last(String id, int position) {
    return new NotedEffect(session, id, tokens[position], attempts[position], callers[position]);
  }

  private static void repeat(
      NotedEffect earlier, NotedEffect later, Findings findings, Consumer<Repeat> repeats) {
    Repeat repeat = new Repeat(earlier, later, RepeatCause.between(earlier, later));
    repeat
        .cause()
        .ifPresentOrElse(
            findings::repeat, () -> findings.add(Defect.UNEXPLAINED_REPEAT, repeat.sentence()));
    repeats.accept(repeat);
  }

  /** Takes in what the ledger says: its token, and how many numbers ended as DEAD or SKIPPED. */
  void recorded(long token, long deadOrSkipped, Findings findings) {
    endedOtherwise = deadOrSkipped;
    if (token < newestToken) {
      findings.add(
          Defect.TOKEN_WENT_BACK,
          "Session '%s' has token %d in the ledger, and an effect under token %d."
              .formatted(session, token, newestToken));
    }
  }

  /** Accounts for the acknowledged messages that never took effect. */
  void end(Findings findings) {
    BitSet missing = (BitSet) acknowledged.clone();
    missing.andNot(applied);
    int count = missing.cardinality();
    int explained = (int) Math.min(count, endedOtherwise);
    findings.endedOtherwise(explained);
    if (count > explained) {
      String first = idAt(missing.nextSetBit(0));
      findings.add(
          Defect.LOST,
          count - explained,
          explained == 0
              ? "%s of session '%s' was acknowledged and never took effect."
                  .formatted(first, session)
              : "Of session '%s' %d messages never took effect (the first: %s), and the ledger names an end for %d only."
                  .formatted(session, count, first, explained));
    }
  }

  private String idAt(int position) {
    return positions.entrySet().stream()
        .filter(entry -> entry.getValue() == position)
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseThrow();
  }

  private String name(NotedEffect effect) {
    return "%s of session '%s'".formatted(effect.id(), session);
  }
}
