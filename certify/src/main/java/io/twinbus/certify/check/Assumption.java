package io.twinbus.certify.check;

import java.time.Duration;

/**
 * Something that the protocol takes for granted about a service. Immutable.
 *
 * @param id its name in reports, such as {@code session-exclusive}
 * @param sentence what is assumed
 * @param reason why the protocol needs it, and where the service says so
 * @param bound the longest time that trying it takes; after that it counts as not run
 * @param cost what trying it once consumes at most
 */
public record Assumption(String id, String sentence, Reason reason, Duration bound, Cost cost) {

  /**
   * Why an assumption matters.
   *
   * @param need what the protocol does with it
   * @param promise the promise that falls without it
   * @param otherwise what happens then
   * @param document the page in which the service's vendor says so
   */
  public record Reason(String need, Promise promise, String otherwise, String document) {}
}
