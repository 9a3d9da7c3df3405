package io.twinbus.certify.check;

/**
 * What trying something consumes at most. Immutable.
 *
 * @param operations of Service Bus: messages sent, received and settled, peeks, management requests
 * @param requestUnits of Cosmos DB
 */
public record Cost(int operations, int requestUnits) {

  /** Nothing. */
  public static final Cost NONE = new Cost(0, 0);

  /** So many operations of Service Bus. */
  public static Cost operations(int count) {
    return new Cost(count, 0);
  }

  /** So many request units of Cosmos DB. */
  public static Cost requestUnits(int count) {
    return new Cost(0, count);
  }

  /** This and {@code other} together. */
  public Cost plus(Cost other) {
    return new Cost(operations + other.operations, requestUnits + other.requestUnits);
  }

  /** This so many times. */
  public Cost times(int count) {
    return new Cost(operations * count, requestUnits * count);
  }

  /** Operations and request units together, as {@code --most-cost} counts them. */
  public int total() {
    return operations + requestUnits;
  }
}
