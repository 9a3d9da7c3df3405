package io.twinbus.rehearsal.fault;

import io.twinbus.protocol.InvalidNameException;
import io.twinbus.protocol.RegionName;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One fault of a run.
 *
 * <p>Immutable and thread-safe.
 *
 * @param kind what it does
 * @param region where it strikes; empty when its kind has to do with no single region
 * @param when when it strikes
 * @param length how long until it is healed, 1 s to 10 min
 */
public record Fault(FaultKind kind, Optional<RegionName> region, When when, Duration length) {

  private static final Pattern FORM = Pattern.compile("([^@+]+)@(\\d{1,3})(?:\\+(\\d{1,3}))?");
  private static final int MAX_PERCENT = 100;
  private static final int MAX_SECONDS = 600;

  /**
   * Reads {@code KIND:REGION@PERCENT[+SECONDS]}, where KIND is the word of one of {@code kinds}.
   *
   * @throws IllegalArgumentException with one sentence when it is not written so
   */
  public static Fault parse(Set<FaultKind> kinds, String text) {
    int colon = text.indexOf(':');
    FaultKind kind =
        FaultKind.named(text.substring(0, Math.max(0, colon)))
            .filter(kinds::contains)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "--fault is '%s': give KIND:REGION@PERCENT[+SECONDS]; KIND is one of %s."
                            .formatted(
                                text,
                                kinds.stream()
                                    .map(FaultKind::word)
                                    .collect(Collectors.joining(", ")))));
    return parse(kind, text.substring(colon + 1));
  }

  /**
   * Reads {@code REGION@PERCENT[+SECONDS]}.
   *
   * @throws IllegalArgumentException with one sentence when it is not written so
   */
  public static Fault parse(FaultKind kind, String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches() || Integer.parseInt(matcher.group(2)) > MAX_PERCENT) {
      throw new IllegalArgumentException(
          "--%s is '%s': give REGION@PERCENT%s, such as east@40."
              .formatted(kind.word(), text, kind == FaultKind.KILL_RECEIVER ? "" : "[+SECONDS]"));
    }
    if (kind == FaultKind.KILL_RECEIVER && matcher.group(3) != null) {
      throw new IllegalArgumentException(
          "--kill-receiver is '%s': it takes no seconds; a new receiver starts after 10."
              .formatted(text));
    }
    return new Fault(
        kind,
        Optional.of(region(kind, matcher.group(1))),
        new When.Share(Integer.parseInt(matcher.group(2))),
        length(kind, text, matcher.group(3)));
  }

  /**
   * Its region.
   *
   * @throws java.util.NoSuchElementException when its kind has to do with no single region
   */
  public RegionName where() {
    return region.orElseThrow();
  }

  private static RegionName region(FaultKind kind, String name) {
    try {
      return new RegionName(name);
    } catch (InvalidNameException e) {
      throw new IllegalArgumentException("--%s: %s".formatted(kind.word(), e.getMessage()), e);
    }
  }

  private static Duration length(
      FaultKind kind, String text, @org.jspecify.annotations.Nullable String seconds) {
    if (seconds == null) {
      return kind.usualLength();
    }
    int length = Integer.parseInt(seconds);
    if (length < 1 || length > MAX_SECONDS) {
      throw new IllegalArgumentException(
          "--%s is '%s': a fault lasts 1 to %d seconds.".formatted(kind.word(), text, MAX_SECONDS));
    }
    return Duration.ofSeconds(length);
  }

  @Override
  public String toString() {
    String name = kind.word() + region.map(where -> " " + where).orElse("") + "@" + when;
    boolean usual = kind == FaultKind.KILL_RECEIVER && when instanceof When.Share;
    return usual ? name : name + "+" + length.toSeconds();
  }
}
