package io.twinbus.ledger.cosmos;

import io.twinbus.ledger.Directive;
import io.twinbus.ledger.cosmos.document.DirectiveCodec;
import io.twinbus.ledger.cosmos.document.DocumentNames;
import io.twinbus.ledger.store.DirectiveStore;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import java.util.concurrent.CompletionStage;

/** The directive in the leases' container. Thread-safe. */
final class CosmosDirectiveStore implements DirectiveStore {

  private final DocumentCalls calls;
  private final Failures failures;

  CosmosDirectiveStore(DocumentCalls calls, Failures failures) {
    this.calls = calls;
    this.failures = failures;
  }

  @Override
  public CompletionStage<ReadOutcome<Directive>> read() {
    return calls
        .read(DocumentNames.DIRECTIVE_PARTITION, DocumentNames.DIRECTIVE_ID)
        .thenApply(answer -> failures.outcome(answer, DirectiveCodec::decode));
  }

  @Override
  public CompletionStage<WriteOutcome> create(Directive directive) {
    return calls
        .create(DirectiveCodec.encode(directive))
        .thenApply(CosmosSessionStore::writeOutcome);
  }

  @Override
  public CompletionStage<WriteOutcome> replace(Directive directive, Version version) {
    return calls
        .replace(DirectiveCodec.encode(directive), version.etag())
        .thenApply(CosmosSessionStore::writeOutcome);
  }
}
