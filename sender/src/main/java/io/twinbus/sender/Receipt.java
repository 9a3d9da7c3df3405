package io.twinbus.sender;

import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;

/**
 * The acknowledgement of one message: as many regions as were asked for have it.
 *
 * <p>Thread-safe.
 */
public final class Receipt {

  private final Delivery delivery;
  private final CompletableFuture<Delivery> inAllRegions;

  /** A receipt over {@code delivery} as it stands, and a future of how it ends. */
  public Receipt(Delivery delivery, CompletableFuture<Delivery> inAllRegions) {
    this.delivery = delivery;
    this.inAllRegions = inAllRegions;
  }

  /** Where the copies stood when the receipt was handed out. */
  public Delivery delivery() {
    return delivery;
  }

  /** The message's stream and number in it. */
  public Position position() {
    return delivery.position();
  }

  /** What had become of each region's copy when the receipt was handed out. */
  public SortedMap<RegionName, CopyStatus> regions() {
    return delivery.regions();
  }

  /**
   * How the delivery ends: completes, always normally, once no copy is pending. A region that gave
   * up is named there, with the reason. Each call answers a future of its own.
   */
  public CompletableFuture<Delivery> inAllRegions() {
    return inAllRegions.copy();
  }

  @Override
  public String toString() {
    return "Receipt[%s %s]".formatted(delivery.message(), delivery.regions());
  }
}
