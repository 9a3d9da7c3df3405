package io.twinbus.local.cosmos.sql;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;

/** Functions of texts. Positions and lengths outside a text are cut to it. */
final class TextFunctions {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int ANY = Integer.MAX_VALUE;
  private static final int MAX_REPLICATED = 10_000;

  private TextFunctions() {}

  static List<Function> all() {
    return List.of(
        new Function("CONCAT", 2, ANY, TextFunctions::concat),
        test("CONTAINS", String::contains),
        test("ENDSWITH", String::endsWith),
        test("STARTSWITH", String::startsWith),
        test("StringEquals", String::equals),
        new Function("INDEX_OF", 2, 3, TextFunctions::indexOf),
        Function.of("LEFT", 2, a -> part(a.get(0), Values.of(0), a.get(1))),
        Function.of("RIGHT", 2, TextFunctions::right),
        Function.of("SUBSTRING", 3, a -> part(a.get(0), a.get(1), a.get(2))),
        Function.of(
            "LENGTH",
            1,
            a -> a.get(0).isTextual() ? Values.of(text(a, 0).length()) : Values.undefined()),
        changed("LOWER", text -> text.toLowerCase(Locale.ROOT)),
        changed("UPPER", text -> text.toUpperCase(Locale.ROOT)),
        changed("LTRIM", String::stripLeading),
        changed("RTRIM", String::stripTrailing),
        changed("TRIM", String::strip),
        changed("REVERSE", text -> new StringBuilder(text).reverse().toString()),
        Function.of(
            "REPLACE",
            3,
            a ->
                areTexts(a) && !text(a, 1).isEmpty()
                    ? Values.of(text(a, 0).replace(text(a, 1), text(a, 2)))
                    : Values.undefined()),
        Function.of("REPLICATE", 2, TextFunctions::replicate),
        new Function("RegexMatch", 2, 3, TextFunctions::matches),
        Function.of("StringJoin", 2, TextFunctions::join),
        Function.of("StringSplit", 2, TextFunctions::split),
        Function.of("ToString", 1, a -> shown(a.get(0))),
        parsed("StringToArray", JsonNode::isArray),
        parsed("StringToBoolean", JsonNode::isBoolean),
        parsed("StringToNull", JsonNode::isNull),
        parsed("StringToNumber", JsonNode::isNumber),
        parsed("StringToObject", JsonNode::isObject));
  }

  private static String text(List<JsonNode> arguments, int index) {
    return arguments.get(index).textValue();
  }

  private static boolean areTexts(List<JsonNode> arguments) {
    return arguments.stream().allMatch(JsonNode::isTextual);
  }

  /** A comparison of two texts; a third argument that is true makes it blind to case. */
  private static Function test(String name, BiPredicate<String, String> test) {
    return new Function(
        name,
        2,
        3,
        arguments -> {
          if (!areTexts(arguments.subList(0, 2))) {
            return Values.undefined();
          }
          boolean ignoresCase = arguments.size() == 3 && Values.isTrue(arguments.get(2));
          UnaryOperator<String> folded = text -> ignoresCase ? text.toLowerCase(Locale.ROOT) : text;
          return Values.of(
              test.test(folded.apply(text(arguments, 0)), folded.apply(text(arguments, 1))));
        });
  }

  private static Function changed(String name, UnaryOperator<String> change) {
    return Function.of(
        name,
        1,
        arguments ->
            areTexts(arguments) ? Values.of(change.apply(text(arguments, 0))) : Values.undefined());
  }

  private static Function parsed(String name, Predicate<JsonNode> isWanted) {
    return Function.of(
        name,
        1,
        arguments -> {
          try {
            JsonNode value = areTexts(arguments) ? JSON.readTree(text(arguments, 0)) : null;
            return value != null && isWanted.test(value) ? value : Values.undefined();
          } catch (JsonProcessingException e) {
            return Values.undefined();
          }
        });
  }

