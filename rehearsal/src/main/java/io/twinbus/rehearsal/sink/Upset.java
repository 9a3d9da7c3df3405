package io.twinbus.rehearsal.sink;

/** What goes wrong with a handler call. */
public enum Upset {
  /** Nothing does. */
  NOTHING,
  /** It is answered with 500, and had no effect. */
  FAILS_BEFORE_EFFECT,
  /** It is answered with 422, and had no effect: its message is dead-lettered. */
  REFUSED,
  /** It takes effect, and is answered with 500. */
  FAILS_AFTER_EFFECT,
  /** It is not answered, and takes effect when the upset ends: a zombie's call. */
  HANGS_BEFORE_EFFECT,
  /** It takes effect, and is not answered. */
  HANGS_AFTER_EFFECT
}
