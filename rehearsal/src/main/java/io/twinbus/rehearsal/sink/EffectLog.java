package io.twinbus.rehearsal.sink;

import io.twinbus.protocol.time.Clocks;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The sink's memory: every effect in order of arrival, and the newest fencing token of each
 * session.
 *
 * <p>A call with an older token is refused and counted, so a worker that lost its claim without
 * noticing changes nothing. Thread-safe.
 */
public final class EffectLog {

  private final Clocks clocks;
  private final Consumer<AppliedEffect> follower;
  private final List<AppliedEffect> effects = new ArrayList<>();
  private final List<SinkCall> fenced = new ArrayList<>();
  private final Map<String, Long> newestTokens = new HashMap<>();
  private final Map<String, Long> tokensInFlight = new HashMap<>();
  private final Map<String, Set<String>> instances = new HashMap<>();
  private final Map<String, Integer> byRegion = new TreeMap<>();
  private int overlaps;

  /** An empty log; {@code follower} is told each effect, in order, while the log is locked. */
  public EffectLog(Clocks clocks, Consumer<AppliedEffect> follower) {
    this.clocks = clocks;
    this.follower = follower;
  }

  /** Decides on {@code call} and, unless it is fenced, appends its effect. */
  public synchronized SinkAnswer offer(SinkCall call) {
    long newest = newestTokens.getOrDefault(call.session(), Long.MIN_VALUE);
    if (call.claim().token() < newest) {
      fenced.add(call);
      return SinkAnswer.FENCED;
    }
    newestTokens.put(call.session(), call.claim().token());
    Long inFlight = tokensInFlight.put(call.session(), call.claim().token());
    if (inFlight != null && inFlight == call.claim().token()) {
      overlaps++;
    }
    AppliedEffect effect = new AppliedEffect(call, clocks.now());
    effects.add(effect);
    byRegion.merge(call.caller().region(), 1, Integer::sum);
    instances
        .computeIfAbsent(call.caller().process(), process -> new HashSet<>())
        .add(call.caller().instance());
    follower.accept(effect);
    return SinkAnswer.APPLIED;
  }

  /** Says that {@code call} is answered, so the next one of its session overlaps nothing. */
  public synchronized void answered(SinkCall call) {
    tokensInFlight.remove(call.session(), call.claim().token());
  }

  /** All effects so far, in order of arrival. */
  public synchronized List<AppliedEffect> effects() {
    return List.copyOf(effects);
  }

  /** How many effects there are so far. */
  public synchronized int size() {
    return effects.size();
  }

  /** How many calls were refused for an older token. */
  public synchronized int fenced() {
    return fenced.size();
  }

  /** How many calls came while another one of the same session under the same token was open. */
  public synchronized int overlaps() {
    return overlaps;
  }

  /** How many effects came from each region that sent any. */
  public synchronized Map<String, Integer> byRegion() {
    return Map.copyOf(byRegion);
  }

  /** The instances as which {@code process} has called; one that fenced itself calls as another. */
  public synchronized Set<String> instancesOf(String process) {
    return Set.copyOf(instances.getOrDefault(process, Set.of()));
  }
}
