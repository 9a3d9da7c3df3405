// Whether the names, parameters and outputs of the templates exist, and agree between the files.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { objectOf, visit } from './bicep.mjs';

/** What is wrong inside `file`, and between it and the modules that it names; `files` holds all declarations by path. */
export function references(path, files) {
  const declarations = files.get(path);
  const names = declaredIn(declarations);
  const problems = declarations
    .filter((declaration) => declaration.value)
    .flatMap((declaration) => unknownNames(declaration.value, new Set(names.keys())));
  const modules = new Map();
  for (const module of declarations.filter(({ kind }) => kind === 'module')) {
    const target = files.get(join(dirname(path), module.target));
    if (!target) {
      problems.push({ line: module.line, text: `there is no file ${module.target}` });
    } else {
      modules.set(module.name, outputsOf(target));
      problems.push(...parameters(module, target));
    }
  }
  return [...problems, ...loadedFiles(declarations, path), ...outputs(declarations, names, modules), ...unused(declarations), ...secrets(declarations, files, path)];
}

/** Whether the values of `file` (JSON) are those that the parameters of `main` want. */
export function values(file, main) {
  if (!existsSync(file)) {
    return [{ line: 1, text: `there is no file ${file}` }];
  }
  const given = Object.keys(JSON.parse(readFileSync(file, 'utf8')).parameters);
  const declared = main.filter(({ kind }) => kind === 'param');
  return [
    ...given
      .filter((name) => !declared.some((parameter) => parameter.name === name))
      .map((name) => ({ line: 1, text: `the template has no parameter ${name}` })),
    ...declared
      .filter(({ name, value }) => !value && !given.includes(name))
      .map(({ name }) => ({ line: 1, text: `the template's parameter ${name} has no value` })),
  ];
}

function declaredIn(declarations) {
  return new Map(declarations.filter(({ name, kind }) => name && kind !== 'output').map((d) => [d.name, d]));
}

function outputsOf(declarations) {
  return new Set(declarations.filter(({ kind }) => kind === 'output').map(({ name }) => name));
}

function unknownNames(node, known) {
  if (node.kind === 'call' && node.on.kind === 'name') {
    return node.inner.slice(1).flatMap((argument) => unknownNames(argument, known));
  }
  if (node.kind === 'name') {
    return known.has(node.text) ? [] : [{ line: node.line, text: `${node.text} is declared nowhere in this file` }];
  }
  const inner = new Set([...known, ...(node.names ?? [])]);
  return node.inner.flatMap((child) => unknownNames(child, inner));
}

function parameters(module, target) {
  const given = objectOf(module.value).properties.find(({ name }) => name === 'params')?.value.properties ?? [];
  const declared = target.filter(({ kind }) => kind === 'param');
  return [
    ...given
      .filter(({ name }) => !declared.some((parameter) => parameter.name === name))
      .map(({ name, line }) => ({ line, text: `${module.target} has no parameter ${name}` })),
    ...declared
      .filter(({ name, value }) => !value && !given.some((parameter) => parameter.name === name))
      .map(({ name }) => ({ line: module.line, text: `${module.target} wants its parameter ${name}` })),
  ];
}

/** The files whose content a template takes: `loadYamlContent('…')` and its like. */
function loadedFiles(declarations, path) {
  const problems = [];
  for (const { value } of declarations.filter((declaration) => declaration.value)) {
    visit(value, (node) => {
      const [on, file] = node.inner;
      if (node.kind === 'call' && /^load\w+Content$/.test(on.text) && !existsSync(join(dirname(path), file.text))) {
        problems.push({ line: node.line, text: `there is no file ${file.text}` });
      }
    });
  }
  return problems;
}

/** Each `module.outputs.x` or `module[i].outputs.x` names an output that the module makes. */
function outputs(declarations, names, modules) {
  const problems = [];
  for (const { value } of declarations.filter((declaration) => declaration.value)) {
    visit(value, (node) => {
      if (node.kind !== 'member' || node.on.kind !== 'member' || node.on.name !== 'outputs') {
        return;
      }
      const of = node.on.on.kind === 'item' ? node.on.on.on : node.on.on;
      const module = names.get(of.text);
      if (modules.has(module?.name) && !modules.get(module.name).has(node.name)) {
        problems.push({ line: node.line, text: `${module.target} makes no output ${node.name}` });
      }
    });
  }
  return problems;
}

function unused(declarations) {
  const used = new Set();
  for (const { value } of declarations.filter((declaration) => declaration.value)) {
    visit(value, (node) => node.kind === 'name' && used.add(node.text));
  }
  return declarations
    .filter(({ kind, name }) => (kind === 'param' || kind === 'var') && !used.has(name))
    .map(({ kind, name, line }) => ({ line, text: `the ${kind} ${name} is used nowhere` }));
}

/** A secure parameter goes to a vault's secret or to a module's secure parameter; anywhere else it can be read. */
function secrets(declarations, files, path) {
  const secure = new Set(declarations.filter((d) => d.decorators.includes('secure')).map(({ name }) => name));
  const problems = [];
  const open = (node, where) =>
    visit(node, (inner) => {
      if (inner.kind === 'name' && secure.has(inner.text)) {
        problems.push({ line: inner.line, text: `the secure parameter ${inner.text} can be read in ${where}` });
      }
    });
  for (const { kind, target, value } of declarations.filter((declaration) => declaration.value)) {
    if (kind === 'resource' && !target.startsWith('Microsoft.KeyVault/vaults/secrets@')) {
      open(objectOf(value), target);
    } else if (kind === 'module') {
      const declared = files.get(join(dirname(path), target)) ?? [];
      const given = objectOf(value).properties.find(({ name }) => name === 'params')?.value.properties ?? [];
      given
        .filter(({ name }) => !declared.some((d) => d.name === name && d.decorators.includes('secure')))
        .forEach((parameter) => open(parameter.value, `${target}, ${parameter.name}`));
    }
  }
  return problems;
}
