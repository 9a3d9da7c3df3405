// Bicep files as trees: what does not parse, and the resources with their properties.
import { readFileSync } from 'node:fs';
import { Language, Parser } from 'web-tree-sitter';

const grammar = new URL('node_modules/tree-sitter-bicep/tree-sitter-bicep.wasm', import.meta.url);

export async function bicepParser() {
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Language.load(grammar.pathname));
  return (path) => parser.parse(readFileSync(path, 'utf8')).rootNode;
}

/** Where `root` does not parse: line and text. */
export function syntaxErrors(root) {
  const errors = [];
  visit(root, (node) => {
    if (node.isError || node.isMissing) {
      errors.push(`line ${node.startPosition.row + 1}: '${node.text.split('\n')[0]}' is no Bicep`);
    }
  });
  return errors;
}

/** Every resource that is created: its type with version, and its body as an object node. */
export function resources(root) {
  const found = [];
  visit(root, (node) => {
    if (node.type === 'resource_declaration') {
      const type = textOf(node.namedChildren.find((child) => child.type === 'string'));
      const body = bodyOf(node);
      if (body) {
        found.push({ type, body, line: node.startPosition.row + 1 });
      }
    }
  });
  return found;
}

/** The properties of an object node: name, value node, line. */
export function properties(object) {
  return object.namedChildren
    .filter((child) => child.type === 'object_property')
    .map((child) => ({
      name: textOf(child.namedChildren[0]),
      value: child.namedChildren[child.namedChildren.length - 1],
      line: child.startPosition.row + 1,
    }));
}

/** A string's content, or any other node's text. */
export function textOf(node) {
  return node.type === 'string' ? node.text.slice(1, -1) : node.text;
}

/** The object of `resource x '…' = {…}`, `= if (…) {…}` and `= [for … : {…}]`. */
function bodyOf(node) {
  if (node.type === 'object') {
    return node;
  }
  for (const child of [...node.namedChildren].reverse()) {
    const body = bodyOf(child);
    if (body) {
      return body;
    }
  }
  return undefined;
}

function visit(node, see) {
  see(node);
  node.children.forEach((child) => visit(child, see));
}
