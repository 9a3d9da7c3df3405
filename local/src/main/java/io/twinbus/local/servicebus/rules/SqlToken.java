package io.twinbus.local.servicebus.rules;

/**
 * A word or sign of a SQL text.
 *
 * @param text as it was written; a quoted one without its quotes
 * @param at the position of its first character, from 1
 */
record SqlToken(Kind kind, String text, int at) {

  enum Kind {
    /** A keyword or the name of a property. */
    WORD,
    /** A name in quotes or brackets, which is no keyword. */
    NAME,
    TEXT,
    NUMBER,
    SIGN,
    PARAMETER,
    END
  }

  /** Whether it is this keyword, in any case, or this sign. */
  boolean is(String wanted) {
    return (kind == Kind.WORD || kind == Kind.SIGN) && text.equalsIgnoreCase(wanted);
  }
}
