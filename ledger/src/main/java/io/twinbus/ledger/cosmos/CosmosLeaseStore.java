package io.twinbus.ledger.cosmos;

import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.ledger.Directive;
import io.twinbus.ledger.InstanceLease;
import io.twinbus.ledger.cosmos.document.DirectiveCodec;
import io.twinbus.ledger.cosmos.document.DocumentNames;
import io.twinbus.ledger.cosmos.document.Fields;
import io.twinbus.ledger.cosmos.document.LeaseCodec;
import io.twinbus.ledger.cosmos.document.UnreadableDocumentException;
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

  private LeasesOutcome decoded(QueryCalls.Rows<ObjectNode> rows) {
    try {
      return found(rows.rows());
    } catch (UnreadableDocumentException e) {
      return new LeasesOutcome.Unknown(failures.unreadable(e));
    }
  }

  /**
   * What a query of the leases' partition answers, where it is whole and this build can read it.
   */
  static Optional<LeasesOutcome.Found> found(ObjectNode answer) {
    if (!answer.path("Documents").isArray()) {
      return Optional.empty();
    }
    List<ObjectNode> documents = new ArrayList<>();
    answer.path("Documents").forEach(each -> documents.add((ObjectNode) each));
    return Optional.of(found(documents));
  }

  /** One lease that cannot be read fails them all: left out, its instance would count as dead. */
  private static LeasesOutcome.Found found(List<ObjectNode> documents) {
    List<LeasesOutcome.Stored> leases = new ArrayList<>(documents.size());
    Optional<Directive> directive = Optional.empty();
    for (ObjectNode document : documents) {
      if (document.path(DocumentNames.KIND).asText().equals(DocumentNames.DIRECTIVE_KIND)) {
        directive = Optional.of(DirectiveCodec.decode(document));
      } else {
        leases.add(
            new LeasesOutcome.Stored(
                LeaseCodec.decode(document),
                new Version(new Fields("A lease", document).text("_etag"))));
      }
    }
    return new LeasesOutcome.Found(leases, directive);
  }
}
