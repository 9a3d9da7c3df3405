// Bicep files as lists of declarations: {kind: param | var | resource | module | output | targetScope, name, …}.
// It reads what these templates use; anything else is reported as unreadable, never skipped.
import { Reader } from './expressions.mjs';
import { BicepError, tokensOf } from './tokens.mjs';

export function declarationsOf(text) {
  const reader = new Reader(tokensOf(text));
  const found = [];
  reader.skipLines();
  while (reader.peek().kind !== 'end') {
    found.push(declaration(reader, decorators(reader)));
    const after = reader.next();
    if (after.kind !== 'newline' && after.kind !== 'end') {
      throw new BicepError(after.line, `'${after.text}' stands after the end of a declaration`);
    }
    reader.skipLines();
  }
  return found;
}

function decorators(reader) {
  const names = [];
  while (reader.takes('@')) {
    const { on } = reader.expression();
    names.push(on?.text ?? on?.name);
    reader.skipLines();
  }
  return names;
}

function declaration(reader, decoratedWith) {
  const { line } = reader.peek();
  const kind = reader.name();
  const base = { kind, line, decorators: decoratedWith };
  switch (kind) {
    case 'targetScope':
      reader.expect('=');
      return { ...base, value: reader.expression() };
    case 'param':
      return { ...base, name: reader.name(), type: type(reader), value: assigned(reader) };
    case 'var':
      return { ...base, name: reader.name(), value: assigned(reader) };
    case 'output':
      return { ...base, name: reader.name(), type: type(reader), value: assigned(reader) };
    case 'resource':
    case 'module':
      return { ...base, name: reader.name(), ...target(reader), value: declared(reader) };
    default:
      throw new BicepError(line, `'${kind}' is no declaration that can be read`);
  }
}

/** `string`, `object[]`, …; brackets say that it is a list. */
function type(reader) {
  let name = reader.name();
  while (reader.takes('[')) {
    reader.expect(']');
    name += '[]';
  }
  return name;
}

function assigned(reader) {
  return reader.takes('=') ? reader.body() : undefined;
}

function target(reader) {
  const { text } = reader.next();
  return { target: text, existing: reader.takes('existing') };
}

function declared(reader) {
  reader.expect('=');
  return reader.body();
}

/** The object of `{…}`, `if (…) {…}` and `[for … : {…}]`. */
export function objectOf(node) {
  return node.kind === 'object' ? node : objectOf(node.body);
}

/** Calls `see` with a node and all that it holds. */
export function visit(node, see) {
  see(node);
  node.inner.forEach((inner) => visit(inner, see));
}
