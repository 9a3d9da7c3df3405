package io.twinbus.proving.bench;

import java.util.List;

/**
 * Something that a bench shows beside its rows.
 *
 * <p>Immutable and thread-safe.
 *
 * @param name what it shows
 * @param lines for a terminal or a page of text
 */
public record Drawing(String name, List<String> lines) {

  /** Copies {@code lines}. */
  public Drawing {
    lines = List.copyOf(lines);
  }
}
