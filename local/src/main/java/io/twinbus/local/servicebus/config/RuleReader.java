package io.twinbus.local.servicebus.config;

import io.twinbus.local.servicebus.rules.BooleanFilter;
import io.twinbus.local.servicebus.rules.CorrelationFilter;
import io.twinbus.local.servicebus.rules.RuleFilter;
import io.twinbus.local.servicebus.rules.RuleSettings;
import io.twinbus.local.servicebus.rules.SqlAction;
import io.twinbus.local.servicebus.rules.SqlFilter;
import io.twinbus.local.servicebus.rules.SystemProperty;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the rules of a subscription; without any it has the one that lets everything through. */
final class RuleReader {
  private static final Set<String> PROPERTIES =
      Set.of("FilterType", "SqlFilter", "CorrelationFilter", "Action");

  private RuleReader() {}

  static List<RuleSettings> rules(Place subscription) {
    List<RuleSettings> rules = subscription.each("Rules").stream().map(RuleReader::rule).toList();
    return rules.isEmpty() ? List.of(RuleSettings.DEFAULT) : rules;
  }

  static RuleSettings rule(Place place) {
    place.only(Set.of("Name", "Properties"));
    Place properties = place.get("Properties").only(PROPERTIES);
    String name = place.get("Name").text();
    return place.apply(
        () -> {
          RuleSettings rule = RuleSettings.of(name, filter(properties));
          return properties
              .find("Action")
              .map(action -> rule.withAction(action(action)))
              .orElse(rule);
        });
  }

  private static SqlAction action(Place action) {
    return SqlAction.of(action.only(Set.of("SqlExpression")).get("SqlExpression").text());
  }

  private static RuleFilter filter(Place properties) {
    Place type = properties.get("FilterType");
    return switch (type.text()) {
      case "Sql", "SqlFilter" -> sql(properties.get("SqlFilter"));
      case "Correlation", "CorrelationFilter" -> correlation(properties.get("CorrelationFilter"));
      case "True", "TrueFilter" -> BooleanFilter.TRUE;
      case "False", "FalseFilter" -> BooleanFilter.FALSE;
      default -> throw type.mistake("This must be Sql, Correlation, True or False.");
    };
  }

  private static SqlFilter sql(Place place) {
    place.only(Set.of("SqlExpression", "Parameters"));
    Map<String, Object> parameters = new HashMap<>();
    place
        .find("Parameters")
        .ifPresent(
            given ->
                given
                    .scalars()
                    .forEach(
                        (name, value) -> {
                          if (value == null) {
                            throw given.mistake("'" + name + "' needs a value.");
                          }
                          parameters.put(name, value);
                        }));
    return SqlFilter.of(place.get("SqlExpression").text(), parameters);
  }

  private static CorrelationFilter correlation(Place place) {
    Set<String> known = new HashSet<>(Set.of("Properties"));
    Map<SystemProperty, String> system = new EnumMap<>(SystemProperty.class);
    for (SystemProperty property : SystemProperty.values()) {
      known.add(property.word());
      place.find(property.word()).ifPresent(value -> system.put(property, value.text()));
    }
    place.only(known);
    Map<String, @Nullable Object> user = new HashMap<>();
    place.find("Properties").ifPresent(properties -> user.putAll(properties.scalars()));
    return new CorrelationFilter(system, user);
  }
}
