package io.twinbus.proving.endurance;

import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * A figure of a process, and what it may do over a soak.
 *
 * <p>Most must stay flat, see {@link Flatness}. Their allowance is what they were seen to come and
 * go by at rest, and so decides which leak is noticed: one that comes to more than twice the
 * allowance over the looks that count, since the medians of the two halves lie half of these looks
 * apart. Handles may vary by 4: a socket that is lost with every break is noticed after some 8
 * breaks of a region, and a thread likewise.
 *
 * <p>The elastic pools of the SDKs have a bound of their own for each processor: they grow to the
 * most that was ever busy at a time, by some 15 threads within three minutes, and shrink when they
 * were idle for a minute. See {@link LiveThreads}.
 *
 * <p>The HTTP pools may vary by two connections a session. A pool grows to the most that was ever
 * busy at a time, which the backlog after a break decides, or a moment in which the machine was
 * slow, and hardly shrinks while anything goes through it. What would leak there leaks by the
 * request, not by the break, and a receiver makes some 40 requests a second: one in 200 that does
 * not give its connection back is noticed in half an hour.
 *
 * <p>The connections that the SDK keeps have a bound instead, see {@link Losses}.
 *
 * @param word what it is called
 * @param unit in what it is counted; empty: pieces
 * @param rule what it may do
 * @param of where it is in a look
 */
record Figure(String word, String unit, Rule rule, ToDoubleFunction<ReceiverReading> of) {

  /** What a figure may do. */
  sealed interface Rule {

    /** To stay flat, give or take {@code allowance}. */
    record Flat(double allowance) implements Rule {}

    /** To do as it likes below {@code most}. */
    record Bounded(double most) implements Rule {}
  }

  /** To the ledger and to the handler, a connection each. */
  private static final int POOLS = 2 * Soak.SESSIONS;

  /**
   * Ten a processor for each of four pools (Reactor's own, and three of the ledger's SDK), and
   * twenty for the SDK's fifth.
   */
  private static final int ELASTIC_THREADS = 60 * Runtime.getRuntime().availableProcessors();

  /** All of them. */
  static final List<Figure> ALL =
      List.of(
          new Figure("heap", "MiB", new Rule.Flat(3), look -> look.use().heapBesidesConnections()),
          new Figure("own objects", "", new Rule.Flat(150), look -> look.use().objects()),
          new Figure("threads", "", new Rule.Flat(4), look -> look.use().threads()),
          new Figure(
              "elastic threads",
              "",
              new Rule.Bounded(ELASTIC_THREADS),
              look -> look.use().elasticThreads()),
          new Figure("file handles", "", new Rule.Flat(4), look -> look.use().handles()),
          new Figure("HTTP pools", "", new Rule.Flat(POOLS), look -> look.use().pooled()),
          new Figure(
              "connections too many",
              "",
              new Rule.Bounded(0),
              ReceiverReading::connectionsTooMany));

  /** Its medians over the earlier and the later half of the looks that count. */
  Flatness over(List<ReceiverReading> looks) {
    double allowance = rule instanceof Rule.Flat flat ? flat.allowance() : Double.MAX_VALUE;
    return Flatness.of(looks.stream().map(of::applyAsDouble).toList(), allowance);
  }

  /** The most of it in any look. */
  double most(List<ReceiverReading> looks) {
    return looks.stream().mapToDouble(of).max().orElse(0);
  }

  /** A sentence, if {@code receiver} breaks the rule. */
  Optional<String> objection(String receiver, List<ReceiverReading> looks) {
    if (rule instanceof Rule.Bounded bounded) {
      double most = most(looks);
      return most <= bounded.most()
          ? Optional.empty()
          : Optional.of(
              "The %s of %s reached %.0f; the bound is %.0f."
                  .formatted(word, receiver, most, bounded.most()));
    }
    Flatness flatness = over(looks);
    return flatness.isFlat()
        ? Optional.empty()
        : Optional.of(
            "The %s of %s rose from %.1f to %.1f%s."
                .formatted(
                    word,
                    receiver,
                    flatness.earlier(),
                    flatness.later(),
                    unit.isEmpty() ? "" : " " + unit));
  }
}
