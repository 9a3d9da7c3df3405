package io.twinbus.ledger.cosmos.document;

import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.store.SessionFilter;
import io.twinbus.protocol.SessionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The queries on session records; every condition is served by the container's index. */
public final class SessionQuery {

  private static final String OF_QUEUE = "c.kind = @kind AND c.queue = @queue";

  private static final String EXPLICIT =
      "c.queue = @queue AND c.%s > 0".formatted(DocumentNames.EXPLICITS);

  private SessionQuery() {}

  public static SqlQuerySpec list(EntityKey queue, SessionFilter filter) {
    List<String> conditions = new ArrayList<>();
    List<SqlParameter> parameters = new ArrayList<>();
    conditions.add(OF_QUEUE);
    parameters.addAll(ofQueue(queue));
    filter
        .status()
        .ifPresent(
            status -> {
              conditions.add("c.status = @status");
              parameters.add(new SqlParameter("@status", status.name()));
            });
    filter
        .region()
        .ifPresent(
            region -> {
              conditions.add("c.owner.region = @region");
              parameters.add(new SqlParameter("@region", region.value()));
            });
    filter
        .owner()
        .ifPresent(
            owner -> {
              conditions.add("c.owner.instance = @instance");
              parameters.add(new SqlParameter("@instance", owner.value()));
            });
    filter
        .prefix()
        .ifPresent(
            prefix -> {
              conditions.add("STARTSWITH(c.session, @prefix)");
              parameters.add(new SqlParameter("@prefix", prefix));
            });
    filter
        .unchangedSince()
        .ifPresent(
            moment -> {
              conditions.add("c.updatedAt < @moment");
              parameters.add(new SqlParameter("@moment", Fields.write(moment)));
            });
    filter
        .after()
        .ifPresent(
            session -> {
              conditions.add("c.session > @after");
              parameters.add(new SqlParameter("@after", session));
            });
    if (filter.gaps()) {
      conditions.add("c.%s > 0".formatted(DocumentNames.GAPS));
    }
    return new SqlQuerySpec(
        "SELECT * FROM c WHERE "
            + String.join(" AND ", conditions)
            + (filter.after().isPresent() ? " ORDER BY c.session" : ""),
        parameters);
  }

  public static SqlQuerySpec versions(EntityKey queue, Set<SessionId> sessions) {
    List<SqlParameter> parameters = new ArrayList<>();
    for (SessionId session : sessions) {
      parameters.add(new SqlParameter("@s" + parameters.size(), session.value()));
    }
    String names = parameters.stream().map(SqlParameter::getName).collect(Collectors.joining(", "));
    parameters.addAll(ofQueue(queue));
    return new SqlQuerySpec(
        "SELECT c.session, c._etag FROM c WHERE %s AND c.session IN (%s)"
            .formatted(OF_QUEUE, names),
        parameters);
  }

  public static SqlQuerySpec count(EntityKey queue, SessionStatus status) {
    List<SqlParameter> parameters = ofQueue(queue);
    parameters.add(new SqlParameter("@status", status.name()));
    return new SqlQuerySpec(
        "SELECT VALUE COUNT(1) FROM c WHERE %s AND c.status = @status".formatted(OF_QUEUE),
        parameters);
  }

  /** How many documents have cursors of explicit streams. */
  public static SqlQuerySpec countExplicit(EntityKey queue) {
    return new SqlQuerySpec("SELECT VALUE COUNT(1) FROM c WHERE " + EXPLICIT, explicit(queue));
  }

  /** Those documents. */
  public static SqlQuerySpec listExplicit(EntityKey queue) {
    return new SqlQuerySpec("SELECT * FROM c WHERE " + EXPLICIT, explicit(queue));
  }

  private static List<SqlParameter> explicit(EntityKey queue) {
    return List.of(new SqlParameter("@queue", queue.value()));
  }

  private static List<SqlParameter> ofQueue(EntityKey queue) {
    List<SqlParameter> parameters = new ArrayList<>();
    parameters.add(new SqlParameter("@kind", DocumentNames.SESSION_KIND));
    parameters.add(new SqlParameter("@queue", queue.value()));
    return parameters;
  }
}
