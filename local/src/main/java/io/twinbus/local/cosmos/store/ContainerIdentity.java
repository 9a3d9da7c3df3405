package io.twinbus.local.cosmos.store;

import java.util.OptionalLong;

/**
 * What a container is known by in every copy of the account.
 *
 * @param databaseId the name of its database
 * @param database the number of its database in the account
 * @param number its own in the account
 * @param createdAt in seconds since the epoch
 */
record ContainerIdentity(String databaseId, int database, int number, long createdAt) {
  String resourceId() {
    return ResourceIds.container(database, number);
  }

  String selfLink() {
    return "dbs/" + ResourceIds.database(database) + "/colls/" + resourceId() + "/";
  }

  String itemResourceId(long item) {
    return ResourceIds.item(database, number, item);
  }

  OptionalLong itemNumber(String resourceId) {
    return ResourceIds.itemNumber(database, number, resourceId);
  }
}
