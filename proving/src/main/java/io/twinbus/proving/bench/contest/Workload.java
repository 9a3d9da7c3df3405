package io.twinbus.proving.bench.contest;

/**
 * The messages of a round: spread over sessions in turn, each with a body of the same size.
 *
 * <p>A session has the same messages for every contender; names differ by round, so that no round
 * meets the one before. Immutable and thread-safe.
 *
 * @param sessions over how many sessions
 * @param messages how many messages in all
 * @param bodyBytes how large each body is
 */
public record Workload(int sessions, int messages, int bodyBytes) {

  /** The usual body. */
  public static final int SMALL = 200;

  /** The session of the n-th message of a round. */
  public String session(int round, int n) {
    return "round" + round + "-" + n % sessions;
  }

  /** The id of the n-th message of a round: {@link #numberOf} reads the number from it. */
  public String id(int round, int n) {
    return "round" + round + "-" + n;
  }

  /** The number in the id of a message. */
  public static int numberOf(String id) {
    return Integer.parseInt(id.substring(id.lastIndexOf('-') + 1));
  }

  /** The body of each message. */
  public String body() {
    return "x".repeat(bodyBytes);
  }

  @Override
  public String toString() {
    String size = bodyBytes < 1_000 ? bodyBytes + " B" : bodyBytes / 1_024 + " KB";
    return "%,d session%s, %s".formatted(sessions, sessions == 1 ? "" : "s", size);
  }
}
