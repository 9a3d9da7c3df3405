package io.twinbus.local.servicebus.access;

import java.time.Instant;

/** What a token is good for. */
public sealed interface Verdict {

  /**
   * It opens a path and what is inside it, for a while.
   *
   * @param path empty: the whole namespace
   */
  record Granted(String path, Instant until) implements Verdict {}

  /**
   * It opens nothing.
   *
   * @param why one sentence
   */
  record Denied(String why) implements Verdict {}
}
