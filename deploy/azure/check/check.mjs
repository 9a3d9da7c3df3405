// node check.mjs [FOLDER]: what is wrong with the deployment in FOLDER, deploy/azure by default. It needs no network
// and no package: every Bicep file can be read; every name, path, parameter and output exists and agrees; every property
// of every resource is a published one, writable, with a permitted value; azd finds what it looks for.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { azdProblems } from './azd.mjs';
import { declarationsOf } from './bicep.mjs';
import { references, values } from './references.mjs';
import { BicepError } from './tokens.mjs';
import { PublishedTypes } from './types.mjs';

const here = new URL('.', import.meta.url).pathname;

/** {problems: sentences, files, resources: how many were looked at}. */
export function check(folder = join(here, '..'), table = join(here, 'published/types.json')) {
  const types = new PublishedTypes(table);
  const infra = join(folder, 'infra');
  const paths = readdirSync(infra).filter((name) => name.endsWith('.bicep')).sort().map((name) => join(infra, name));
  const problems = [];
  const files = new Map();
  for (const path of paths) {
    try {
      files.set(path, declarationsOf(readFileSync(path, 'utf8')));
    } catch (error) {
      if (!(error instanceof BicepError)) {
        throw error;
      }
      problems.push(`${path}, line ${error.line}: ${error.message}`);
    }
  }
  if (problems.length > 0) {
    return { problems, files: paths.length, resources: 0 };
  }
  const resources = [...files].flatMap(([path, declarations]) =>
    declarations.filter(({ kind, existing }) => kind === 'resource' && !existing).map((resource) => ({ path, resource })));
  const found = [
    ...resources.flatMap(({ path, resource }) => types.problems(resource).map((problem) => ({ path, ...problem }))),
    ...paths.flatMap((path) => references(path, files).map((problem) => ({ path, ...problem }))),
    ...parameterFiles(paths).flatMap((path) =>
      values(path, files.get(path.replace('.parameters.json', '.bicep'))).map((problem) => ({ path, ...problem }))),
  ];
  problems.push(...found.map(({ path, line, text }) => `${path}, line ${line}: ${text}`));
  problems.push(...unusedTypes(types, resources));
  problems.push(...azdProblems(folder, files).map((text) => `${join(folder, 'azure.yaml')}: ${text}`));
  return { problems, files: paths.length, resources: resources.length };
}

function parameterFiles(paths) {
  const main = paths.filter((path) => path.endsWith('/main.bicep')).map((path) => path.replace('.bicep', '.parameters.json'));
  return main.filter((path) => existsSync(path));
}

/** The table holds the types in use and no others: so it is made anew when one goes. */
function unusedTypes(types, resources) {
  const used = new Set(resources.map(({ resource }) => resource.target));
  return types.names.filter((name) => !used.has(name)).map((name) => `published/types.json holds ${name}, which no template uses`);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { problems, files, resources } = check(process.argv[2]);
  problems.forEach((problem) => console.error(problem));
  console.log(`${files} files, ${resources} resources, ${problems.length} problems`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
