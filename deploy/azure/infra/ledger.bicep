// The ledger: Strong, one write region, three regions, no keys. No role may delete.
param accountName string

@description('The first one accepts writes; on its loss the service promotes the next.')
@minLength(3)
param locations string[]

@description('Those of the locations that have no availability zones.')
param locationsWithoutZones string[]

@description('Whether the account is reached by private endpoints alone.')
param isPrivate bool

@description('Whether the account is locked against deletion.')
param lock bool

@description('Workspace of the logs and metrics.')
param workspaceId string

@description('Action group that alerts call.')
param actionGroupId string

param tags object
param maxThroughput int

@description('Most request units a second of the leases: 15 for each receiver of all regions.')
param leasesMaxThroughput int
param receiverPrincipalIds string[]

@description('Object id of the operators\' group; empty: no assignment.')
param operatorsGroupId string

@description('Object id of the group that may look and change nothing; empty: no assignment.')
param readersGroupId string

var databaseName = 'twinbus'
var containerName = 'ledger'
var leasesName = 'ledger-leases'
var auditName = 'ledger-audit'
var actions = 'Microsoft.DocumentDB/databaseAccounts/sqlDatabases/containers'

resource account 'Microsoft.DocumentDB/databaseAccounts@2025-10-15' = {
  name: accountName
  location: locations[0]
  kind: 'GlobalDocumentDB'
  tags: tags
  properties: {
    databaseAccountOfferType: 'Standard'
    consistencyPolicy: {
      defaultConsistencyLevel: 'Strong'
    }
    enableMultipleWriteLocations: false
    enableAutomaticFailover: true
    locations: [for (location, priority) in locations: {
      locationName: location
      failoverPriority: priority
      isZoneRedundant: !contains(locationsWithoutZones, location)
    }]
    publicNetworkAccess: isPrivate ? 'Disabled' : 'Enabled'
    disableLocalAuth: true
    disableKeyBasedMetadataWriteAccess: true
    minimalTlsVersion: 'Tls12'
    backupPolicy: {
      type: 'Continuous'
      continuousModeProperties: {
        tier: 'Continuous7Days'
      }
    }
  }
}

// Deleting the ledger makes every message run again that ended since: the lock has to be removed first.
resource guard 'Microsoft.Authorization/locks@2020-05-01' = if (lock) {
  scope: account
  name: 'twinbus-ledger'
  properties: {
    level: 'CanNotDelete'
    notes: 'Without its ledger Twinbus has forgotten which messages have ended.'
  }
}

resource diagnostics 'Microsoft.Insights/diagnosticSettings@2021-05-01-preview' = {
  scope: account
  name: 'to-workspace'
  properties: {
    workspaceId: workspaceId
    logs: [
      { category: 'ControlPlaneRequests', enabled: true }
      { category: 'PartitionKeyRUConsumption', enabled: true }
    ]
    metrics: [
      { category: 'Requests', enabled: true }
    ]
  }
}

module saturation 'metric-alert.bicep' = {
  name: 'ledger-saturation'
  params: {
    name: '${accountName}-saturation'
    tags: tags
    text: 'The ledger uses more than nine tenths of a partition\'s throughput: see docs/cost.md.'
    resourceId: account.id
    metricNamespace: 'Microsoft.DocumentDB/databaseAccounts'
    metric: 'NormalizedRUConsumption'
    aggregation: 'Average'
    above: 90
    entity: ''
    severity: 2
    actionGroupId: actionGroupId
  }
}

resource database 'Microsoft.DocumentDB/databaseAccounts/sqlDatabases@2025-10-15' = {
  parent: account
  name: databaseName
  properties: {
    resource: {
      id: databaseName
    }
  }
}

resource container 'Microsoft.DocumentDB/databaseAccounts/sqlDatabases/containers@2025-10-15' = {
  parent: database
  name: containerName
  properties: {
    options: {
      autoscaleSettings: {
        maxThroughput: maxThroughput
      }
    }
    resource: {
      id: containerName
      partitionKey: {
        paths: ['/pk']
        kind: 'Hash'
        version: 2
      }
      // On, without a default: each document says its own.
      defaultTtl: -1
      // What the operators' queries ask for; the rest is cheaper to write without an index.
      indexingPolicy: {
        indexingMode: 'consistent'
        automatic: true
        includedPaths: [
          { path: '/kind/?' }
          { path: '/queue/?' }
          { path: '/status/?' }
          { path: '/session/?' }
          { path: '/updatedAt/?' }
          { path: '/owner/region/?' }
          { path: '/owner/instance/?' }
          { path: '/gaps/?' }
          { path: '/explicits/?' }
        ]
        excludedPaths: [
          { path: '/*' }
        ]
      }
    }
  }
}

// Apart from the sessions, so that no load on them makes a receiver's beat late.
resource leases 'Microsoft.DocumentDB/databaseAccounts/sqlDatabases/containers@2025-10-15' = {
  parent: database
  name: leasesName
  properties: {
    options: {
      autoscaleSettings: {
        maxThroughput: leasesMaxThroughput
      }
    }
    resource: {
      id: leasesName
      partitionKey: {
        paths: ['/pk']
        kind: 'Hash'
        version: 2
      }
      defaultTtl: -1
      // Its queries read one partition.
      indexingPolicy: {
        indexingMode: 'consistent'
        automatic: true
        includedPaths: []
        excludedPaths: [
          { path: '/*' }
        ]
      }
    }
  }
}

