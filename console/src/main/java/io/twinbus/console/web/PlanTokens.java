package io.twinbus.console.web;

import io.twinbus.protocol.time.MonotonicTime;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * One-time tokens that bind a deed to the plan that a person was shown: the same act on the same
 * target with the same fields and reason, by the same caller.
 *
 * <p>A token is valid for ten minutes and for one use, whether that use is accepted or not. At most
 * {@value #MAX} tokens are kept; the oldest gives way to a new one. Thread-safe.
 */
public final class PlanTokens {

  /** How many tokens are kept. */
  static final int MAX = 256;

  /** How long after the plan was shown it can be confirmed. */
  static final Duration VALID = Duration.ofMinutes(10);

  private static final int BYTES = 32;

  /**
   * What a person was shown, or confirms.
   *
   * @param act the act, as its address names it
   * @param fields what the form carries about target and reason; empty fields do not count
   * @param caller the person, with role and name
   */
  record Plan(String act, Map<String, String> fields, Caller caller) {

    Plan {
      Map<String, String> told = new TreeMap<>(fields);
      told.values().removeIf(String::isEmpty);
      fields = Map.copyOf(told);
    }
  }

  private record Issued(Plan plan, MonotonicTime at) {}

  private final Supplier<MonotonicTime> now;
  private final SecureRandom random = new SecureRandom();
  private final Map<String, Issued> issued = new LinkedHashMap<>();

  /** No token yet. */
  public PlanTokens(Supplier<MonotonicTime> now) {
    this.now = now;
  }

  /** The token of {@code plan}, which is being shown. */
  String issue(Plan plan) {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    String token = HexFormat.of().formatHex(bytes);
    synchronized (issued) {
      issued.put(token, new Issued(plan, now.get()));
      if (issued.size() > MAX) {
        issued.remove(issued.keySet().iterator().next());
      }
    }
    return token;
  }

  /** Uses up {@code token}; why it does not confirm {@code plan}, or empty: it does. */
  Optional<String> refusal(String token, Plan plan) {
    Issued known;
    synchronized (issued) {
      known = issued.remove(token);
    }
    if (known == null) {
      return Optional.of(
          "This plan has been confirmed before or is not known any more: see the timeline for what"
              + " was done, or let the console say again what it would do.");
    }
    if (!known.plan().equals(plan)) {
      return Optional.of(
          "This is not the plan that was shown, so nothing was done: let the console say again what"
              + " it would do.");
    }
    if (now.get().since(known.at()).compareTo(VALID) >= 0) {
      return Optional.of(
          "This plan was shown more than %d minutes ago, so nothing was done: let the console say"
                  .formatted(VALID.toMinutes())
              + " again what it would do.");
    }
    return Optional.empty();
  }
}
