package io.twinbus.local.servicebus.management;

import io.twinbus.local.servicebus.rules.BooleanFilter;
import io.twinbus.local.servicebus.rules.CorrelationFilter;
import io.twinbus.local.servicebus.rules.RuleFilter;
import io.twinbus.local.servicebus.rules.RuleSettings;
import io.twinbus.local.servicebus.rules.SqlAction;
import io.twinbus.local.servicebus.rules.SqlFilter;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rules as the service's Atom entries describe them. */
final class RuleXml {
  private static final String SCHEMA = "http://www.w3.org/2001/XMLSchema";

  private RuleXml() {}

  static String entry(String subscriptionPath, RuleSettings rule) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("Filter", new AtomXml.Raw(filter(rule.filter())));
    fields.put("Action", new AtomXml.Raw(action(rule.action())));
    fields.put("Name", rule.name());
    String path = subscriptionPath + "/Rules/" + rule.name();
    return AtomXml.entry(path, rule.name(), "RuleDescription", fields);
  }

  private static String action(@Nullable SqlAction action) {
    if (action == null) {
      return "<Action i:type=\"EmptyRuleAction\"/>";
    }
    StringBuilder xml = new StringBuilder("<Action i:type=\"SqlRuleAction\">");
    AtomXml.element(xml, "SqlExpression", action.expression());
    AtomXml.element(xml, "CompatibilityLevel", 20);
    return xml.append("</Action>").toString();
  }

  private static String filter(RuleFilter filter) {
    StringBuilder xml = new StringBuilder();
    if (filter instanceof SqlFilter sql) {
      xml.append("<Filter i:type=\"SqlFilter\">");
      AtomXml.element(xml, "SqlExpression", sql.expression());
      AtomXml.element(xml, "CompatibilityLevel", 20);
    } else if (filter instanceof CorrelationFilter correlation) {
      xml.append("<Filter i:type=\"CorrelationFilter\">");
      correlation.system().forEach((name, value) -> AtomXml.element(xml, name.word(), value));
      xml.append("<Properties>");
      correlation.user().forEach((name, value) -> property(xml, name, value));
      xml.append("</Properties>");
    } else {
      boolean all = filter == BooleanFilter.TRUE;
      xml.append("<Filter i:type=\"").append(all ? "TrueFilter" : "FalseFilter").append("\">");
      AtomXml.element(xml, "SqlExpression", all ? "1=1" : "1=0");
      AtomXml.element(xml, "CompatibilityLevel", 20);
    }
    return xml.append("</Filter>").toString();
  }

  private static void property(StringBuilder xml, String name, @Nullable Object value) {
    xml.append("<KeyValueOfstringanyType>");
    AtomXml.element(xml, "Key", name);
    if (value == null) {
      xml.append("<Value i:nil=\"true\"/></KeyValueOfstringanyType>");
      return;
    }
    // Clients take the prefix to be as long as the service's.
    xml.append("<Value xmlns:d6p1=\"")
        .append(SCHEMA)
        .append("\" i:type=\"d6p1:")
        .append(type(value));
    xml.append("\">").append(AtomXml.escaped(value.toString())).append("</Value>");
    xml.append("</KeyValueOfstringanyType>");
  }

  private static String type(Object value) {
    if (value instanceof Boolean) {
      return "boolean";
    }
    if (value instanceof Integer) {
      return "int";
    }
    if (value instanceof Number) {
      return value instanceof Long ? "long" : "double";
    }
    return "string";
  }
}
