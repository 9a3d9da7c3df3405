// The ledger: Strong, one write region, three regions, no keys. Receivers may not delete.
param accountName string

@description('The first one accepts writes; on its loss the service promotes the next.')
@minLength(3)
param locations string[]

param tags object
param maxThroughput int

@description('Most request units a second of the leases: 15 for each receiver of all regions.')
param leasesMaxThroughput int
param receiverPrincipalIds string[]

@description('Object id of the operators\' group; empty: no assignment.')
param operatorsGroupId string

var databaseName = 'twinbus'
var containerName = 'ledger'
var leasesName = 'ledger-leases'
var actions = 'Microsoft.DocumentDB/databaseAccounts/sqlDatabases/containers'

resource account 'Microsoft.DocumentDB/databaseAccounts@2024-05-15' = {
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
      isZoneRedundant: false
    }]
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

resource database 'Microsoft.DocumentDB/databaseAccounts/sqlDatabases@2024-05-15' = {
  parent: account
  name: databaseName
  properties: {
    resource: {
      id: databaseName
    }
  }
}

resource container 'Microsoft.DocumentDB/databaseAccounts/sqlDatabases/containers@2024-05-15' = {
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
        ]
        excludedPaths: [
          { path: '/*' }
        ]
      }
    }
  }
}

// Apart from the sessions, so that no load on them makes a receiver's beat late.
resource leases 'Microsoft.DocumentDB/databaseAccounts/sqlDatabases/containers@2024-05-15' = {
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

// Point reads, queries, creates and replaces: no delete, no upsert, no change of the container.
resource writer 'Microsoft.DocumentDB/databaseAccounts/sqlRoleDefinitions@2024-05-15' = {
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

var writers = empty(operatorsGroupId) ? receiverPrincipalIds : concat(receiverPrincipalIds, [operatorsGroupId])

resource writes 'Microsoft.DocumentDB/databaseAccounts/sqlRoleAssignments@2024-05-15' = [for principal in writers: {
  parent: account
  name: guid(account.id, principal, 'twinbus-ledger-writer')
  properties: {
    principalId: principal
    roleDefinitionId: writer.id
    scope: '${account.id}/dbs/${database.name}'
  }
}]

output endpoint string = account.properties.documentEndpoint
output database string = database.name
output container string = container.name
output leases string = leases.name
