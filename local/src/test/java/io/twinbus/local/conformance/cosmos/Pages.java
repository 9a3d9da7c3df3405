package io.twinbus.local.conformance.cosmos;

/** The public pages that state the rules. */
final class Pages {
  private static final String ROOT = "https://learn.microsoft.com/azure/cosmos-db/";
  private static final String JAVA =
      "https://learn.microsoft.com/java/api/com.azure.cosmos.models.";
  private static final String REST = "https://learn.microsoft.com/rest/api/cosmos-db/";

  static final String STATUSES = REST + "http-status-codes-for-cosmosdb";
  static final String CREATE = REST + "create-a-document";
  static final String GET = REST + "get-a-document";
  static final String ACCESS = REST + "access-control-on-cosmosdb-resources";
  static final String OPTIMISTIC = ROOT + "nosql/database-transactions-optimistic-concurrency";
  static final String LIMITS = ROOT + "concepts-limits";
  static final String PATCH = ROOT + "partial-document-update";
  static final String BATCH = ROOT + "nosql/transactional-batch";
  static final String BULK = ROOT + "bulk-executor-java";
  static final String BULK_ITEM = JAVA + "cosmosbulkitemrequestoptions";
  static final String BULK_OPTIONS = JAVA + "cosmosbulkexecutionoptions";
  static final String TTL = ROOT + "nosql/time-to-live";
  static final String INDEXING = ROOT + "index-policy";
  static final String PAGING = ROOT + "nosql/query/pagination";
  static final String ORDER_BY = ROOT + "nosql/query/order-by";
  static final String COUNT = ROOT + "nosql/query/count";
  static final String OFFSET = ROOT + "nosql/query/offset-limit";
  static final String OPERATORS = ROOT + "nosql/query/equality-comparison-operators";
  static final String PARTITIONED = ROOT + "how-to-query-container";
  static final String GROUP_BY = ROOT + "nosql/query/group-by";
  static final String AGGREGATES = ROOT + "nosql/query/aggregate-functions";
  static final String DISTINCT = ROOT + "nosql/query/select";
  static final String JOIN = ROOT + "nosql/query/join";
  static final String LIKE = ROOT + "nosql/query/like";
  static final String CHANGE_FEED = ROOT + "change-feed";
  static final String CHANGE_FEED_MODES = ROOT + "nosql/change-feed-modes";
  static final String UNIQUE_KEYS = ROOT + "unique-keys";
  static final String DELETE_BY_KEY = ROOT + "nosql/how-to-delete-by-partition-key";
  static final String THROUGHPUT = ROOT + "set-throughput";
  static final String REPLACE_CONTAINER = REST + "replace-a-collection";
  static final String HIERARCHICAL = ROOT + "hierarchical-partition-keys";
  static final String REQUEST_UNITS = ROOT + "request-units";
  static final String CHARGES = ROOT + "key-value-store-cost";
  static final String TOO_MANY = ROOT + "nosql/troubleshoot-request-rate-too-large";
  static final String FORBIDDEN = ROOT + "nosql/troubleshoot-forbidden";
  static final String CONSISTENCY = ROOT + "consistency-levels";
  static final String AVAILABILITY = ROOT + "nosql/troubleshoot-sdk-availability";
  static final String PARTITIONS = ROOT + "how-to-configure-per-partition-automatic-failover";
  static final String FAIL_OVER = ROOT + "high-availability";

  private Pages() {}
}
