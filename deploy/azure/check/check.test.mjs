// node --test deploy/azure/check: what the check finds, each mistake planted in a copy of the templates.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { check } from './check.mjs';
import { declarationsOf } from './bicep.mjs';

const deploy = new URL('../..', import.meta.url).pathname;

/** What is said of a copy in which `mistake` stands where `text` stood in `file`. */
function problemsWith(file, text, mistake) {
  const copy = mkdtempSync(join(tmpdir(), 'twinbus-check-'));
  try {
    mkdirSync(join(copy, 'images'));
    for (const path of ['azure/azure.yaml', 'azure/infra', 'images/Dockerfile', 'images/stage', 'compose/alerts.yml']) {
      cpSync(join(deploy, path), join(copy, path), { recursive: true });
    }
    const path = join(copy, file);
    const right = readFileSync(path, 'utf8');
    assert.ok(right.includes(text), `${file} does not hold: ${text}`);
    writeFileSync(path, right.replace(text, () => mistake));
    return check(join(copy, 'azure')).problems;
  } finally {
    rmSync(copy, { recursive: true });
  }
}

function finds(what, file, text, mistake, ...said) {
  test(`finds ${what}`, () => {
    const problems = problemsWith(file, text, mistake);
    assert.equal(problems.length, said.length, problems.join('\n'));
    said.forEach((sentence, i) => assert.match(problems[i], sentence));
  });
}

test('finds nothing in the templates as they are', () => {
  const { problems, files, resources } = check();
  assert.deepEqual(problems, []);
  assert.ok(files > 10 && resources > 25, `${files} files, ${resources} resources`);
});

const MESSAGING = 'azure/infra/messaging.bicep';
const MAIN = 'azure/infra/main.bicep';
finds('a misspelt property', MESSAGING, 'requiresSession: true', 'requiresSessions: true',
  /messaging\.bicep, line \d+: Microsoft\.ServiceBus\/namespaces\/queues\.properties knows no requiresSessions; is it requiresSession\?/);
finds('a misspelt property deep inside', 'azure/infra/receiver.bicep', 'failureThreshold: 30', 'failureTreshold: 30',
  /probes knows no failureTreshold; is it failureThreshold\?/);
finds('a value that is not permitted', 'azure/infra/ledger.bicep', "'Strong'", "'Strongest'",
  /defaultConsistencyLevel may not be 'Strongest', but one of .*BoundedStaleness/);
finds('a value of another type', MESSAGING, 'maxDeliveryCount: 2000', "maxDeliveryCount: 'many'",
  /maxDeliveryCount may not be 'many': it takes a value of type integer/);
finds('a property that is read-only', 'azure/infra/mail.bicep', 'enabled: true', "enabled: true\n    provisioningState: 'Succeeded'",
  /knows no provisioningState|provisioningState is read-only/);
finds('a property that is missing', 'azure/infra/registry.bicep', "    name: 'Premium'\n", '\n',
  /registries\.sku lacks name/);
finds('a type that is not in the table', 'azure/infra/logs.bicep', 'workspaces@2022-10-01', 'workspaces@2099-01-01',
  /workspaces@2099-01-01 is not in the table of types/, /holds .*workspaces@2022-10-01, which no template uses/);

finds('a Dockerfile that does not exist', 'azure/azure.yaml', './Dockerfile', './receiver.Dockerfile',
  /azure\.yaml: service receiver-east: there is no file \.\/receiver\.Dockerfile/);
finds('a context that nothing makes', 'azure/azure.yaml', './target', './staged',
  /service receiver-east: there is no folder \.\/staged, and no hook of azure\.yaml makes it/);
finds('a hook without its script', 'azure/azure.yaml', '../images/stage', '../images/staged',
  /hook prepackage: there is no file \.\.\/images\/staged/, /there is no folder \.\/target/, /there is no folder \.\/target/);
