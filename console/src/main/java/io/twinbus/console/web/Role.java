package io.twinbus.console.web;

/** What a viewer may do. */
public enum Role {
  /** Sees all but bodies. */
  READER,
  /** Sees bodies, each look on record, and acts where the console allows acts. */
  OPERATOR
}
