package io.twinbus.local.cosmos.sql;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import java.util.Locale;
import java.util.function.BiPredicate;
import java.util.stream.StreamSupport;

/** A function of the query language; undefined for arguments of a type that it does not take. */
enum Function {
  STARTSWITH(2, 3) {
    @Override
    JsonNode of(List<JsonNode> arguments) {
      return texts(arguments, String::startsWith);
    }
  },
  ENDSWITH(2, 3) {
    @Override
    JsonNode of(List<JsonNode> arguments) {
      return texts(arguments, String::endsWith);
    }
  },
  CONTAINS(2, 3) {
    @Override
    JsonNode of(List<JsonNode> arguments) {
      return texts(arguments, String::contains);
    }
  },
  IS_DEFINED(1, 1) {
    @Override
    JsonNode of(List<JsonNode> arguments) {
      return BooleanNode.valueOf(!arguments.get(0).isMissingNode());
    }
  },
  IS_NULL(1, 1) {
    @Override
    JsonNode of(List<JsonNode> arguments) {
      return BooleanNode.valueOf(arguments.get(0).isNull());
    }
  },
  ARRAY_CONTAINS(2, 2) {
    @Override
    JsonNode of(List<JsonNode> arguments) {
      JsonNode array = arguments.get(0);
      JsonNode wanted = arguments.get(1);
      return array.isArray() && !wanted.isMissingNode()
          ? BooleanNode.valueOf(
              StreamSupport.stream(array.spliterator(), false)
                  .anyMatch(e -> BooleanNode.TRUE.equals(Comparison.EQUAL.of(e, wanted))))
          : MissingNode.getInstance();
    }
  },
  ARRAY_LENGTH(1, 1) {
    @Override
    JsonNode of(List<JsonNode> arguments) {
      JsonNode array = arguments.get(0);
      return array.isArray() ? IntNode.valueOf(array.size()) : MissingNode.getInstance();
    }
  },
  LENGTH(1, 1) {
    @Override
    JsonNode of(List<JsonNode> arguments) {
      JsonNode text = arguments.get(0);
      return text.isTextual()
          ? IntNode.valueOf(text.textValue().length())
          : MissingNode.getInstance();
    }
  },
  LOWER(1, 1) {
    @Override
    JsonNode of(List<JsonNode> arguments) {
      JsonNode text = arguments.get(0);
      return text.isTextual()
          ? TextNode.valueOf(text.textValue().toLowerCase(Locale.ROOT))
          : MissingNode.getInstance();
    }
  };

  private final int minArguments;
  private final int maxArguments;

  Function(int minArguments, int maxArguments) {
    this.minArguments = minArguments;
    this.maxArguments = maxArguments;
  }

  abstract JsonNode of(List<JsonNode> arguments);

  static Function named(String name, int arguments) {
    for (Function function : values()) {
      if (function.name().equalsIgnoreCase(name)) {
        if (arguments < function.minArguments || arguments > function.maxArguments) {
          throw new SqlException(function + " does not take " + arguments + " arguments.");
        }
        return function;
      }
    }
    throw new SqlException("The function " + name + " is not supported here.");
  }

  /** Tests two texts; a third argument that is true ignores case. */
  private static JsonNode texts(List<JsonNode> arguments, BiPredicate<String, String> test) {
    JsonNode text = arguments.get(0);
    JsonNode part = arguments.get(1);
    if (!text.isTextual() || !part.isTextual()) {
      return MissingNode.getInstance();
    }
    boolean ignoreCase = arguments.size() > 2 && arguments.get(2).asBoolean();
    return BooleanNode.valueOf(
        ignoreCase
            ? test.test(
                text.textValue().toLowerCase(Locale.ROOT),
                part.textValue().toLowerCase(Locale.ROOT))
            : test.test(text.textValue(), part.textValue()));
  }
}
