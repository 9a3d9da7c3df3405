package io.twinbus.local.cosmos.sql;

/** One word of a query: its kind, its text (unescaped for strings) and where it starts. */
record Token(Kind kind, String text, int position) {
  enum Kind {
    WORD,
    PARAMETER,
    STRING,
    NUMBER,
    SYMBOL,
    END
  }

  boolean isWord(String keyword) {
    return kind == Kind.WORD && text.equalsIgnoreCase(keyword);
  }

  boolean isSymbol(String symbol) {
    return kind == Kind.SYMBOL && text.equals(symbol);
  }
}
