package io.twinbus.local.control;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * How many of the writes that are refused for want of a quorum land later, as it travels to the
 * control endpoint.
 *
 * @param probability 0 to 1; null: all
 * @param seed of the chances; null: 1
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record LateWritesChance(@Nullable Double probability, @Nullable Long seed) {
  double value() {
    return probability == null ? 1 : probability;
  }

  long seedOrDefault() {
    return seed == null ? 1 : seed;
  }
}
