// node check.mjs [FOLDER]: every Bicep file parses; with the folder `generated` of github.com/Azure/bicep-types-az,
// every property of every resource exists there, is writable and has a permitted value.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { bicepParser, resources, syntaxErrors } from './bicep.mjs';
import { PublishedTypes } from './types.mjs';

const infra = new URL('../infra', import.meta.url).pathname;
const folder = process.argv[2];
const types = folder && new PublishedTypes(folder);
const parse = await bicepParser();
const files = readdirSync(infra).filter((name) => name.endsWith('.bicep')).sort();

let problems = 0;
let checked = 0;
for (const file of files) {
  const root = parse(join(infra, file));
  const found = syntaxErrors(root);
  if (types) {
    for (const resource of resources(root)) {
      checked++;
      found.push(...types.problems(resource));
    }
  }
  found.forEach((problem) => console.error(`${file}, ${problem}`));
  problems += found.length;
}
console.log(
  `${files.length} files parsed, ` +
    (types ? `${checked} resources held against the published types` : 'resources not typed (no folder of types given)') +
    `, ${problems} problems`);
process.exitCode = problems === 0 ? 0 : 1;