  private static JsonNode concat(List<JsonNode> arguments) {
    return areTexts(arguments)
        ? Values.of(arguments.stream().map(JsonNode::textValue).collect(Collectors.joining()))
        : Values.undefined();
  }

  private static JsonNode indexOf(List<JsonNode> arguments) {
    JsonNode from = arguments.size() == 3 ? arguments.get(2) : Values.of(0);
    return areTexts(arguments.subList(0, 2)) && from.isInt()
        ? Values.of(text(arguments, 0).indexOf(text(arguments, 1), from.intValue()))
        : Values.undefined();
  }

  private static JsonNode part(JsonNode text, JsonNode from, JsonNode length) {
    if (!text.isTextual() || !from.isInt() || !length.isInt()) {
      return Values.undefined();
    }
    String whole = text.textValue();
    int start = Math.max(0, Math.min(from.intValue(), whole.length()));
    int end =
        Math.min(whole.length(), start + Math.max(0, Math.min(length.intValue(), whole.length())));
    return Values.of(whole.substring(start, end));
  }

  private static JsonNode right(List<JsonNode> arguments) {
    if (!arguments.get(0).isTextual() || !arguments.get(1).isInt()) {
      return Values.undefined();
    }
    String whole = text(arguments, 0);
    int length = Math.max(0, Math.min(arguments.get(1).intValue(), whole.length()));
    return Values.of(whole.substring(whole.length() - length));
  }

  private static JsonNode replicate(List<JsonNode> arguments) {
    JsonNode times = arguments.get(1);
    boolean possible =
        arguments.get(0).isTextual()
            && times.isInt()
            && times.intValue() >= 0
            && (long) text(arguments, 0).length() * times.intValue() <= MAX_REPLICATED;
    return possible ? Values.of(text(arguments, 0).repeat(times.intValue())) : Values.undefined();
  }

  private static JsonNode matches(List<JsonNode> arguments) {
    if (!areTexts(arguments)) {
      return Values.undefined();
    }
    int flags = 0;
    for (char modifier : (arguments.size() == 3 ? text(arguments, 2) : "").toCharArray()) {
      flags |=
          switch (modifier) {
            case 'i' -> Pattern.CASE_INSENSITIVE;
            case 'm' -> Pattern.MULTILINE;
            case 's' -> Pattern.DOTALL;
            case 'x' -> Pattern.COMMENTS;
            default ->
                throw new SqlException("RegexMatch takes the modifiers i, m, s and x alone.");
          };
    }
    try {
      return Values.of(
          Pattern.compile(text(arguments, 1), flags).matcher(text(arguments, 0)).find());
    } catch (PatternSyntaxException e) {
      throw new SqlException("RegexMatch cannot read the pattern '" + text(arguments, 1) + "'.");
    }
  }

  private static JsonNode join(List<JsonNode> arguments) {
    JsonNode parts = arguments.get(0);
    if (!(parts instanceof ArrayNode array) || !arguments.get(1).isTextual()) {
      return Values.undefined();
    }
    List<String> texts = new ArrayList<>();
    for (JsonNode part : array) {
      if (!part.isTextual()) {
        return Values.undefined();
      }
      texts.add(part.textValue());
    }
    return Values.of(String.join(text(arguments, 1), texts));
  }

  private static JsonNode split(List<JsonNode> arguments) {
    if (!areTexts(arguments) || text(arguments, 1).isEmpty()) {
      return Values.undefined();
    }
    ArrayNode parts = JsonNodeFactory.instance.arrayNode();
    for (String part : text(arguments, 0).split(Pattern.quote(text(arguments, 1)), -1)) {
      parts.add(part);
    }
    return parts;
  }

  private static JsonNode shown(JsonNode value) {
    if (value.isMissingNode()) {
      return value;
    }
    return value.isTextual() ? value : Values.of(value.toString());
  }
}
