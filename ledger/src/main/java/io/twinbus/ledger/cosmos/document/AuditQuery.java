package io.twinbus.ledger.cosmos.document;

import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import io.twinbus.ledger.audit.AuditFilter;
import java.util.ArrayList;
import java.util.List;

/** The query on one month of the audit container; its conditions are served by the index. */
public final class AuditQuery {

  private final List<String> conditions = new ArrayList<>();
  private final List<SqlParameter> parameters = new ArrayList<>();

  private AuditQuery() {}

  /** What {@code filter} lets through, the newest first. */
  public static SqlQuerySpec of(AuditFilter filter) {
    AuditQuery query = new AuditQuery();
    query.and("c.at >= @from", "@from", Fields.write(filter.from()));
    query.and("c.at < @to", "@to", Fields.write(filter.to()));
    filter.kind().ifPresent(kind -> query.and("c.act = @act", "@act", kind));
    filter
        .by()
        .ifPresent(
            by ->
                query.and("(c.by.name = @by OR c.by.oid = @by OR c.by.actsFor = @by)", "@by", by));
    filter
        .session()
        .ifPresent(id -> query.and("c.session = @session", "@session", AuditCodec.clippedId(id)));
    filter
        .message()
        .ifPresent(id -> query.and("c.message = @message", "@message", AuditCodec.clippedId(id)));
    return new SqlQuerySpec(
        "SELECT * FROM c WHERE %s ORDER BY c.at DESC"
            .formatted(String.join(" AND ", query.conditions)),
        query.parameters);
  }

  private void and(String condition, String name, String value) {
    conditions.add(condition);
    parameters.add(new SqlParameter(name, value));
  }
}
