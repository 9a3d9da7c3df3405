// The published resource types (github.com/Azure/bicep-types-az, folder `generated`), and what they say about an object.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { properties, textOf } from './bicep.mjs';

const REQUIRED = 1;
const READ_ONLY = 2;
/** Bicep's own, on every resource. */
const OF_BICEP = new Set(['parent', 'scope', 'dependsOn']);

export class PublishedTypes {
  #folder;
  #files = new Map();

  constructor(folder) {
    this.#folder = folder;
  }

  /** What is wrong with a resource; nothing when it is as published. */
  problems({ type, body, line }) {
    const [name, version] = type.split('@');
    for (const types of this.#versions(name.split('/')[0], version)) {
      const resource = types.find(
        (t) => t.$type === 'ResourceType' && t.name.toLowerCase() === type.toLowerCase());
      if (resource) {
        return this.#object(types, at(types, resource.body), body, name, line);
      }
    }
    return [`line ${line}: ${type} is not among the published types`];
  }

  #versions(provider, version) {
    const key = `${provider.toLowerCase()}/${version.toLowerCase()}`;
    if (!this.#files.has(key)) {
      const files = readdirSync(this.#folder)
        .map((group) => join(this.#folder, group, key, 'types.json'))
        .filter((path) => existsSync(path));
      this.#files.set(key, files.map((path) => JSON.parse(readFileSync(path, 'utf8'))));
    }
    return this.#files.get(key);
  }

  #object(types, type, node, path, line) {
    const known = shapeOf(types, type, node);
    const given = properties(node);
    const missing = Object.keys(known.properties)
      .filter((name) => known.properties[name].flags & REQUIRED)
      .filter((name) => !given.some((property) => property.name === name))
      .map((name) => `line ${line}: ${path} lacks ${name}`);
    return missing.concat(
      given.flatMap((property) => this.#property(types, known, property, path)));
  }

  #property(types, known, { name, value, line }, path) {
    if (OF_BICEP.has(name) || name.includes('${')) {
      return [];
    }
    const declared = known.properties[name];
    if (!declared) {
      return known.open ? [] : [`line ${line}: ${path} knows no ${name}`];
    }
    if (declared.flags & READ_ONLY) {
      return [`line ${line}: ${path}.${name} is read-only`];
    }
    return this.#value(types, at(types, declared.type), value, `${path}.${name}`, line);
  }

  #value(types, type, node, path, line) {
    if (node.type === 'object' && isObject(type)) {
      return this.#object(types, type, node, path, line);
    }
    if (node.type === 'array' && type.$type === 'ArrayType') {
      return node.namedChildren
        .filter((child) => child.type !== 'comment')
        .flatMap((child) =>
          this.#value(types, at(types, type.itemType), child, path, child.startPosition.row + 1));
    }
    if (node.type === 'string' && !node.text.includes('${')) {
      return allows(types, type, textOf(node))
        ? []
        : [`line ${line}: ${path} may not be '${textOf(node)}'`];
    }
    const actual = { number: 'IntegerType', boolean: 'BooleanType' }[node.type];
    return actual && !accepts(types, type, actual)
      ? [`line ${line}: ${path} may not be ${node.text}`]
      : [];
  }
}

function at(types, reference) {
  return types[Number(reference.$ref.slice(2))];
}

function isObject(type) {
  return type.$type === 'ObjectType' || type.$type === 'DiscriminatedObjectType';
}

function shapeOf(types, type, node) {
  if (type.$type !== 'DiscriminatedObjectType') {
    return { properties: type.properties ?? {}, open: Boolean(type.additionalProperties) };
  }
  const chosen = properties(node).find((property) => property.name === type.discriminator);
  const element = chosen && type.elements[textOf(chosen.value)];
  const own = element ? at(types, element).properties : {};
  return { properties: { ...type.baseProperties, ...own }, open: !element };
}

function allows(types, type, text) {
  switch (type.$type) {
    case 'StringType':
    case 'AnyType':
      return !type.maxLength || text.length <= type.maxLength;
    case 'StringLiteralType':
      return type.value === text;
    case 'UnionType':
      return type.elements.some((element) => allows(types, at(types, element), text));
    default:
      return false;
  }
}

function accepts(types, type, actual) {
  return (
    type.$type === actual ||
    type.$type === 'AnyType' ||
    (type.$type === 'UnionType' &&
      type.elements.some((element) => accepts(types, at(types, element), actual))));
}
