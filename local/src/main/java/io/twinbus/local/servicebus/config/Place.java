package io.twinbus.local.servicebus.config;

import com.fasterxml.jackson.databind.JsonNode;
import io.twinbus.local.servicebus.InvalidEndpointSettingException;
import io.twinbus.local.servicebus.rules.InvalidRuleException;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A value in the file and where it stands, such as {@code
 * UserConfig.Namespaces[0].Queues[1].Properties}.
 */
record Place(String path, JsonNode value) {

  /** A mistake at this place, in one sentence. */
  InvalidEndpointSettingException mistake(String what) {
    String where = path.isEmpty() ? "" : "At " + path + ": ";
    return new LocatedMistakeException(where + what);
  }

  /** Runs what applies the value, and says where it stands if it is refused. */
  <T> T apply(Supplier<T> action) {
    try {
      return action.get();
    } catch (LocatedMistakeException e) {
      throw e;
    } catch (InvalidEndpointSettingException | InvalidRuleException e) {
      throw mistake(String.valueOf(e.getMessage()));
    }
  }

  /** What stands under a name; empty: nothing, or null. */
  Optional<Place> find(String name) {
    JsonNode child = value.path(name);
    return child.isMissingNode() || child.isNull()
        ? Optional.empty()
        : Optional.of(new Place(path.isEmpty() ? name : path + "." + name, child));
  }

  Place get(String name) {
    return find(name).orElseThrow(() -> mistake("'" + name + "' is missing."));
  }

  /** Refuses other names than these; they are not guessed at. */
  Place only(Set<String> names) {
    if (!value.isObject()) {
      throw mistake("This must be an object.");
    }
    value
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (!names.contains(name)) {
                throw mistake("'" + name + "' is not known here.");
              }
            });
    return this;
  }

  /** The members of the array under a name; none if it is not there. */
  List<Place> each(String name) {
    Optional<Place> array = find(name);
    if (array.isEmpty()) {
      return List.of();
    }
    if (!array.get().value.isArray()) {
      throw array.get().mistake("This must be an array.");
    }
    List<Place> members = new ArrayList<>();
    for (JsonNode member : array.get().value) {
      members.add(new Place(array.get().path + "[" + members.size() + "]", member));
    }
    return members;
  }

  /** The members of an object, each a text, a number, a truth value or null. */
  Map<String, @Nullable Object> scalars() {
    Map<String, @Nullable Object> scalars = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> member : value.properties()) {
      JsonNode each = member.getValue();
      if (each.isNull()) {
        scalars.put(member.getKey(), null);
      } else if (each.isTextual()) {
        scalars.put(member.getKey(), each.textValue());
      } else if (each.isNumber()) {
        scalars.put(member.getKey(), each.decimalValue());
      } else if (each.isBoolean()) {
        scalars.put(member.getKey(), each.booleanValue());
      } else {
        throw mistake("'" + member.getKey() + "' must be a text, a number, true, false or null.");
      }
    }
    return scalars;
  }

  String text() {
    if (!value.isTextual()) {
      throw mistake("This must be a text.");
    }
    return value.textValue();
  }

  boolean flag() {
    if (!value.isBoolean()) {
      throw mistake("This must be true or false.");
    }
    return value.booleanValue();
  }

  int number() {
    if (!value.canConvertToInt() || !value.isIntegralNumber()) {
      throw mistake("This must be a whole number.");
    }
    return value.intValue();
  }

  Duration duration() {
    try {
      return Duration.parse(text());
    } catch (DateTimeParseException e) {
      throw mistake("This must be a duration such as PT1M, not '" + text() + "'.");
    }
  }
}
