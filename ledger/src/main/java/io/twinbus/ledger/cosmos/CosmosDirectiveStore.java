package io.twinbus.ledger.cosmos;

import io.twinbus.ledger.Directive;
import io.twinbus.ledger.cosmos.document.DirectiveCodec;
import io.twinbus.ledger.cosmos.document.DocumentNames;
import io.twinbus.ledger.cosmos.document.UnreadableDocumentException;
import io.twinbus.ledger.store.DirectiveStore;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import java.util.concurrent.CompletionStage;

/** The directive in the leases' partition of a Cosmos DB container. Thread-safe. */
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
        .read(DocumentNames.LEASES_PARTITION, DocumentNames.DIRECTIVE_ID)
        .thenApply(this::outcome);
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

  private ReadOutcome<Directive> outcome(Answer answer) {
    if (answer instanceof Answer.Absent) {
      return new ReadOutcome.Absent<>();
    }
    if (answer instanceof Answer.Done done && done.document() != null) {
      try {
        return new ReadOutcome.Found<>(
            DirectiveCodec.decode(done.document()), new Version(done.etag()));
      } catch (UnreadableDocumentException e) {
        return new ReadOutcome.Unknown<>(failures.unreadable(e));
      }
    }
    return new ReadOutcome.Unknown<>(
        answer instanceof Answer.Unknown unknown ? unknown.why() : "unexpected: " + answer);
  }
}
