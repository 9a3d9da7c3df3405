// One region's namespace and its session queue. Both regions get the same module, so both queues are alike.
param namespaceName string
param location string
param tags object
param queueName string
param messagingUnits int

@description('Whether the location has availability zones.')
param zoneRedundant bool

@description('Whether the namespace is reached by private endpoints alone.')
param isPrivate bool

@description('Workspace of the logs and metrics.')
param workspaceId string

@description('Action group that alerts call.')
param actionGroupId string

param senderPrincipalId string
param receiverPrincipalId string

@description('Object id of the operators\' group; empty: no assignment.')
param operatorsGroupId string

// 80 GB, the most that a queue of one partition holds; without it a queue stops at 1 GB, dead letters included.
var queueMegabytes = 81920

// Built-in roles, the same ids in every tenant.
var dataSender = '69a216fc-b8fb-44d8-bc22-1f3c2cd27a39'
var dataReceiver = '4f6d3b9b-027b-4f4c-9142-0e5a2a2247e0'

resource namespace 'Microsoft.ServiceBus/namespaces@2024-01-01' = {
  name: namespaceName
  location: location
  tags: tags
  sku: {
    name: 'Premium'
    tier: 'Premium'
    capacity: messagingUnits
  }
  properties: {
    disableLocalAuth: true
    minimumTlsVersion: '1.2'
    publicNetworkAccess: isPrivate ? 'Disabled' : 'Enabled'
    zoneRedundant: zoneRedundant
    premiumMessagingPartitions: 1
  }
}

resource queue 'Microsoft.ServiceBus/namespaces/queues@2024-01-01' = {
  parent: namespace
  name: queueName
  properties: {
    requiresSession: true
    maxSizeInMegabytes: queueMegabytes
    // It would drop a resend that its stream's cursor has not seen.
    requiresDuplicateDetection: false
    // A batch of several sessions is atomic only where one partition holds them all.
    enablePartitioning: false
    lockDuration: 'PT1M'
    // Attempts are counted in the ledger; this one only has to stay out of the way.
    maxDeliveryCount: 2000
    // Expiry is absolute and decided in the ledger; the broker's is garbage collection behind it.
    defaultMessageTimeToLive: 'P30D'
    deadLetteringOnMessageExpiration: true
    enableBatchedOperations: true
  }
}

resource sends 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  scope: queue
  name: guid(queue.id, senderPrincipalId, dataSender)
  properties: {
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', dataSender)
    principalId: senderPrincipalId
    principalType: 'ServicePrincipal'
  }
}

resource receives 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  scope: queue
  name: guid(queue.id, receiverPrincipalId, dataReceiver)
  properties: {
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', dataReceiver)
    principalId: receiverPrincipalId
    principalType: 'ServicePrincipal'
  }
}

// Operators peek, and replay dead letters: both directions, no management.
resource operates 'Microsoft.Authorization/roleAssignments@2022-04-01' = [for role in [dataSender, dataReceiver]: if (!empty(operatorsGroupId)) {
  scope: queue
  name: guid(queue.id, operatorsGroupId, role)
  properties: {
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', role)
    principalId: operatorsGroupId
    principalType: 'Group'
  }
}]

resource diagnostics 'Microsoft.Insights/diagnosticSettings@2021-05-01-preview' = {
  scope: namespace
  name: 'to-workspace'
  properties: {
    workspaceId: workspaceId
    logs: [
      { categoryGroup: 'allLogs', enabled: true }
    ]
    metrics: [
      { category: 'AllMetrics', enabled: true }
    ]
  }
}

module deadLetters 'metric-alert.bicep' = {
  name: 'dead-letters'
  params: {
    name: '${namespaceName}-dead-letters'
    tags: tags
    text: 'Queue ${queueName} holds dead letters: see docs/runbook.md, "Dead letters are to run again".'
    resourceId: namespace.id
    metricNamespace: 'Microsoft.ServiceBus/namespaces'
    metric: 'DeadletteredMessages'
    aggregation: 'Maximum'
    above: 0
    entity: queueName
    severity: 2
    actionGroupId: actionGroupId
  }
}

module queueSize 'metric-alert.bicep' = {
  name: 'queue-size'
  params: {
    name: '${namespaceName}-queue-size'
    tags: tags
    text: 'Queue ${queueName} is three quarters full. A full queue refuses every message.'
    resourceId: namespace.id
    metricNamespace: 'Microsoft.ServiceBus/namespaces'
    metric: 'Size'
    aggregation: 'Maximum'
    // In bytes: three quarters of what the queue holds.
    above: queueMegabytes * 786432
    entity: queueName
    severity: 1
    actionGroupId: actionGroupId
  }
}

output id string = namespace.id
output name string = namespace.name
output host string = '${namespace.name}.servicebus.windows.net'
