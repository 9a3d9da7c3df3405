package io.twinbus.local.cosmos.sql;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.function.Predicate;

/** Functions that tell types apart, and IIF. */
final class TypeFunctions {
  private TypeFunctions() {}

  static List<Function> all() {
    return List.of(
        test("IS_ARRAY", JsonNode::isArray),
        test("IS_BOOL", JsonNode::isBoolean),
        test("IS_DEFINED", value -> !value.isMissingNode()),
        test("IS_INTEGER", TypeFunctions::isWhole),
        test("IS_NULL", JsonNode::isNull),
        test("IS_NUMBER", JsonNode::isNumber),
        test("IS_OBJECT", JsonNode::isObject),
        test("IS_PRIMITIVE", value -> value.isValueNode() && !value.isMissingNode()),
        test("IS_STRING", JsonNode::isTextual),
        Function.of("IIF", 3, arguments -> arguments.get(Values.isTrue(arguments.get(0)) ? 1 : 2)));
  }

  private static boolean isWhole(JsonNode value) {
    return value.isNumber() && value.doubleValue() == Math.rint(value.doubleValue());
  }

  private static Function test(String name, Predicate<JsonNode> test) {
    return Function.of(name, 1, arguments -> Values.of(test.test(arguments.get(0))));
  }
}
