package io.twinbus.local.cosmos.sql;

import java.util.Locale;
import java.util.Set;

/** The words that the query language keeps for itself. */
final class Keywords {
  private static final Set<String> ALL =
      Set.of(
          "AND",
          "AS",
          "ASC",
          "BETWEEN",
          "BY",
          "DESC",
          "DISTINCT",
          "ESCAPE",
          "EXISTS",
          "FROM",
          "GROUP",
          "IN",
          "JOIN",
          "LIKE",
          "LIMIT",
          "NOT",
          "OFFSET",
          "OR",
          "ORDER",
          "SELECT",
          "TOP",
          "VALUE",
          "WHERE");

  private Keywords() {}

  static boolean isOne(Token token) {
    return token.kind() == Token.Kind.WORD && ALL.contains(token.text().toUpperCase(Locale.ROOT));
  }
}
