package io.twinbus.ledger.cosmos;

import com.azure.cosmos.models.SqlQuerySpec;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.InstanceVitals;
import io.twinbus.ledger.cosmos.document.DocumentNames;
import io.twinbus.ledger.cosmos.document.UnreadableDocumentException;
import io.twinbus.ledger.cosmos.document.VitalsCodec;
import io.twinbus.ledger.store.VitalsOutcome;
import io.twinbus.ledger.store.VitalsStore;
import io.twinbus.ledger.store.WriteOutcome;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** What instances tell, in one partition of the leases' container. Thread-safe. */
final class CosmosVitalsStore implements VitalsStore {

  static final String ALL_VITALS = "SELECT * FROM c";

  private static final SqlQuerySpec WANTING =
      new SqlQuerySpec("SELECT * FROM c WHERE IS_DEFINED(c." + VitalsCodec.WANTED + ")");

  private static final SqlQuerySpec ALL = new SqlQuerySpec(ALL_VITALS);

  private final DocumentCalls calls;
  private final QueryCalls queries;

  CosmosVitalsStore(DocumentCalls calls, QueryCalls queries) {
    this.calls = calls;
    this.queries = queries;
  }

  @Override
  public CompletionStage<VitalsOutcome> readAll() {
    return all(ALL);
  }

  @Override
  public CompletionStage<VitalsOutcome> readWanting() {
    return all(WANTING);
  }

  private CompletionStage<VitalsOutcome> all(SqlQuerySpec query) {
    return queries.all(
        query,
        DocumentNames.VITALS_PARTITION,
        ObjectNode.class,
        rows -> found(rows.rows()),
        VitalsOutcome.Unknown::new);
  }

  /** Nothing is decided by them, so one that cannot be read hides no other. */
  static VitalsOutcome found(List<ObjectNode> rows) {
    return new VitalsOutcome.Found(
        rows.stream().map(CosmosVitalsStore::decoded).flatMap(Optional::stream).toList());
  }

  private static Optional<InstanceVitals> decoded(ObjectNode row) {
    try {
      return Optional.of(VitalsCodec.decode(row));
    } catch (UnreadableDocumentException e) {
      return Optional.empty();
    }
  }

  @Override
  public CompletionStage<WriteOutcome> put(InstanceVitals vitals) {
    return calls.put(VitalsCodec.encode(vitals)).thenApply(CosmosSessionStore::writeOutcome);
  }
}
