// What the Azure Developer CLI does with azure.yaml: the paths that it follows, and the groups and apps that it looks for.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { objectOf } from './bicep.mjs';
import { yamlOf } from './yaml.mjs';

const GROUP = 'Microsoft.Resources/resourceGroups';
const APP = 'Microsoft.App/containerApps';
/** azd pushes the images of its services to the registry that this output names. */
const REGISTRY = 'AZURE_CONTAINER_REGISTRY_ENDPOINT';

/** What is wrong with azure.yaml in `folder`, held against the declarations of the templates. */
export function azdProblems(folder, files) {
  const project = yamlOf(readFileSync(join(folder, 'azure.yaml'), 'utf8'));
  const infra = join(folder, project.infra?.path ?? 'infra');
  const main = files.get(join(infra, `${project.infra?.module ?? 'main'}.bicep`));
  if (!main) {
    return [`infra: there is no file ${join(infra, `${project.infra?.module ?? 'main'}.bicep`)}`];
  }
  const declarations = [...files.values()].flat();
  return [
    ...hooks(folder, project),
    ...environmentTag(main),
    ...(main.some(({ kind, name }) => kind === 'output' && name === REGISTRY) ? [] : [`no output ${REGISTRY}: azd pushes no image without it`]),
    ...Object.entries(project.services ?? {}).flatMap(([name, service]) => [
      ...paths(folder, name, service, project),
      ...places(name, service, main, declarations),
    ]),
  ];
}

/** One group of an environment may carry azd's tag: with several azd says "more than one possible resource group". */
function environmentTag(main) {
  const tagged = main
    .filter(({ kind, target }) => kind === 'resource' && target.startsWith(GROUP))
    .filter(({ value }) => holdsTag(tagsOf(value), main));
  const several = tagged.length > 1 || tagged.some(({ value }) => value.kind === 'for');
  if (several) {
    return [`infra: ${tagged.map(({ name }) => name).join(' and ')} put azd-env-name on several resource groups, which azd refuses`];
  }
  return tagged.length === 1 ? [] : ['infra: no resource group carries azd-env-name, by which azd finds the environment'];
}

function tagsOf(value) {
  return objectOf(value).properties.find(({ name }) => name === 'tags')?.value;
}

function holdsTag(node, main) {
  if (node?.kind === 'object') {
    return node.properties.some(({ name }) => name === 'azd-env-name');
  }
  if (node?.kind === 'name') {
    return holdsTag(main.find(({ kind, name }) => kind === 'var' && name === node.text)?.value, main);
  }
  return (node?.inner ?? []).some((inner) => holdsTag(inner, main));
}

function hooks(folder, project) {
  return Object.entries(project.hooks ?? {})
    .map(([name, { run }]) => [name, run.split(' ').pop()])
    .filter(([, script]) => !existsSync(join(folder, script)))
    .map(([name, script]) => `hook ${name}: there is no file ${script}`);
}

function paths(folder, name, service, project) {
  const root = join(folder, service.project);
  if (!existsSync(root)) {
    return [`service ${name}: there is no folder ${service.project}`];
  }
  const dockerfile = join(root, service.docker?.path ?? 'Dockerfile');
  if (!existsSync(dockerfile)) {
    return [`service ${name}: there is no file ${service.docker.path} in ${service.project}`];
  }
  const context = resolve(root, service.docker?.context ?? '.');
  const made = existsSync(context) || madeByHook(folder, project, context);
  return [
    ...(made ? [] : [`service ${name}: there is no folder ${service.docker.context}, and no hook of azure.yaml makes it`]),
    ...buildArguments(name, service.docker?.buildArgs ?? [], readFileSync(dockerfile, 'utf8')),
  ];
}

/** Whether a hook's script stands beside the folder and says that it writes there. */
function madeByHook(folder, project, context) {
  return Object.values(project.hooks ?? {})
    .map(({ run }) => resolve(folder, run.split(' ').pop()))
    .filter((script) => existsSync(script))
    .some((script) => resolve(script, '..', outputOf(readFileSync(script, 'utf8'))) === context);
}

function outputOf(script) {
  return /^out="\$here\/([^"]+)"$/m.exec(script)?.[1] ?? '.';
}

function buildArguments(service, given, dockerfile) {
  const declared = [...dockerfile.matchAll(/^ARG (\w+)(=?)/gm)].map(([, name, value]) => ({ name, needed: !value }));
  const names = given.map((argument) => argument.split('=')[0]);
  return [
    ...names
      .filter((name) => !declared.some((argument) => argument.name === name))
      .map((name) => `service ${service}: the Dockerfile has no build argument ${name}`),
    ...declared
      .filter(({ name, needed }) => needed && !names.includes(name))
      .map(({ name }) => `service ${service}: the Dockerfile wants its build argument ${name}`),
  ];
}

/** The group that a service names is made, and an app carries the service's name. */
function places(name, service, main, declarations) {
  const groups = main.filter(({ kind, target }) => kind === 'resource' && target.startsWith(GROUP));
  const apps = declarations.filter(({ kind, target }) => kind === 'resource' && target?.startsWith(APP));
  const problems = [];
  if (!service.resourceGroup) {
    problems.push(`service ${name}: it names no resourceGroup, and azd would look in the environment's only`);
  } else if (!groups.some((group) => matches(group, 'name', service.resourceGroup))) {
    problems.push(`service ${name}: no template makes the resource group ${service.resourceGroup}`);
  }
  if (!apps.some(({ value }) => serviceTags(tagsOf(value)).some((tag) => pattern(tag).test(name)))) {
    problems.push(`service ${name}: no container app carries the tag azd-service-name with that value`);
  }
  return problems;
}

function matches({ value }, property, text) {
  const given = objectOf(value).properties.find(({ name }) => name === property)?.value;
  return given?.kind === 'string' && pattern(given.text).test(text);
}

function serviceTags(node) {
  return node?.kind === 'object'
    ? node.properties.filter(({ name }) => name === 'azd-service-name').map(({ value }) => value.text)
    : (node?.inner ?? []).flatMap((inner) => serviceTags(inner));
}

/** A string of Bicep, with anything for what it takes from elsewhere. */
function pattern(text) {
  const fixed = text.split(/\$\{[^}]*\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${fixed.join('.+')}$`);
}
