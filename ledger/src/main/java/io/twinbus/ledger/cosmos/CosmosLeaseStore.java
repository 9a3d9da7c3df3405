package io.twinbus.ledger.cosmos;

import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.InstanceLease;
import io.twinbus.ledger.cosmos.document.DocumentNames;
import io.twinbus.ledger.cosmos.document.LeaseCodec;
import io.twinbus.ledger.cosmos.document.UnreadableDocumentException;
import io.twinbus.ledger.store.BeatsOutcome;
import io.twinbus.ledger.store.LeaseStore;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Instance leases in one partition of a Cosmos DB container. Thread-safe. */
final class CosmosLeaseStore implements LeaseStore {

  /** A beat is read by every instance: of the document only what observers need is asked for. */
  static final String ALL_BEATS = "SELECT c.id, c.beat, c.at, c.schema FROM c";

  private static final SqlQuerySpec ALL = new SqlQuerySpec(ALL_BEATS);

  private final DocumentCalls calls;
  private final QueryCalls queries;
  private final Failures failures;

  CosmosLeaseStore(DocumentCalls calls, QueryCalls queries, Failures failures) {
    this.calls = calls;
    this.queries = queries;
    this.failures = failures;
  }

  @Override
  public CompletionStage<BeatsOutcome> readAll() {
    return beats(ALL);
  }

  @Override
  public CompletionStage<BeatsOutcome> readSome(Set<InstanceId> instances) {
    if (instances.isEmpty()) {
      return CompletableFuture.completedStage(new BeatsOutcome.Found(List.of()));
    }
    List<SqlParameter> parameters = new ArrayList<>(instances.size());
    for (InstanceId instance : instances) {
      parameters.add(new SqlParameter("@i" + parameters.size(), instance.value()));
    }
    String names = String.join(", ", parameters.stream().map(SqlParameter::getName).toList());
    return beats(new SqlQuerySpec(ALL_BEATS + " WHERE c.id IN (" + names + ")", parameters));
  }

  private CompletionStage<BeatsOutcome> beats(SqlQuerySpec query) {
    return queries.all(
        query,
        DocumentNames.LEASES_PARTITION,
        ObjectNode.class,
        this::decoded,
        BeatsOutcome.Unknown::new);
  }

  private BeatsOutcome decoded(QueryCalls.Rows<ObjectNode> rows) {
    try {
      return found(rows.rows());
    } catch (UnreadableDocumentException e) {
      return new BeatsOutcome.Unknown(failures.unreadable(e));
    }
  }

  /** One lease that cannot be read fails them all: left out, its instance would count as dead. */
  static BeatsOutcome.Found found(List<ObjectNode> rows) {
    return new BeatsOutcome.Found(rows.stream().map(LeaseCodec::beat).toList());
  }

  @Override
  public CompletionStage<ReadOutcome<InstanceLease>> read(InstanceId instance) {
    return calls
        .read(DocumentNames.LEASES_PARTITION, instance.value())
        .thenApply(answer -> failures.outcome(answer, LeaseCodec::decode));
  }

  @Override
  public CompletionStage<WriteOutcome> create(InstanceLease lease) {
    return calls.create(LeaseCodec.encode(lease)).thenApply(CosmosSessionStore::writeOutcome);
  }

  @Override
  public CompletionStage<WriteOutcome> replace(InstanceLease lease, Version version) {
    return calls
        .replace(LeaseCodec.encode(lease), version.etag())
        .thenApply(CosmosSessionStore::writeOutcome);
  }
}
