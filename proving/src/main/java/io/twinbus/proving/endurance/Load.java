package io.twinbus.proving.endurance;

/**
 * What a soak asks of the system beside broken connections.
 *
 * <p>Immutable and thread-safe.
 *
 * @param bodies how large bodies are
 * @param bufferedMebibytes how much memory the copies in hand of a receiver may take; 0: a quarter
 *     of its heap
 * @param requestUnitsPerMessage how many request units the sessions' container has for each message
 *     that is sent, on average; 0: as many as are asked for
 */
public record Load(BodySizes bodies, int bufferedMebibytes, int requestUnitsPerMessage) {

  /** Small bodies, and room for everything. */
  public static final Load LIGHT = new Load(BodySizes.AS_THEY_ARE, 0, 0);

  /**
   * Bodies from 100 bytes to 250 KB, a few megabytes of them in hand, and hardly more request units
   * than the traffic asks for: whatever a broken connection has held up is caught up with slowly.
   */
  public static final Load TIGHT = new Load(new BodySizes(100, 250_000), 16, 30);

  /** Lines of YAML below {@code twinbus.receiver}. */
  String settings() {
    return bufferedMebibytes == 0
        ? ""
        : "    max-buffered: %d%n    max-body: 262144%n".formatted(bufferedMebibytes);
  }

  /** The request units a second for so many messages a second; 0: no bound. */
  int requestUnits(double perSecond) {
    return (int) Math.ceil(requestUnitsPerMessage * perSecond);
  }
}
