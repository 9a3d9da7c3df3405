package io.twinbus.ledger.store;

import io.twinbus.ledger.Directive;

/** What a read of the directive found. */
public sealed interface DirectiveOutcome {

  /** The directive as it stands. */
  record Found(Directive directive, Version version) implements DirectiveOutcome {}

  /** There has never been one: every region takes work. */
  record Absent() implements DirectiveOutcome {}

  /** The read failed and says nothing; {@code why} is for people. */
  record Unknown(String why) implements DirectiveOutcome {}
}
