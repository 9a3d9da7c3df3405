// npm ci && node make.mjs: writes types.json, the part of Azure's resource types that the templates use. Every
// property's name stands there beside those that are used; what is not used is not followed further.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { declarationsOf, objectOf } from '../bicep.mjs';
import { Library } from './library.mjs';
import { byHand, sources } from './sources.mjs';

const infra = new URL('../../infra/', import.meta.url);
const libraries = new Map();
const types = {};
for (const [type, body] of used()) {
  types[type] = byHand[type] ?? reduced(await published(type), body);
}
const lock = JSON.parse(readFileSync(new URL('package-lock.json', import.meta.url), 'utf8'));
const table = { madeFrom: madeFrom(lock), types: sorted(types) };
writeFileSync(new URL('types.json', import.meta.url), `${JSON.stringify(table, undefined, 1)}\n`);
console.log(`${Object.keys(types).length} resource types, from ${Object.keys(table.madeFrom).length} libraries`);

/** The resource types of the templates, each with the objects that are written for it. */
function used() {
  const found = new Map();
  for (const file of readdirSync(infra).filter((name) => name.endsWith('.bicep'))) {
    for (const declaration of declarationsOf(readFileSync(new URL(file, infra), 'utf8'))) {
      if (declaration.kind === 'resource' && !declaration.existing) {
        found.set(declaration.target, [...(found.get(declaration.target) ?? []), objectOf(declaration.value)]);
      }
    }
  }
  return found;
}

async function published(type) {
  const source = sources[type];
  if (!source) {
    throw new Error(`${type}: sources.mjs names no library for it`);
  }
  const [name, className, newer = {}] = source;
  if (!libraries.has(name)) {
    libraries.set(name, await Library.open(name));
  }
  const tree = libraries.get(name).object(className);
  for (const [path, property] of Object.entries(newer)) {
    add(tree, path.split('.'), property);
  }
  // Of every resource; a library takes it from the address.
  tree.properties.name = { type: 'string', required: true };
  return tree;
}

function add(tree, [name, ...rest], property) {
  const list = name.endsWith('[]');
  const at = open(tree);
  if (rest.length === 0) {
    at.properties[name] = property;
    return;
  }
  const next = at.properties[list ? name.slice(0, -2) : name];
  add(list ? next.item : next, rest, property);
}

/** A tree whose properties are there: those of a class are made once, at their first use. */
function open(tree) {
  if (tree.of) {
    const { of, ...rest } = tree;
    const made = of();
    delete tree.of;
    Object.assign(tree, made, rest);
  }
  return tree;
}

/** What the table says of `tree`, as far as the objects `nodes` use it. */
function reduced(tree, nodes) {
  const { required, readOnly } = tree;
  const flags = { ...(required && { required }), ...(readOnly && { readOnly }) };
  if (tree.type === 'list' || tree.type === 'map') {
    const items = nodes.flatMap((node) => itemsOf(node));
    return { ...flags, type: tree.type, item: reduced(tree.item, items) };
  }
  if (tree.type !== 'object') {
    const { type, values } = tree;
    return { ...flags, type, ...(values && { values }) };
  }
  const objects = nodes.flatMap((node) => objectsOf(node));
  if (objects.length === 0) {
    return { ...flags, type: 'object' };
  }
  const whole = open(tree);
  return { ...flags, type: 'object', ...shape(whole, objects), ...kinds(whole, objects) };
}

function shape(tree, objects) {
  const properties = {};
  for (const name of Object.keys(tree.properties).sort()) {
    const values = objects.flatMap((object) => object.properties.filter((p) => p.name === name).map((p) => p.value));
    properties[name] = reduced(tree.properties[name], values);
  }
  return { ...(tree.open && { open: true }), properties };
}

/** The kinds of an object that are used, by the value of the property that chooses among them. */
function kinds(tree, objects) {
  if (!tree.by) {
    return {};
  }
  const found = {};
  for (const object of objects) {
    const chosen = object.properties.find((property) => property.name === tree.by)?.value.text;
    const kind = chosen && tree.kinds(chosen);
    if (kind) {
      found[chosen] = shape(kind, objects.filter((o) => o.properties.some((p) => p.name === tree.by && p.value.text === chosen)));
    }
  }
  return { by: tree.by, kindNames: tree.kindNames, kinds: found };
}

function itemsOf(node) {
  switch (node.kind) {
    case 'array':
      return node.items;
    case 'for':
      return [node.body];
    case 'object':
      return node.properties.map((property) => property.value);
    default:
      return node.inner.flatMap((inner) => itemsOf(inner));
  }
}

/** The objects that an expression may be: those of a choice, a loop, a condition or a call's arguments. */
function objectsOf(node) {
  return node.kind === 'object' ? [node] : node.kind === 'array' ? [] : node.inner.flatMap((inner) => objectsOf(inner));
}

function madeFrom({ packages }) {
  const names = Object.keys(packages).filter((name) => /^node_modules\/@azure\/arm-[a-z]+$/.test(name));
  return Object.fromEntries(
    names.map((path) => [`${path.slice('node_modules/'.length)}@${packages[path].version}`, packages[path].integrity]));
}

function sorted(object) {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
}
