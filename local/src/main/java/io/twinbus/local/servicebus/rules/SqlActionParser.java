package io.twinbus.local.servicebus.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Reads a SQL action: {@code SET property = expression} and {@code REMOVE property}, each with an
 * optional semicolon behind it, or commas between them.
 */
final class SqlActionParser {
  private static final int MOST_STATEMENTS = 32;

  private final SqlCursor cursor;
  private final SqlParser values;

  SqlActionParser(String expression) {
    this.cursor = new SqlCursor("SQL action", expression);
    this.values = SqlParser.ofValues(cursor, Map.of());
  }

  /** All statements in their order, at least one. */
  List<SqlStatement> statements() {
    List<SqlStatement> statements = new ArrayList<>();
    do {
      if (statements.size() == MOST_STATEMENTS) {
        throw cursor.mistake("there are more than " + MOST_STATEMENTS + " statements");
      }
      statements.add(statement());
    } while (more());
    return statements;
  }

  private boolean more() {
    boolean separated = cursor.accept(";");
    if (!separated && cursor.accept(",")) {
      return true;
    }
    return !cursor.atEnd();
  }

  private SqlStatement statement() {
    SqlToken verb = cursor.take();
    if (verb.is("SET")) {
      SqlProperty property = values.property();
      cursor.expect("=");
      return new SqlStatement.Assignment(property, values.expression());
    }
    if (!verb.is("REMOVE")) {
      throw cursor.mistakeAt(verb, "SET or REMOVE is missing");
    }
    SqlToken first = cursor.peek();
    SqlProperty property = values.property();
    if (property.system() != null) {
      throw cursor.mistakeAt(first, "sys." + property.name() + " can be set and not removed");
    }
    return new SqlStatement.Removal(property.name());
  }
}
