package io.twinbus.local.cosmos.sql;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Functions of arrays. */
final class ArrayFunctions {
  private static final int ANY = Integer.MAX_VALUE;

  private ArrayFunctions() {}

  static List<Function> all() {
    return List.of(
        new Function("ARRAY_CONCAT", 2, ANY, ArrayFunctions::concat),
        new Function("ARRAY_CONTAINS", 2, 3, ArrayFunctions::contains),
        new Function(
            "ARRAY_CONTAINS_ALL",
            2,
            ANY,
            a -> ofArray(a, array -> wanted(a).allMatch(value -> has(array, value)))),
        new Function(
            "ARRAY_CONTAINS_ANY",
            2,
            ANY,
            a -> ofArray(a, array -> wanted(a).anyMatch(value -> has(array, value)))),
        Function.of(
            "ARRAY_LENGTH",
            1,
            a -> a.get(0).isArray() ? Values.of(a.get(0).size()) : Values.undefined()),
        new Function("ARRAY_SLICE", 2, 3, ArrayFunctions::slice),
        Function.of("SetIntersect", 2, a -> set(a, /* union= */ false)),
        Function.of("SetUnion", 2, a -> set(a, /* union= */ true)));
  }

  private static JsonNode ofArray(List<JsonNode> arguments, Predicate<JsonNode> test) {
    JsonNode array = arguments.get(0);
    return array.isArray() ? Values.of(test.test(array)) : Values.undefined();
  }

  private static Stream<JsonNode> wanted(List<JsonNode> arguments) {
    return arguments.stream().skip(1);
  }

  private static Stream<JsonNode> elements(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false);
  }

  private static boolean has(JsonNode array, JsonNode wanted) {
    return elements(array).anyMatch(element -> Values.areEqual(element, wanted));
  }

  private static JsonNode contains(List<JsonNode> arguments) {
    JsonNode wanted = arguments.get(1);
    if (wanted.isMissingNode()) {
      return wanted;
    }
    boolean partly = arguments.size() == 3 && Values.isTrue(arguments.get(2));
    return ofArray(
        arguments,
        array ->
            (partly && wanted.isObject())
                ? elements(array).anyMatch(element -> includes(element, wanted))
                : has(array, wanted));
  }

  /** Whether an element has all properties of the wanted object, and perhaps more. */
  private static boolean includes(JsonNode element, JsonNode wanted) {
    for (Map.Entry<String, JsonNode> property : wanted.properties()) {
      if (!Values.areEqual(element.path(property.getKey()), property.getValue())) {
        return false;
      }
    }
    return element.isObject();
  }

  private static JsonNode concat(List<JsonNode> arguments) {
    if (!arguments.stream().allMatch(JsonNode::isArray)) {
      return Values.undefined();
    }
    return array(arguments.stream().flatMap(ArrayFunctions::elements).toList());
  }

  /** A start below 0 counts from the end. */
  private static JsonNode slice(List<JsonNode> arguments) {
    JsonNode array = arguments.get(0);
    JsonNode length = arguments.size() == 3 ? arguments.get(2) : Values.of(array.size());
    if (!array.isArray() || !arguments.get(1).isInt() || !length.isInt()) {
      return Values.undefined();
    }
    int from = arguments.get(1).intValue();
    long start = Math.max(0, from < 0 ? array.size() + (long) from : from);
    return array(elements(array).skip(start).limit(Math.max(0, length.intValue())).toList());
  }

  private static JsonNode set(List<JsonNode> arguments, boolean union) {
    JsonNode left = arguments.get(0);
    JsonNode right = arguments.get(1);
    if (!left.isArray() || !right.isArray()) {
      return Values.undefined();
    }
    Stream<JsonNode> members =
        union
            ? Stream.concat(elements(left), elements(right))
            : elements(left).filter(element -> has(right, element));
    List<JsonNode> distinct = new ArrayList<>();
    members
        .filter(member -> distinct.stream().noneMatch(known -> Values.areEqual(known, member)))
        .forEach(distinct::add);
    return array(distinct);
  }

  private static ArrayNode array(List<JsonNode> elements) {
    return JsonNodeFactory.instance.arrayNode().addAll(elements);
  }
}
