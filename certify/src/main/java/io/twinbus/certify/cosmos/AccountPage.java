package io.twinbus.certify.cosmos;

/** Where Microsoft says how Cosmos DB works. */
final class AccountPage {

  private static final String ROOT = "https://learn.microsoft.com/azure/cosmos-db/";

  static final String STATUSES =
      "https://learn.microsoft.com/rest/api/cosmos-db/http-status-codes-for-cosmosdb";
  static final String OPTIMISTIC = ROOT + "nosql/database-transactions-optimistic-concurrency";
  static final String CONSISTENCY = ROOT + "consistency-levels";
  static final String TTL = ROOT + "nosql/time-to-live";
  static final String PARTITIONS = ROOT + "partitioning-overview";
  static final String INDEXING = ROOT + "index-policy";
  static final String MULTIPLE_WRITES = ROOT + "multi-region-writes";

  private AccountPage() {}
}
