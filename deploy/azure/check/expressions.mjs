// The expressions of a Bicep file as trees: {kind, line, …}; objects and arrays keep what they hold in order.
import { BicepError } from './tokens.mjs';

const BINARY = new Set(
  ['==', '!=', '=~', '!~', '<=', '>=', '<', '>', '&&', '||', '??', '+', '-', '*', '/', '%']);
const CLOSING = { '(': ')', '[': ']' };

export class Reader {
  #tokens;
  #at = 0;

  constructor(tokens) {
    this.#tokens = tokens;
  }

  peek(ahead = 0) {
    return this.#tokens[Math.min(this.#at + ahead, this.#tokens.length - 1)];
  }

  next() {
    return this.#tokens[this.#at++] ?? this.peek();
  }

  is(text) {
    const token = this.peek();
    return token.text === text && (token.kind === 'sign' || token.kind === 'name');
  }

  takes(text) {
    return this.is(text) ? Boolean(this.next()) : false;
  }

  expect(text) {
    const token = this.next();
    if (token.text !== text || token.kind === 'string') {
      throw new BicepError(token.line, `'${text}' must stand where '${token.text}' stands`);
    }
    return token;
  }

  name() {
    const token = this.next();
    if (token.kind !== 'name') {
      throw new BicepError(token.line, `a name must stand where '${token.text}' stands`);
    }
    return token.text;
  }

  skipLines() {
    while (this.peek().kind === 'newline') {
      this.next();
    }
  }

  expression() {
    const condition = this.#binary();
    this.#continued('?', ':');
    if (!this.is('?')) {
      return condition;
    }
    this.next();
    this.skipLines();
    const yes = this.expression();
    this.skipLines();
    this.expect(':');
    this.skipLines();
    return { kind: 'choice', line: condition.line, inner: [condition, yes, this.expression()] };
  }

  /** A condition may go on in the next line, before its `?` or `:`. */
  #continued(...signs) {
    let ahead = 0;
    while (this.peek(ahead).kind === 'newline') {
      ahead++;
    }
    if (ahead && signs.includes(this.peek(ahead).text)) {
      this.skipLines();
    }
  }

  #binary() {
    let left = this.#unary();
    while (this.peek().kind === 'sign' && BINARY.has(this.peek().text)) {
      const { line } = this.next();
      this.skipLines();
      left = { kind: 'operation', line, inner: [left, this.#unary()] };
    }
    return left;
  }

  #unary() {
    const { line } = this.peek();
    if (this.takes('!') || this.takes('-')) {
      return { kind: 'operation', line, inner: [this.#unary()] };
    }
    let value = this.#primary();
    for (;;) {
      if (this.takes('.') || this.takes('.?') || this.takes('::')) {
        value = { kind: 'member', line, on: value, name: this.name(), inner: [value] };
      } else if (this.is('[') ) {
        const [index] = this.#list('[');
        value = { kind: 'item', line, on: value, inner: [value, index] };
      } else if (this.is('(') && (value.kind === 'name' || value.kind === 'member')) {
        value = { kind: 'call', line, on: value, inner: [value, ...this.#list('(')] };
      } else if (!this.takes('!')) {
        return value;
      }
    }
  }

  #primary() {
    const { kind, text, line, parts } = this.peek();
    if (this.is('{')) {
      return this.object();
    }
    if (this.is('[')) {
      return this.#array();
    }
    if (this.is('(')) {
      return this.#bracket();
    }
    this.next();
    switch (kind) {
      case 'string':
        return { kind, line, text, inner: parts.map((tokens) => new Reader(tokens).expression()) };
      case 'number':
        return { kind, line, text, inner: [] };
      case 'name':
        return this.#word(text, line);
      default:
        throw new BicepError(line, `a value must stand where '${text}' stands`);
    }
  }

  #word(text, line) {
    if (text === 'true' || text === 'false') {
      return { kind: 'boolean', line, text, inner: [] };
    }
    if (text === 'null') {
      return { kind: 'null', line, text, inner: [] };
    }
    if (this.takes('=>')) {
      return this.#lambda([text], line);
    }
    return { kind: 'name', line, text, inner: [] };
  }

  /** `(a, b) => …`, or an expression in brackets. */
  #bracket() {
    const { line } = this.peek();
    const inner = this.#list('(');
    if (this.takes('=>')) {
      return this.#lambda(inner.map((name) => name.text), line);
    }
    return { ...inner[0], inner: inner[0]?.inner ?? [] };
  }

  #lambda(names, line) {
    this.skipLines();
    return { kind: 'lambda', line, names, inner: [this.expression()] };
  }

  #list(open) {
    this.expect(open);
    const items = [];
    this.skipLines();
    while (!this.takes(CLOSING[open])) {
      items.push(this.expression());
      this.takes(',');
      this.skipLines();
    }
    return items;
  }

  #array() {
    const { line } = this.peek();
    if (this.peek(1).text !== 'for') {
      const items = this.#list('[');
      return { kind: 'array', line, items, inner: items };
    }
    this.expect('[');
    this.expect('for');
    const names = this.takes('(') ? this.#pair() : [this.name()];
    this.expect('in');
    const over = this.expression();
    this.expect(':');
    this.skipLines();
    const body = this.body();
    this.skipLines();
    this.expect(']');
    return { kind: 'for', line, names, over, body, inner: [over, body] };
  }

  #pair() {
    const first = this.name();
    this.expect(',');
    const second = this.name();
    this.expect(')');
    return [first, second];
  }

  /** What is declared: an object, `if (…) {…}`, or `[for … : …]`. */
  body() {
    const { line } = this.peek();
    if (!this.takes('if')) {
      return this.expression();
    }
    this.expect('(');
    const condition = this.expression();
    this.expect(')');
    const body = this.object();
    return { kind: 'if', line, condition, body, inner: [condition, body] };
  }

  object() {
    const { line } = this.expect('{');
    const properties = [];
    this.skipLines();
    while (!this.takes('}')) {
      const key = this.next();
      if (key.kind !== 'name' && key.kind !== 'string') {
        throw new BicepError(key.line, `a property's name must stand where '${key.text}' stands`);
      }
      this.expect(':');
      this.skipLines();
      properties.push({ name: key.text, line: key.line, value: this.body() });
      this.takes(',');
      this.skipLines();
    }
    return { kind: 'object', line, properties, inner: properties.map((property) => property.value) };
  }
}
