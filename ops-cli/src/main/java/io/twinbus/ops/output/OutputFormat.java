package io.twinbus.ops.output;

/** How a command's result is written to stdout. */
public enum OutputFormat {
  /** Aligned columns for people. */
  TABLE,
  /** One JSON document. */
  JSON
}