// Operators' acts and the bodies that were shown to them. Readers create documents here, and nowhere else.
resource audit 'Microsoft.DocumentDB/databaseAccounts/sqlDatabases/containers@2025-10-15' = {
  parent: database
  name: auditName
  properties: {
    options: {
      autoscaleSettings: {
        maxThroughput: 1000
      }
    }
    resource: {
      id: auditName
      partitionKey: {
        paths: ['/pk']
        kind: 'Hash'
        version: 2
      }
      // Each document says its own: 400 days.
      defaultTtl: -1
      indexingPolicy: {
        indexingMode: 'consistent'
        automatic: true
        includedPaths: [
          { path: '/at/?' }
          { path: '/act/?' }
          { path: '/by/name/?' }
          { path: '/by/oid/?' }
          { path: '/by/actsFor/?' }
          { path: '/session/?' }
          { path: '/message/?' }
        ]
        excludedPaths: [
          { path: '/*' }
        ]
      }
    }
  }
}

// Point reads, queries, creates and replaces: no delete, no upsert, no change of the container.
resource writer 'Microsoft.DocumentDB/databaseAccounts/sqlRoleDefinitions@2025-10-15' = {
  parent: account
  name: guid(account.id, 'twinbus-ledger-writer')
  properties: {
    roleName: 'Twinbus Ledger Writer'
    type: 'CustomRole'
    assignableScopes: [account.id]
    permissions: [
      {
        dataActions: [
          'Microsoft.DocumentDB/databaseAccounts/readMetadata'
          '${actions}/executeQuery'
          '${actions}/items/read'
          '${actions}/items/create'
          '${actions}/items/replace'
        ]
      }
    ]
  }
}

// Point reads and queries: what commands that only show need.
resource reader 'Microsoft.DocumentDB/databaseAccounts/sqlRoleDefinitions@2025-10-15' = {
  parent: account
  name: guid(account.id, 'twinbus-ledger-reader')
  properties: {
    roleName: 'Twinbus Ledger Reader'
    type: 'CustomRole'
    assignableScopes: [account.id]
    permissions: [
      {
        dataActions: [
          'Microsoft.DocumentDB/databaseAccounts/readMetadata'
          '${actions}/executeQuery'
          '${actions}/items/read'
        ]
      }
    ]
  }
}

// Creates, and nothing else: an entry of the audit container is never replaced or deleted.
resource noter 'Microsoft.DocumentDB/databaseAccounts/sqlRoleDefinitions@2025-10-15' = {
  parent: account
  name: guid(account.id, 'twinbus-audit-creator')
  properties: {
    roleName: 'Twinbus Audit Creator'
    type: 'CustomRole'
    assignableScopes: [account.id]
    permissions: [
      {
        dataActions: [
          'Microsoft.DocumentDB/databaseAccounts/readMetadata'
          '${actions}/items/create'
        ]
      }
    ]
  }
}

var operators = empty(operatorsGroupId) ? [] : [operatorsGroupId]
var readers = empty(readersGroupId) ? [] : [readersGroupId]
var lookers = concat(operators, readers)

// Container by container: with a right on the database, operators could replace what the audit says of them.
resource writesSessions 'Microsoft.DocumentDB/databaseAccounts/sqlRoleAssignments@2025-10-15' = [for principal in concat(receiverPrincipalIds, operators): {
  parent: account
  name: guid(account.id, principal, 'twinbus-ledger-writer', containerName)
  properties: {
    principalId: principal
    roleDefinitionId: writer.id
    scope: '${account.id}/dbs/${database.name}/colls/${container.name}'
  }
}]

resource writesLeases 'Microsoft.DocumentDB/databaseAccounts/sqlRoleAssignments@2025-10-15' = [for principal in concat(receiverPrincipalIds, operators): {
  parent: account
  name: guid(account.id, principal, 'twinbus-ledger-writer', leasesName)
  properties: {
    principalId: principal
    roleDefinitionId: writer.id
    scope: '${account.id}/dbs/${database.name}/colls/${leases.name}'
  }
}]

resource reads 'Microsoft.DocumentDB/databaseAccounts/sqlRoleAssignments@2025-10-15' = [for principal in lookers: {
  parent: account
  name: guid(account.id, principal, 'twinbus-ledger-reader')
  properties: {
    principalId: principal
    roleDefinitionId: reader.id
    scope: '${account.id}/dbs/${database.name}'
  }
}]

resource notes 'Microsoft.DocumentDB/databaseAccounts/sqlRoleAssignments@2025-10-15' = [for principal in lookers: {
  parent: account
  name: guid(account.id, principal, 'twinbus-audit-creator')
  properties: {
    principalId: principal
    roleDefinitionId: noter.id
    scope: '${account.id}/dbs/${database.name}/colls/${audit.name}'
  }
}]

output id string = account.id
output endpoint string = account.properties.documentEndpoint
output database string = database.name
output container string = container.name
output leases string = leases.name
output audit string = audit.name
