package io.twinbus.local.servicebus.kept;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.local.servicebus.rules.BooleanFilter;
import io.twinbus.local.servicebus.rules.CorrelationFilter;
import io.twinbus.local.servicebus.rules.RuleFilter;
import io.twinbus.local.servicebus.rules.RuleSettings;
import io.twinbus.local.servicebus.rules.SqlAction;
import io.twinbus.local.servicebus.rules.SqlFilter;
import io.twinbus.local.servicebus.rules.SystemProperty;
import java.time.Instant;
import java.util.Date;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Rules as JSON. Values to compare with are kept as texts, numbers, truth values, times and UUIDs;
 * one of any other type as its text.
 */
final class RuleJson {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private RuleJson() {}

  static ObjectNode of(RuleSettings rule) {
    ObjectNode node = NODES.objectNode().put("name", rule.name());
    node.set("filter", of(rule.filter()));
    SqlAction action = rule.action();
    return action == null ? node : node.put("action", action.expression());
  }

  static RuleSettings rule(JsonNode node) {
    RuleSettings rule = RuleSettings.of(node.path("name").asText(), filter(node.path("filter")));
    return node.has("action") ? rule.withAction(SqlAction.of(node.path("action").asText())) : rule;
  }

  private static ObjectNode of(RuleFilter filter) {
    ObjectNode node = NODES.objectNode();
    if (filter instanceof SqlFilter sql) {
      node.put("sql", sql.expression());
      node.set("parameters", values(sql.parameters()));
    } else if (filter instanceof CorrelationFilter correlation) {
      ObjectNode system = node.putObject("system");
      correlation.system().forEach((property, value) -> system.put(property.name(), value));
      node.set("user", values(correlation.user()));
    } else {
      node.put("all", filter == BooleanFilter.TRUE);
    }
    return node;
  }

  private static RuleFilter filter(JsonNode node) {
    if (node.has("sql")) {
      return SqlFilter.of(node.path("sql").asText(), known(values(node.path("parameters"))));
    }
    if (node.has("all")) {
      return node.path("all").asBoolean() ? BooleanFilter.TRUE : BooleanFilter.FALSE;
    }
    Map<SystemProperty, String> system = new EnumMap<>(SystemProperty.class);
    node.path("system")
        .properties()
        .forEach(
            each -> system.put(SystemProperty.valueOf(each.getKey()), each.getValue().asText()));
    return new CorrelationFilter(system, values(node.path("user")));
  }

  /** Parameters have values, all of them. */
  private static Map<String, Object> known(Map<String, @Nullable Object> values) {
    Map<String, Object> known = new HashMap<>();
    values.forEach(
        (name, value) -> {
          if (value != null) {
            known.put(name, value);
          }
        });
    return known;
  }

  private static ObjectNode values(Map<String, ? extends @Nullable Object> values) {
    ObjectNode node = NODES.objectNode();
    values.forEach((name, value) -> node.set(name, of(value)));
    return node;
  }

  private static Map<String, @Nullable Object> values(JsonNode node) {
    Map<String, @Nullable Object> values = new HashMap<>();
    node.properties().forEach(each -> values.put(each.getKey(), value(each.getValue())));
    return values;
  }

  private static JsonNode of(@Nullable Object value) {
    if (value == null) {
      return NODES.nullNode();
    }
    if (value instanceof Boolean truth) {
      return NODES.booleanNode(truth);
    }
    if (value instanceof Date time) {
      return NODES.objectNode().put("time", time.toInstant().toEpochMilli());
    }
    if (value instanceof UUID id) {
      return NODES.objectNode().put("uuid", id.toString());
    }
    return value instanceof Number number
        ? NODES.numberNode(new java.math.BigDecimal(number.toString()))
        : NODES.textNode(value.toString());
  }

  private static @Nullable Object value(JsonNode node) {
    if (node.isNull()) {
      return null;
    }
    if (node.has("time")) {
      return Date.from(Instant.ofEpochMilli(node.path("time").asLong()));
    }
    if (node.has("uuid")) {
      return UUID.fromString(node.path("uuid").asText());
    }
    if (node.isBoolean()) {
      return node.booleanValue();
    }
    return node.isNumber() ? node.decimalValue() : node.asText();
  }
}
