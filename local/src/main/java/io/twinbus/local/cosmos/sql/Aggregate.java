package io.twinbus.local.cosmos.sql;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A function over the values of a group; undefined values do not count. SUM and AVG of anything but
 * numbers are undefined.
 */
enum Aggregate {
  COUNT {
    @Override
    JsonNode ofDefined(Stream<JsonNode> values) {
      return Values.of(values.count());
    }
  },
  SUM {
    @Override
    JsonNode ofDefined(Stream<JsonNode> values) {
      return totalOf(values, /* mean= */ false);
    }
  },
  AVG {
    @Override
    JsonNode ofDefined(Stream<JsonNode> values) {
      return totalOf(values, /* mean= */ true);
    }
  },
  MIN {
    @Override
    JsonNode ofDefined(Stream<JsonNode> values) {
      return values.min(VALUES).orElse(Values.undefined());
    }
  },
  MAX {
    @Override
    JsonNode ofDefined(Stream<JsonNode> values) {
      return values.max(VALUES).orElse(Values.undefined());
    }
  };

  private static final Comparator<JsonNode> VALUES = ValueOrder::compare;

  static @Nullable Aggregate named(String name) {
    return switch (name.toUpperCase(Locale.ROOT)) {
      case "COUNT" -> COUNT;
      case "SUM" -> SUM;
      case "AVG" -> AVG;
      case "MIN" -> MIN;
      case "MAX" -> MAX;
      default -> null;
    };
  }

  JsonNode of(Stream<JsonNode> values) {
    return ofDefined(values.filter(value -> !value.isMissingNode()));
  }

  abstract JsonNode ofDefined(Stream<JsonNode> values);

  private static JsonNode totalOf(Stream<JsonNode> values, boolean mean) {
    double total = 0;
    long count = 0;
    for (Iterator<JsonNode> each = values.iterator(); each.hasNext(); count++) {
      JsonNode value = each.next();
      if (!value.isNumber()) {
        return Values.undefined();
      }
      total += value.doubleValue();
    }
    return mean ? Values.of(total / count) : Values.of(total);
  }
}
