package io.twinbus.ledger.store;

import io.twinbus.ledger.Directive;
import java.util.concurrent.CompletionStage;

/**
 * The port to the one directive; receivers read it as often as all leases ({@link
 * LeaseStore#readAll}).
 *
 * <p>Every stage completes within a bound that the implementation documents, and never
 * exceptionally: what fails is {@code Unknown}. Implementations are thread-safe.
 */
public interface DirectiveStore {

  /** Reads the directive. */
  CompletionStage<ReadOutcome<Directive>> read();

  /** Writes the directive where there is none. */
  CompletionStage<WriteOutcome> create(Directive directive);

  /** Writes over the directive that has {@code version}, and over no other. */
  CompletionStage<WriteOutcome> replace(Directive directive, Version version);
}
