package io.twinbus.proving.endurance;

import io.twinbus.rehearsal.input.MessageBatch;
import io.twinbus.rehearsal.input.ShipmentTracking;
import java.time.Duration;

/**
 * A steady load, and who carries it.
 *
 * @param input what is sent, or as much of it as the time allows
 * @param perSecond messages a second
 * @param receiversPerRegion receiver processes in each of two regions
 * @param bodies how large the bodies are made
 */
public record Traffic(
    MessageBatch input, double perSecond, int receiversPerRegion, BodySizes bodies) {

  private static final double SPARE = 1.1;

  /** Parcels on their way, enough of their events for {@code length}. */
  public static Traffic parcels(
      double perSecond, Duration length, int receiversPerRegion, long seed) {
    int count = (int) Math.ceil(perSecond * length.toSeconds() * SPARE);
    return new Traffic(
        new MessageBatch(new ShipmentTracking(seed).events(Math.max(1, count))),
        perSecond,
        receiversPerRegion,
        BodySizes.AS_THEY_ARE);
  }

  /** The same with bodies of other sizes. */
  Traffic withBodies(BodySizes sizes) {
    return new Traffic(input, perSecond, receiversPerRegion, sizes);
  }
}
