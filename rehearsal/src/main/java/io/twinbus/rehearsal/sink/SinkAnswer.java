package io.twinbus.rehearsal.sink;

/** What the sink does with a call. */
public enum SinkAnswer {
  /** The effect is appended. */
  APPLIED,
  /** The call carries an older token than the newest seen for its session: it is refused. */
  FENCED
}
