package io.twinbus.local.servicebus.management;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.local.servicebus.InvalidEndpointSettingException;
import io.twinbus.local.servicebus.MissingFeature;
import java.io.IOException;
import java.io.StringReader;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/**
 * The description in the body of a request, in the form of the emulator's configuration file, so
 * that both are read by the same rules.
 */
final class DescriptionBody {
  private static final String INSTANCE = "http://www.w3.org/2001/XMLSchema-instance";
  private static final Set<String> NUMBERS =
      Set.of("MaxDeliveryCount", "MaxSizeInMegabytes", "MaxMessageSizeInKilobytes");

  // What clients send back that they have read, and settings that make no difference here.
  private static final Set<String> WITHOUT_EFFECT =
      Set.of(
          "AccessedAt",
          "CountDetails",
          "CreatedAt",
          "DeadLetteringOnFilterEvaluationExceptions",
          "DefaultRuleDescription",
          "EnableBatchedOperations",
          "EntityAvailabilityStatus",
          "FilteringMessagesBeforePublishing",
          "MessageCount",
          "SizeInBytes",
          "SubscriptionCount",
          "SupportOrdering",
          "UpdatedAt");

  // Settings that are not emulated, each with the only values that ask for nothing.
  private static final Map<String, MissingFeature> OFF =
      Map.of(
          "AuthorizationRules", MissingFeature.AUTHORIZATION_RULES,
          "EnableExpress", MissingFeature.EXPRESS,
          "EnablePartitioning", MissingFeature.PARTITIONING,
          "EnableSubscriptionPartitioning", MissingFeature.PARTITIONING,
          "IsAnonymousAccessible", MissingFeature.ANONYMOUS_ACCESS,
          "UserMetadata", MissingFeature.USER_METADATA);

  private final Element description;

  private DescriptionBody(Element description) {
    this.description = description;
  }

  /**
   * Finds the description in an entry.
   *
   * @throws InvalidEndpointSettingException if the text is no such entry
   */
  static DescriptionBody of(String xml, String kind) {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setNamespaceAware(true);
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      var builder = factory.newDocumentBuilder();
      builder.setErrorHandler(null);
      Element root = builder.parse(new InputSource(new StringReader(xml))).getDocumentElement();
      Element content = child(root, "content");
      Element found = content == null ? null : child(content, kind);
      if (found == null) {
        throw new InvalidEndpointSettingException("The request's body has no " + kind + ".");
      }
      return new DescriptionBody(found);
    } catch (SAXException e) {
      throw new InvalidEndpointSettingException("The request's body is no XML.");
    } catch (ParserConfigurationException | IOException e) {
      throw new IllegalStateException("This Java reads no XML: " + e, e);
    }
  }

  /** The properties of an entity. */
  ObjectNode properties() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    for (Element each : children(description)) {
      String name = each.getLocalName();
      String text = each.getTextContent().strip();
      boolean none = text.isEmpty() && children(each).isEmpty();
      MissingFeature missing = OFF.get(name);
      if (missing != null) {
        missing.refuseWhere(!none && !text.equals("false"));
      } else if (!none && !WITHOUT_EFFECT.contains(name)) {
        put(json, name, text);
      }
    }
    return json;
  }

  /** The name and the properties of the rule that a new subscription begins with; null: none. */
  @Nullable ObjectNode defaultRule() {
    Element rule = child(description, "DefaultRuleDescription");
    return rule == null ? null : new DescriptionBody(rule).rule();
  }

  /** The name and the properties of a rule. */
  ObjectNode rule() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    Element name = child(description, "Name");
    if (name != null) {
      json.put("Name", name.getTextContent());
    }
    ObjectNode properties = json.putObject("Properties");
    Element filter = child(description, "Filter");
    if (filter != null) {
      filter(filter, properties);
    }
    Element action = child(description, "Action");
    if (action != null && !type(action).equals("EmptyRuleAction")) {
      properties.set("Action", action(action));
    }
    return json;
  }

  private static ObjectNode action(Element action) {
    InvalidEndpointSettingException.check(
        type(action).equals("SqlRuleAction"), "An action is a SqlRuleAction, not another.");
    ObjectNode fields = JsonNodeFactory.instance.objectNode();
    Element expression = child(action, "SqlExpression");
    return expression == null ? fields : fields.put("SqlExpression", expression.getTextContent());
  }

  private static void filter(Element filter, ObjectNode properties) {
    String type = type(filter);
    properties.put("FilterType", type);
    ObjectNode fields = JsonNodeFactory.instance.objectNode();
    for (Element each : children(filter)) {
      String name = each.getLocalName();
      if (name.equals("Properties")) {
        children(each).forEach(pair -> property(pair, fields.withObject("/Properties")));
      } else if (name.equals("Parameters")) {
        MissingFeature.FILTER_PARAMETERS.refuseWhere(!children(each).isEmpty());
      } else if (!name.equals("CompatibilityLevel") && !name.equals("RequiresPreprocessing")) {
        fields.put(name, each.getTextContent());
      }
    }
    if (type.equals("SqlFilter") || type.equals("CorrelationFilter")) {
      properties.set(type, fields);
    }
  }

  private static void property(Element pair, ObjectNode into) {
    Element key = child(pair, "Key");
    Element value = child(pair, "Value");
    if (key == null || value == null) {
      return;
    }
    String text = value.getTextContent();
    if (value.getAttributeNS(INSTANCE, "nil").equals("true")) {
      into.putNull(key.getTextContent());
      return;
    }
    switch (type(value)) {
      case "boolean" -> into.put(key.getTextContent(), Boolean.parseBoolean(text));
      case "int", "long", "double", "float", "decimal", "short", "byte" ->
          into.put(key.getTextContent(), number(text));
      default -> into.put(key.getTextContent(), text);
    }
  }

  private static void put(ObjectNode json, String name, String text) {
    if (text.equals("true") || text.equals("false")) {
      json.put(name, text.equals("true"));
    } else if (NUMBERS.contains(name)) {
      json.put(name, number(text).longValue());
    } else {
      json.put(name, text);
    }
  }

  private static BigDecimal number(String text) {
    try {
      return new BigDecimal(text);
    } catch (NumberFormatException e) {
      throw new InvalidEndpointSettingException("'" + text + "' is no number.");
    }
  }

  /** The type that an element says to be of, without its prefix. */
  private static String type(Element element) {
    String type = element.getAttributeNS(INSTANCE, "type");
    return type.substring(type.indexOf(':') + 1);
  }

  private static @Nullable Element child(Element of, String name) {
    return children(of).stream()
        .filter(each -> each.getLocalName().equals(name))
        .findFirst()
        .orElse(null);
  }

  private static List<Element> children(Element of) {
    List<Element> children = new ArrayList<>();
    for (Node node = of.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element element) {
        children.add(element);
      }
    }
    return children;
  }
}
