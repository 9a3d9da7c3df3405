package io.twinbus.sender.message;

import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;

/**
 * The acknowledgement of one message, at the moment that {@code acknowledge} names: one region has
 * it, all regions have it, or the journal has it.
 *
 * <p>Thread-safe.
 */
public final class Receipt {

  private final DeliveryStatus delivery;
  private final CompletableFuture<DeliveryStatus> inAllRegions;

  /** A receipt with the present status, and a future of the final one. */
  public Receipt(DeliveryStatus delivery, CompletableFuture<DeliveryStatus> inAllRegions) {
    this.delivery = delivery;
    this.inAllRegions = inAllRegions;
  }

  /** The status of the copies when the receipt was handed out. */
  public DeliveryStatus delivery() {
    return delivery;
  }

  /** The message's stream, and its number in the stream. */
  public Position position() {
    return delivery.position();
  }

  /** The status of each region's copy when the receipt was handed out. */
  public SortedMap<RegionName, CopyStatus> regions() {
    return delivery.regions();
  }

  /**
   * A future of the final status. It completes when no copy is pending, always normally: a copy
   * that the sender gave up is named there, with the reason. Each call returns its own future.
   */
  public CompletableFuture<DeliveryStatus> inAllRegions() {
    return inAllRegions.copy();
  }

  @Override
  public String toString() {
    return "Receipt[%s %s]".formatted(delivery.message(), delivery.regions());
  }
}
