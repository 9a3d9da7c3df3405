package io.twinbus.ops.output;

/** How a command's result is written to stdout. */
public enum OutputFormat {
  /** Aligned columns for people. */
  TABLE,
  /** One JSON document. */
  JSON,
  /** One JSON document a line, one line a row. */
  JSONL,
  /** Comma-separated values (RFC 4180) under a line of field names. */
  CSV
}
