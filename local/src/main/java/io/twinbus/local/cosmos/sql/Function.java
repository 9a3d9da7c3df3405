package io.twinbus.local.cosmos.sql;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A scalar function of the query language; undefined for arguments of a type that it does not take.
 * Immutable and thread-safe.
 */
record Function(String name, int minArguments, int maxArguments, Body body) {
  private static final Map<String, Function> BY_NAME = new HashMap<>();

  static {
    Stream.of(TextFunctions.all(), NumberFunctions.all(), TypeFunctions.all(), ArrayFunctions.all())
        .flatMap(List::stream)
        .forEach(function -> BY_NAME.put(function.name().toUpperCase(Locale.ROOT), function));
  }

  /** What a function does. */
  @FunctionalInterface
  interface Body {
    JsonNode of(List<JsonNode> arguments);
  }

  /** A function of exactly so many arguments. */
  static Function of(String name, int arguments, Body body) {
    return new Function(name, arguments, arguments, body);
  }

  JsonNode of(List<JsonNode> arguments) {
    return body.of(arguments);
  }

  /**
   * The function of this name.
   *
   * @throws SqlException if there is none, or it does not take so many arguments
   */
  static Function named(String name, int arguments) {
    Function function = BY_NAME.get(name.toUpperCase(Locale.ROOT));
    if (function == null) {
      throw new SqlException("The function " + name + " is not supported here.");
    }
    if (arguments < function.minArguments || arguments > function.maxArguments) {
      throw new SqlException(function.name + " does not take " + arguments + " arguments.");
    }
    return function;
  }
}
