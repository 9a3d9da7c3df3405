package io.twinbus.ledger.cosmos.operation;

/**
 * How much was asked of the ledger since it was opened, its start-up checks left out.
 *
 * <p>Immutable and thread-safe.
 *
 * @param reads point reads
 * @param creates creates, whatever came of them
 * @param replaces replaces, whatever came of them
 * @param queries query pages and reads of all leases
 * @param conflicts writes that lost
 * @param unknowns operations whose outcome is unknown
 * @param requestUnits what all of it cost
 */
public record OperationCounts(
    long reads,
    long creates,
    long replaces,
    long queries,
    long conflicts,
    long unknowns,
    double requestUnits) {

  /** Creates and replaces. */
  public long writes() {
    return creates + replaces;
  }
}
