package io.twinbus.local.cosmos.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The names that expressions use, until the FROM that stands behind them says what they are. Not
 * thread-safe.
 */
final class Names {
  private final List<Token> open = new ArrayList<>();

  /** An expression uses this name. */
  void use(Token name) {
    open.add(name);
  }

  /** What was taken for a name is that of a function. */
  void isNoUse(Token name) {
    open.remove(open.lastIndexOf(name));
  }

  /** Where the names of a select begin. */
  int mark() {
    return open.size();
  }

  /** A select ends whose names begin at the mark and which explains these. */
  void bind(int mark, Set<String> explained) {
    open.subList(mark, open.size()).removeIf(name -> explained.contains(name.text()));
  }

  /** Refuses a text in which a name stays unexplained. */
  void requireNoneLeft() {
    if (!open.isEmpty()) {
      Token name = open.get(0);
      throw new SqlException(
          "'"
              + name.text()
              + "' at position "
              + name.position()
              + " of the query is neither a value nor a name that FROM gives.");
    }
  }
}
