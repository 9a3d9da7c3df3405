package io.twinbus.ledger.cosmos;

import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.Directive;
import io.twinbus.ledger.InstanceLease;
import io.twinbus.ledger.store.LeaseStore;
import io.twinbus.ledger.store.LeasesOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Instance leases in one partition of a Cosmos DB container. Thread-safe. */
final class CosmosLeaseStore implements LeaseStore {

  private final DocumentCalls calls;
  private final QueryCalls queries;
  private final Failures failures;

  CosmosLeaseStore(DocumentCalls calls, QueryCalls queries, Failures failures) {
    this.calls = calls;
    this.queries = queries;
    this.failures = failures;
  }

  @Override
  public CompletionStage<LeasesOutcome> readAll() {
    SqlQuerySpec query =
        new SqlQuerySpec(
            "SELECT * FROM c WHERE c.kind IN (@lease, @directive)",
            List.of(
                new SqlParameter("@lease", DocumentNames.LEASE_KIND),
                new SqlParameter("@directive", DocumentNames.DIRECTIVE_KIND)));
    return queries.all(
        query,
        DocumentNames.LEASES_PARTITION,
        ObjectNode.class,
        this::decoded,
        LeasesOutcome.Unknown::new);
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

  /** One lease that cannot be read fails them all: left out, its instance would count as dead. */
  private LeasesOutcome decoded(QueryCalls.Rows<ObjectNode> rows) {
    List<LeasesOutcome.Stored> leases = new ArrayList<>(rows.rows().size());
    Optional<Directive> directive = Optional.empty();
    try {
      for (ObjectNode document : rows.rows()) {
        if (document.path(DocumentNames.KIND).asText().equals(DocumentNames.DIRECTIVE_KIND)) {
          directive = Optional.of(DirectiveCodec.decode(document));
          continue;
        }
        leases.add(
            new LeasesOutcome.Stored(
                LeaseCodec.decode(document),
                new Version(new Fields("A lease", document).text("_etag"))));
      }
    } catch (UnreadableDocumentException e) {
      return new LeasesOutcome.Unknown(failures.unreadable(e));
    }
    return new LeasesOutcome.Found(leases, directive);
  }
}
