package io.twinbus.receiver.admin;

import java.util.function.Supplier;

/**
 * A page of the admin server.
 *
 * @param type its content type
 * @param content what it says whenever it is asked for; thread-safe
 */
public record Page(String type, Supplier<String> content) {

  /** A page of JSON. */
  public static Page json(Supplier<String> content) {
    return new Page("application/json", content);
  }

  /** A page of plain text. */
  public static Page text(Supplier<String> content) {
    return new Page("text/plain; charset=utf-8", content);
  }

  /** A sentence. */
  static Page text(String sentence) {
    return text(() -> sentence + "\n");
  }
}
