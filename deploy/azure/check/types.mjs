// What published/types.json says about the objects of the templates.
import { readFileSync } from 'node:fs';
import { objectOf } from './bicep.mjs';

const MADE_BY = 'run `npm ci && node make.mjs` in deploy/azure/check/published';
/** Bicep's own, on every resource. */
const OF_BICEP = new Set(['parent', 'scope', 'dependsOn']);
const LITERALS = { string: 'string', number: 'integer', boolean: 'boolean' };

export class PublishedTypes {
  #types;

  constructor(file) {
    this.#types = JSON.parse(readFileSync(file, 'utf8')).types;
  }

  get names() {
    return Object.keys(this.#types);
  }

  /** What is wrong with a resource declaration: {line, text} each. */
  problems({ target, value, line }) {
    const type = this.#types[target];
    if (!type) {
      return [{ line, text: `${target} is not in the table of types: ${MADE_BY}` }];
    }
    return object(type, objectOf(value), target.split('@')[0], line);
  }
}

function object(type, node, path, line) {
  if (!type.properties) {
    return node.properties.length === 0
      ? []
      : [{ line, text: `the table of types does not say what ${path} holds: ${MADE_BY}` }];
  }
  const known = shapeOf(type, node, path);
  if (known.problem) {
    return [{ line, text: known.problem }];
  }
  const missing = Object.keys(known.properties)
    .filter((name) => known.properties[name].required)
    .filter((name) => !node.properties.some((property) => property.name === name))
    .map((name) => ({ line, text: `${path} lacks ${name}` }));
  return missing.concat(node.properties.flatMap((given) => property(known, given, path)));
}

function shapeOf(type, node, path) {
  if (!type.by) {
    return type;
  }
  const chosen = node.properties.find((given) => given.name === type.by)?.value.text;
  if (!type.kindNames.includes(chosen)) {
    return { problem: `${path}.${type.by} must be one of ${type.kindNames.join(', ')}` };
  }
  return type.kinds[chosen] ?? { problem: `the table of types does not hold ${path} '${chosen}': ${MADE_BY}` };
}

function property(known, { name, value: given, line }, path) {
  if (OF_BICEP.has(name) || name.includes('${')) {
    return [];
  }
  const declared = known.properties[name];
  if (!declared) {
    return known.open ? [] : [{ line, text: `${path} knows no ${name}${closest(name, known.properties)}` }];
  }
  if (declared.readOnly) {
    return [{ line, text: `${path}.${name} is read-only` }];
  }
  return value(declared, given, `${path}.${name}`);
}

function value(type, node, path) {
  switch (node.kind) {
    case 'choice':
      return node.inner.slice(1).flatMap((inner) => value(type, inner, path));
    case 'for':
    case 'if':
      return type.type === 'list' ? value(type.item, node.body, path) : value(type, node.body, path);
    case 'array':
      return type.type === 'list'
        ? node.items.flatMap((item) => value(type.item, item, path))
        : refused(type, node, path, 'a list');
    case 'object':
      return fromObject(type, node, path);
    case 'string':
    case 'number':
    case 'boolean':
      return literal(type, node, path);
    default:
      // A name, a call: what it is shows only when it is deployed.
      return [];
  }
}

function fromObject(type, node, path) {
  if (type.type === 'object') {
    return object(type, node, path, node.line);
  }
  return type.type === 'map'
    ? node.properties.flatMap((given) => value(type.item, given.value, `${path}.${given.name}`))
    : refused(type, node, path, 'an object');
}

function literal(type, node, path) {
  if (type.type !== LITERALS[node.kind]) {
    return refused(type, node, path, `'${node.text}'`);
  }
  return !type.values || type.values.includes(node.text) || node.inner.length > 0
    ? []
    : [{ line: node.line, text: `${path} may not be '${node.text}', but one of ${type.values.join(', ')}` }];
}

function refused(type, node, path, given) {
  return type.type === 'any' ? [] : [{ line: node.line, text: `${path} may not be ${given}: it takes a value of type ${type.type}` }];
}

/** The property that was probably meant: same letters but for a few. */
function closest(name, properties) {
  const near = Object.keys(properties).find((other) => distance(name.toLowerCase(), other.toLowerCase()) <= 2);
  return near ? `; is it ${near}?` : '';
}

function distance(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row[b.length];
}
