package io.twinbus.local.control;

import io.twinbus.local.faults.FaultPoint;
import io.twinbus.local.network.Outage;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Words in requests that mean the same for every endpoint. */
final class Words {
  private Words() {}

  static FaultPoint point(@Nullable String name) {
    if ("before".equals(name)) {
      return FaultPoint.BEFORE_COMMIT;
    }
    if ("after".equals(name)) {
      return FaultPoint.AFTER_COMMIT;
    }
    throw new IllegalArgumentException("A fault's point is before or after the commit.");
  }

  static String of(FaultPoint point) {
    return point == FaultPoint.BEFORE_COMMIT ? "before" : "after";
  }

  static Outage outage(String mode) {
    for (Outage outage : Outage.values()) {
      if (of(outage).equals(mode)) {
        return outage;
      }
    }
    throw new ControlException(
        400, "An outage's mode is refuse, reset or blackhole, not '" + mode + "'.");
  }

  static String of(Outage outage) {
    return outage.name().toLowerCase(Locale.ROOT);
  }

  static <L> ControlException unknownLie(L[] known, Function<L, String> label) {
    List<String> labels = Stream.of(known).map(label).toList();
    return new ControlException(400, "A lie is one of " + String.join(", ", labels) + ".");
  }
}
