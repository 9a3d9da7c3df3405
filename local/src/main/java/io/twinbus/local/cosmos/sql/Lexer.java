package io.twinbus.local.cosmos.sql;

import java.util.ArrayList;
import java.util.List;

/** Cuts a query text into tokens. Not thread-safe; one instance reads one text. */
final class Lexer {
  private static final int MAX_LENGTH = 262_144;
  private static final List<String> LONG_SYMBOLS = List.of("!=", "<>", "<=", ">=", "||", "??");
  private static final String SYMBOLS = "().,*=<>[]{}:?+-/%|&^~";

  private final String text;
  private int at;

  private Lexer(String text) {
    this.text = text;
  }

  static List<Token> tokens(String text) {
    if (text.length() > MAX_LENGTH) {
      throw new SqlException("The query is longer than " + MAX_LENGTH + " characters.");
    }
    Lexer lexer = new Lexer(text);
    List<Token> tokens = new ArrayList<>();
    Token token;
    do {
      token = lexer.next();
      tokens.add(token);
    } while (token.kind() != Token.Kind.END);
    return tokens;
  }

  private Token next() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    if (at == text.length()) {
      return new Token(Token.Kind.END, "", at);
    }
    char c = text.charAt(at);
    if (c == '"' || c == '\'') {
      return string(c);
    }
    if (Character.isDigit(c)) {
      return number();
    }
    if (c == '@') {
      return word(Token.Kind.PARAMETER);
    }
    return Character.isLetter(c) || c == '_' ? word(Token.Kind.WORD) : symbol();
  }

  private Token word(Token.Kind kind) {
    int start = at++;
    while (at < text.length()
        && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_')) {
      at++;
    }
    return new Token(kind, text.substring(start, at), start);
  }

  private Token number() {
    int start = at;
    while (at < text.length() && isNumberPart(start)) {
      at++;
    }
    return new Token(Token.Kind.NUMBER, text.substring(start, at), start);
  }

  private boolean isNumberPart(int start) {
    char c = text.charAt(at);
    boolean exponentSign =
        (c == '+' || c == '-') && at > start && Character.toLowerCase(text.charAt(at - 1)) == 'e';
    return Character.isDigit(c) || c == '.' || c == 'e' || c == 'E' || exponentSign;
  }

  private Token symbol() {
    int start = at;
    for (String symbol : LONG_SYMBOLS) {
      if (text.startsWith(symbol, at)) {
        at += symbol.length();
        return new Token(Token.Kind.SYMBOL, symbol, start);
      }
    }
    if (SYMBOLS.indexOf(text.charAt(at)) < 0) {
      throw new SqlException(
          "Unexpected '" + text.charAt(at) + "' at position " + at + " of the query.");
    }
    at++;
    return new Token(Token.Kind.SYMBOL, text.substring(start, at), start);
  }

  private Token string(char quote) {
    int start = at++;
    StringBuilder value = new StringBuilder();
    while (at < text.length() && text.charAt(at) != quote) {
      value.append(text.charAt(at) == '\\' ? escape() : text.charAt(at++));
    }
    if (at == text.length()) {
      throw new SqlException("The string at position " + start + " of the query does not end.");
    }
    at++;
    return new Token(Token.Kind.STRING, value.toString(), start);
  }

  private char escape() {
    int start = at;
    at += 2;
    if (at > text.length()) {
      throw new SqlException(
          "The string escape at position " + start + " of the query does not end.");
    }
    char c = text.charAt(start + 1);
    return switch (c) {
      case 'n' -> '\n';
      case 't' -> '\t';
      case 'r' -> '\r';
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'u' -> unicode(start);
      default -> c;
    };
  }

  private char unicode(int start) {
    int end = at + 4;
    if (end > text.length() || !text.substring(at, end).matches("[0-9a-fA-F]{4}")) {
      throw new SqlException(
          "The string escape at position " + start + " of the query needs four hex digits.");
    }
    char c = (char) Integer.parseInt(text.substring(at, end), 16);
    at = end;
    return c;
  }
}
