package io.twinbus.local.cosmos.sql;

import java.util.List;
import java.util.Locale;

/** A place in a list of tokens. Not thread-safe. */
final class TokenReader {
  private final List<Token> tokens;
  private int at;

  TokenReader(String text) {
    this.tokens = Lexer.tokens(text);
  }

  Token peek() {
    return tokens.get(at);
  }

  Token take() {
    Token token = tokens.get(at);
    if (token.kind() != Token.Kind.END) {
      at++;
    }
    return token;
  }

  boolean takeWord(String keyword) {
    boolean found = peek().isWord(keyword);
    if (found) {
      at++;
    }
    return found;
  }

  boolean takeSymbol(String symbol) {
    boolean found = peek().isSymbol(symbol);
    if (found) {
      at++;
    }
    return found;
  }

  void expectWord(String keyword) {
    if (!takeWord(keyword)) {
      throw unexpected(keyword);
    }
  }

  void expectSymbol(String symbol) {
    if (!takeSymbol(symbol)) {
      throw unexpected("'" + symbol + "'");
    }
  }

  String expect(Token.Kind kind) {
    if (peek().kind() != kind) {
      throw unexpected("a " + kind.name().toLowerCase(Locale.ROOT));
    }
    return take().text();
  }

  void expectEnd() {
    if (peek().kind() != Token.Kind.END) {
      throw unexpected("the end");
    }
  }

  SqlException unexpected(String wanted) {
    Token token = peek();
    String found =
        token.kind() == Token.Kind.END ? "the query ends" : "there is '" + token.text() + "'";
    return new SqlException(
        "At position "
            + token.position()
            + " of the query "
            + found
            + " where "
            + wanted
            + " was expected.");
  }
}
