package io.twinbus.local.cosmos.gateway;

import io.twinbus.local.cosmos.store.StoredSize;

/** What a container may store and stores, as headers tell it: sizes in kilobytes, rounded up. */
final class StorageQuota {
  /** The service's words for "as much as you like": 10 GiB a physical partition, any number. */
  static final String ALLOWED =
      "documentSize=10240;documentsSize=10485760;documentsCount=-1;collectionSize=10485760;";

  private static final int BYTES_A_KILOBYTE = 1_024;
  private static final long BYTES_A_MEGABYTE = 1_024 * 1_024;

  private StorageQuota() {}

  /** Documents alone take room here, so that the container takes as much as they do. */
  static String usage(StoredSize size) {
    long kilobytes = roundedUp(size.bytes(), BYTES_A_KILOBYTE);
    return "documentSize=%d;documentsSize=%d;documentsCount=%d;collectionSize=%d;"
        .formatted(roundedUp(size.bytes(), BYTES_A_MEGABYTE), kilobytes, size.items(), kilobytes);
  }

  private static long roundedUp(long bytes, long unit) {
    return (bytes + unit - 1) / unit;
  }
}
