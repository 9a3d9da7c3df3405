// Which class of which management library describes a resource type, and in which version of its interface.

/** Written by hand from Azure's reference: newer than the library, and used by the templates. */
const NEWER_NAMESPACE = {
  'properties.minimumTlsVersion': { type: 'string', values: ['1.0', '1.1', '1.2'] },
  'properties.premiumMessagingPartitions': { type: 'integer' },
  'properties.publicNetworkAccess': { type: 'string', values: ['Enabled', 'Disabled', 'SecuredByPerimeter'] },
};
const NEWER_DIAGNOSTICS = { 'properties.logs[].categoryGroup': { type: 'string' } };
const COSMOS = 'Microsoft.DocumentDB/databaseAccounts';

export const sources = {
  'Microsoft.App/containerApps@2025-07-01': ['arm-appcontainers', 'ContainerApp'],
  'Microsoft.App/managedEnvironments@2025-07-01': ['arm-appcontainers', 'ManagedEnvironment'],
  'Microsoft.Authorization/locks@2020-05-01': ['arm-locks', 'ManagementLockObject'],
  'Microsoft.Authorization/roleAssignments@2022-04-01': ['arm-authorization', 'RoleAssignmentCreateParameters'],
  'Microsoft.ContainerRegistry/registries@2025-11-01': ['arm-containerregistry', 'Registry'],
  'Microsoft.ContainerRegistry/registries/replications@2025-11-01': ['arm-containerregistry', 'Replication'],
  [`${COSMOS}@2025-10-15`]: ['arm-cosmosdb', 'DatabaseAccountCreateUpdateParameters'],
  [`${COSMOS}/sqlDatabases@2025-10-15`]: ['arm-cosmosdb', 'SqlDatabaseCreateUpdateParameters'],
  [`${COSMOS}/sqlDatabases/containers@2025-10-15`]: ['arm-cosmosdb', 'SqlContainerCreateUpdateParameters'],
  [`${COSMOS}/sqlRoleAssignments@2025-10-15`]: ['arm-cosmosdb', 'SqlRoleAssignmentCreateUpdateParameters'],
  [`${COSMOS}/sqlRoleDefinitions@2025-10-15`]: ['arm-cosmosdb', 'SqlRoleDefinitionCreateUpdateParameters'],
  'Microsoft.Insights/actionGroups@2021-09-01': ['arm-monitor', 'ActionGroupResource'],
  'Microsoft.Insights/diagnosticSettings@2021-05-01-preview': ['arm-monitor', 'DiagnosticSettingsResource', NEWER_DIAGNOSTICS],
  'Microsoft.Insights/metricAlerts@2018-03-01': ['arm-monitor', 'MetricAlertResource'],
  'Microsoft.KeyVault/vaults@2024-11-01': ['arm-keyvault', 'VaultCreateOrUpdateParameters'],
  'Microsoft.KeyVault/vaults/secrets@2024-11-01': ['arm-keyvault', 'SecretCreateOrUpdateParameters'],
  'Microsoft.ManagedIdentity/userAssignedIdentities@2024-11-30': ['arm-msi', 'Identity'],
  'Microsoft.Network/privateDnsZones@2020-06-01': ['arm-privatedns', 'PrivateZone'],
  'Microsoft.Network/privateDnsZones/virtualNetworkLinks@2020-06-01': ['arm-privatedns', 'VirtualNetworkLink'],
  'Microsoft.Network/privateEndpoints@2025-05-01': ['arm-network', 'PrivateEndpoint'],
  'Microsoft.Network/privateEndpoints/privateDnsZoneGroups@2025-05-01': ['arm-network', 'PrivateDnsZoneGroup'],
  'Microsoft.Network/virtualNetworks@2025-05-01': ['arm-network', 'VirtualNetwork'],
  'Microsoft.OperationalInsights/workspaces@2022-10-01': ['arm-operationalinsights', 'Workspace'],
  'Microsoft.Resources/resourceGroups@2025-04-01': ['arm-resources', 'ResourceGroup'],
  'Microsoft.ServiceBus/namespaces@2024-01-01': ['arm-servicebus', 'SBNamespace', NEWER_NAMESPACE],
  'Microsoft.ServiceBus/namespaces/queues@2024-01-01': ['arm-servicebus', 'SBQueue'],
};

const NAMED = {
  name: { type: 'string', required: true },
  location: { type: 'string', required: true },
  tags: { type: 'map', item: { type: 'string' } },
};
const DURATION = { type: 'string' };

/** No library on the registry describes them: written by hand from Azure's reference, as far as they are used. */
export const byHand = {
  'Microsoft.Monitor/accounts@2023-04-03': {
    type: 'object',
    properties: { ...NAMED, properties: { type: 'object' } },
  },
  'Microsoft.AlertsManagement/prometheusRuleGroups@2023-03-01': {
    type: 'object',
    properties: {
      ...NAMED,
      properties: {
        type: 'object',
        required: true,
        properties: {
          clusterName: { type: 'string' },
          description: { type: 'string' },
          enabled: { type: 'boolean' },
          interval: DURATION,
          scopes: { type: 'list', item: { type: 'string' }, required: true },
          rules: {
            type: 'list',
            required: true,
            item: {
              type: 'object',
              properties: {
                actions: { type: 'list', item: { type: 'object', properties: { actionGroupId: { type: 'string' }, actionProperties: { type: 'map', item: { type: 'string' } } } } },
                alert: { type: 'string' },
                annotations: { type: 'map', item: { type: 'string' } },
                enabled: { type: 'boolean' },
                expression: { type: 'string', required: true },
                for: DURATION,
                labels: { type: 'map', item: { type: 'string' } },
                record: { type: 'string' },
                resolveConfiguration: { type: 'object' },
                severity: { type: 'integer' },
              },
            },
          },
        },
      },
    },
  },
};
