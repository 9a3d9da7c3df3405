package io.twinbus.rehearsal.input;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.SessionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A made-up stream of parcel tracking events, the same for the same seed: many parcels on their way
 * at once, each from registration to delivery.
 *
 * <p>A parcel is a session. Each event tells its status before and after, so that a parcel's events
 * form a chain which shows at once whether one was lost, repeated or out of order.
 */
public final class ShipmentTracking {

  private static final int PARCELS_UNDER_WAY = 150;
  private static final List<String> HUBS =
      List.of("Lyon", "Porto", "Graz", "Malmö", "Gdańsk", "Cork", "Ghent", "Bari");
  private static final double ONE_MORE_HUB = 0.55;
  private static final double NOBODY_HOME = 0.15;

  private final Random random;
  private final List<Parcel> underWay = new ArrayList<>();
  private int parcels;

  /** The stream of {@code seed}. */
  public ShipmentTracking(long seed) {
    this.random = new Random(seed);
  }

  /** The next {@code count} events, in the order in which they happened. */
  public List<InputMessage> events(int count) {
    List<InputMessage> events = new ArrayList<>(count);
    for (long line = 1; line <= count; line++) {
      while (underWay.size() < PARCELS_UNDER_WAY) {
        underWay.add(new Parcel("TW%07d".formatted(parcels++)));
      }
      int pick = random.nextInt(underWay.size());
      Parcel parcel = underWay.get(pick);
      events.add(parcel.next(random, line));
      if (parcel.isDelivered()) {
        underWay.set(pick, underWay.get(underWay.size() - 1));
        underWay.remove(underWay.size() - 1);
      }
    }
    return events;
  }

  private enum Status {
    REGISTERED,
    COLLECTED,
    AT_HUB,
    LEFT_HUB,
    OUT_FOR_DELIVERY,
    NOBODY_HOME,
    DELIVERED;

    String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** One parcel and how far it has come. */
  private static final class Parcel {

    private final String number;
    private @Nullable Status status;
    private String hub = "";
    private int events;

    Parcel(String number) {
      this.number = number;
    }

    boolean isDelivered() {
      return status == Status.DELIVERED;
    }

    InputMessage next(Random random, long line) {
      Status before = status;
      Status after = following(before, random);
      status = after;
      ObjectNode json = JsonNodeFactory.instance.objectNode();
      String id = number + "-" + ++events;
      json.put("session", number).put("id", id);
      json.put("before", before == null ? null : before.text() + place(before));
      if (after == Status.AT_HUB) {
        hub = HUBS.get(random.nextInt(HUBS.size()));
      }
      json.put("after", after.text() + place(after)).put("grams", 200 + random.nextInt(9_800));
      return new InputMessage(new SessionId(number), new MessageId(id), json.toString(), line);
    }

    private String place(Status at) {
      return at == Status.AT_HUB || at == Status.LEFT_HUB ? " " + hub : "";
    }

    private static Status following(@Nullable Status status, Random random) {
      if (status == null) {
        return Status.REGISTERED;
      }
      return switch (status) {
        case REGISTERED -> Status.COLLECTED;
        case COLLECTED -> Status.AT_HUB;
        case AT_HUB -> Status.LEFT_HUB;
        case LEFT_HUB ->
            random.nextDouble() < ONE_MORE_HUB ? Status.AT_HUB : Status.OUT_FOR_DELIVERY;
        case OUT_FOR_DELIVERY ->
            random.nextDouble() < NOBODY_HOME ? Status.NOBODY_HOME : Status.DELIVERED;
        case NOBODY_HOME -> Status.OUT_FOR_DELIVERY;
        case DELIVERED -> throw new IllegalStateException("A delivered parcel stays where it is.");
      };
    }
  }
}