finds('a build argument that the Dockerfile lacks', 'azure/azure.yaml', 'APP=receiver', 'APPLICATION=receiver',
  /the Dockerfile has no build argument APPLICATION/, /the Dockerfile wants its build argument APP/);
finds('a module that does not exist', MAIN, "'logs.bicep'", "'log.bicep'", /main\.bicep, line \d+: there is no file log\.bicep/);

finds('a file that is not there to be loaded', 'azure/infra/prometheus-alerts.bicep', "Content('../../compose/alerts.yml", "Content('../../compose/rules.yml",
  /prometheus-alerts\.bicep, line \d+: there is no file \.\.\/\.\.\/compose\/rules\.yml/);

finds('a tag that azd refuses: on every group of regions', MAIN, "  location: region.location\n  tags: tags\n",
  "  location: region.location\n  tags: union(tags, { 'azd-env-name': environmentName })\n",
  /put azd-env-name on several resource groups, which azd refuses/);
finds('a tag that azd refuses: through a variable', MAIN, "var tags = { application: 'twinbus'", "var tags = { 'azd-env-name': environmentName",
  /put azd-env-name on several resource groups, which azd refuses/);
finds('that azd has no group to look in', 'azure/azure.yaml', '    resourceGroup: rg-${AZURE_ENV_NAME}-east\n', '',
  /service receiver-east: it names no resourceGroup/);
finds('a group that no template makes', 'azure/azure.yaml', 'resourceGroup: rg-${AZURE_ENV_NAME}-east', 'resourceGroup: group-east',
  /no template makes the resource group group-east/);
finds('an app that azd cannot find', 'azure/infra/receiver.bicep', "'receiver-${region}'", "'app-${region}'",
  /service receiver-east: no container app/, /service receiver-west: no container app/);

finds('an output that no module makes', MAIN, 'registry.outputs.server', 'registry.outputs.loginServer',
  /main\.bicep, line \d+: registry\.bicep makes no output loginServer/);
finds('an output that no module of a list makes', MAIN, 'messaging[0].outputs.host', 'messaging[0].outputs.hostName',
  /messaging\.bicep makes no output hostName/);
finds('a parameter that a module lacks', MAIN, 'replicas: receiversPerRegion', 'replicas: receiversPerRegion\n    size: 3',
  /receiver\.bicep has no parameter size/);
finds('a parameter that a module wants', MAIN, '    zoneRedundant: !contains(locationsWithoutZones, region.location)\n    isPrivate', '    isPrivate',
  /messaging\.bicep wants its parameter zoneRedundant/);
finds('a parameter without a value', 'azure/infra/main.parameters.json', '"handlerUrl"', '"handler"',
  /the template has no parameter handler/, /the template's parameter handlerUrl has no value/);
finds('a parameter that nothing uses', MAIN, 'messagingUnits: messagingUnits', 'messagingUnits: 1', /the param messagingUnits is used nowhere/);
finds('a name that is declared nowhere', MAIN, 'email: alertEmail', 'email: alertMail',
  /alertMail is declared nowhere/, /alertEmail is used nowhere/);
finds('a secret that can be read', MAIN, 'messagesPerReplica: messagesPerReceiver', 'messagesPerReplica: messagesPerReceiver\n    image2: httpSecret',
  /has no parameter image2/, /the secure parameter httpSecret can be read in receiver\.bicep/);
finds('what is no Bicep', MAIN, "targetScope = 'subscription'", "targetScope = 'subscription", /line \d+: this string has no end/);

test('reads expressions with every sign that the templates use', () => {
  const [declaration] = declarationsOf("var a = [for (x, i) in b: if (x.y > 1 && !z[0]) {\n  n: 'p-${f(x)}'\n    ? 1\n    : (q ?? 2)\n}]\n");
  assert.equal(declaration.value.kind, 'for');
  assert.equal(declaration.value.body.kind, 'if');
  assert.equal(declaration.value.body.body.properties[0].value.kind, 'choice');
});
