// Twinbus on Azure: two Service Bus regions, one Strong ledger over three, receivers beside each queue.
// A resource group per region, and one for what both share: the loss of a region then takes no other group's
// management with it.
targetScope = 'subscription'

@description('Short name of the deployment; part of every resource name. Also the Twinbus cluster name.')
@minLength(3)
@maxLength(12)
param environmentName string

@description('Azure location of the Twinbus region east.')
param eastLocation string = 'eastus2'

@description('Azure location of the Twinbus region west.')
param westLocation string = 'westus3'

@description('Third location of the ledger. Strong consistency needs three to keep accepting writes when one is lost.')
param witnessLocation string = 'centralus'

@description('Where the ledger is written. With witness, losing east or west leaves the write region alone; each write travels there first.')
@allowed(['witness', 'east', 'west'])
param ledgerWriteRegion string = 'witness'

@description('Queue that producers write and receivers read, in both regions.')
param queueName string = 'orders'

@description('Image of each region\'s receivers. azd fills it after its first deployment; empty: a placeholder that answers no probe.')
param receiverImages object = { east: '', west: '' }

@description('Where a receiver sends each message: the endpoint of your handler. Kept in each region\'s vault.')
@secure()
param handlerUrl string

@description('What calls of the handler are signed with: whsec_ and 24 to 64 bytes in base64. Empty: calls are not signed.')
@secure()
param httpSecret string = ''

@description('Object id of the Entra group whose members operate Twinbus; empty: no group yet.')
param operatorsGroupId string = ''

@description('Object id of the Entra group whose members may look at the ledger, and change nothing; empty: no group yet.')
param readersGroupId string = ''

@description('Address that alerts are mailed to; empty: alerts show in the portal only.')
param alertEmail string = ''

@description('Locations of this deployment that have no availability zones; everything is zone redundant elsewhere.')
param locationsWithoutZones string[] = []

@description('Reach Service Bus, the ledger and the vaults by private endpoints only. Producers and operators then need a network that reaches them.')
param privateEndpoints bool = false

@description('Lock the ledger against deletion. Remove the lock before `azd down`.')
param lockLedger bool = true

@description('Make a workspace for Prometheus metrics with the alert rules. Send receivers\' metrics there, or the rule for absent receivers fires.')
param prometheusAlerts bool = false

@description('Where receivers push their metrics by OTLP over HTTP; empty: they are only scraped.')
param otlpUrl string = ''

@description('Messaging units of each namespace.')
@allowed([1, 2, 4, 8, 16])
param messagingUnits int = 1

@description('Most request units a second of the ledger; it scales down to a tenth of this.')
@minValue(1000)
param ledgerMaxThroughput int = 4000

@description('Most request units a second of the receivers\' leases: 15 for each receiver of all regions, in steps of 1000.')
@minValue(1000)
param leasesMaxThroughput int = 1000

@description('Receiver replicas that always run in each region.')
@minValue(1)
@maxValue(30)
param receiversPerRegion int = 2

@description('Most receiver replicas of a region. Replicas are added while more active messages wait than the replicas are to share.')
@minValue(1)
@maxValue(100)
param mostReceiversPerRegion int = 6

@description('Active messages that a replica is to share. Beyond that another one starts.')
@minValue(1)
param messagesPerReceiver int = 2000

var regions = [
  { name: 'east', location: eastLocation, addresses: '10.40.0.0/16' }
  { name: 'west', location: westLocation, addresses: '10.41.0.0/16' }
]
var tags = { application: 'twinbus', environment: environmentName }

resource sharedGroup 'Microsoft.Resources/resourceGroups@2025-04-01' = {
  name: 'rg-${environmentName}-shared'
  location: witnessLocation
  // On one group alone: azd refuses an environment in which it finds several.
  tags: union(tags, { 'azd-env-name': environmentName })
}

resource regionGroups 'Microsoft.Resources/resourceGroups@2025-04-01' = [for region in regions: {
  name: 'rg-${environmentName}-${region.name}'
  location: region.location
  tags: tags
}]

module producers 'identity.bicep' = {
  scope: sharedGroup
  name: 'producers'
  params: {
    name: 'id-${environmentName}-producers'
    location: witnessLocation
    tags: tags
  }
}

module receiverIdentities 'identity.bicep' = [for (region, i) in regions: {
  scope: regionGroups[i]
  name: 'receiver-identity'
  params: {
    name: 'id-${environmentName}-receiver-${region.name}'
    location: region.location
    tags: tags
  }
}]

module sharedLogs 'logs.bicep' = {
  scope: sharedGroup
  name: 'logs'
  params: {
    name: 'log-${environmentName}-shared'
    location: witnessLocation
    tags: tags
  }
}

module logs 'logs.bicep' = [for (region, i) in regions: {
  scope: regionGroups[i]
  name: 'logs'
  params: {
    name: 'log-${environmentName}-${region.name}'
    location: region.location
    tags: tags
  }
}]

module mail 'mail.bicep' = {
  scope: sharedGroup
  name: 'mail'
  params: {
    name: 'ag-${environmentName}'
    tags: tags
    email: alertEmail
  }
}

module watch 'prometheus-alerts.bicep' = if (prometheusAlerts) {
  scope: sharedGroup
  name: 'watch'
  params: {
    name: 'amw-${environmentName}'
    location: witnessLocation
    tags: tags
    actionGroupId: mail.outputs.id
  }
}

module networks 'network.bicep' = [for (region, i) in regions: {
  scope: regionGroups[i]
  name: 'network'
  params: {
    name: 'vnet-${environmentName}-${region.name}'
    location: region.location
    addresses: region.addresses
    tags: tags
  }
}]

module secrets 'secrets.bicep' = [for (region, i) in regions: {
  scope: regionGroups[i]
  name: 'secrets'
  params: {
    location: region.location
    tags: tags
    handlerUrl: handlerUrl
    httpSecret: httpSecret
    readerPrincipalId: receiverIdentities[i].outputs.principalId
    isPrivate: privateEndpoints
  }
}]

module messaging 'messaging.bicep' = [for (region, i) in regions: {
  scope: regionGroups[i]
  name: 'messaging'
  params: {
    namespaceName: 'sb-${environmentName}-${region.name}-${uniqueString(subscription().id, environmentName)}'
    location: region.location
    tags: tags
    queueName: queueName
    messagingUnits: messagingUnits
    zoneRedundant: !contains(locationsWithoutZones, region.location)
    isPrivate: privateEndpoints
    workspaceId: logs[i].outputs.id
    actionGroupId: mail.outputs.id
    senderPrincipalId: producers.outputs.principalId
    receiverPrincipalId: receiverIdentities[i].outputs.principalId
    operatorsGroupId: operatorsGroupId
  }
}]

module ledger 'ledger.bicep' = {
  scope: sharedGroup
  name: 'ledger'
  params: {
    accountName: 'cosmos-${environmentName}-${uniqueString(subscription().id, environmentName)}'
    locations: ledgerWriteRegion == 'witness'
      ? [witnessLocation, eastLocation, westLocation]
      : ledgerWriteRegion == 'east'
        ? [eastLocation, witnessLocation, westLocation]
        : [westLocation, witnessLocation, eastLocation]
    locationsWithoutZones: locationsWithoutZones
    isPrivate: privateEndpoints
    lock: lockLedger
    workspaceId: sharedLogs.outputs.id
    actionGroupId: mail.outputs.id
    tags: tags
    maxThroughput: ledgerMaxThroughput
    leasesMaxThroughput: leasesMaxThroughput
    receiverPrincipalIds: [
      receiverIdentities[0].outputs.principalId
      receiverIdentities[1].outputs.principalId
    ]
    operatorsGroupId: operatorsGroupId
    readersGroupId: readersGroupId
  }
}

module registry 'registry.bicep' = {
  scope: sharedGroup
  name: 'registry'
  params: {
    name: 'cr${uniqueString(subscription().id, environmentName)}'
    location: witnessLocation
    replicas: [eastLocation, westLocation]
    locationsWithoutZones: locationsWithoutZones
    tags: tags
    pullPrincipalIds: [
      receiverIdentities[0].outputs.principalId
      receiverIdentities[1].outputs.principalId
    ]
  }
}

// In each region's own network: the loss of the other region takes no name resolution along.
module links 'private.bicep' = [for (region, i) in regions: if (privateEndpoints) {
  scope: regionGroups[i]
  name: 'links'
  params: {
    location: region.location
    tags: tags
    networkId: networks[i].outputs.id
    subnetId: networks[i].outputs.endpointsSubnetId
    targets: [
      { name: 'servicebus-east', id: messaging[0].outputs.id, group: 'namespace', zone: 0 }
      { name: 'servicebus-west', id: messaging[1].outputs.id, group: 'namespace', zone: 0 }
      { name: 'ledger', id: ledger.outputs.id, group: 'Sql', zone: 1 }
      { name: 'secrets', id: secrets[i].outputs.id, group: 'vault', zone: 2 }
    ]
  }
}]

module receivers 'receiver.bicep' = [for (region, i) in regions: {
  scope: regionGroups[i]
  name: 'receiver'
  params: {
    region: region.name
    location: region.location
    tags: tags
    cluster: environmentName
    queueName: queueName
    namespaces: [
      { region: regions[0].name, host: messaging[0].outputs.host, location: regions[0].location }
      { region: regions[1].name, host: messaging[1].outputs.host, location: regions[1].location }
    ]
    ledgerEndpoint: ledger.outputs.endpoint
    ledgerDatabase: ledger.outputs.database
    ledgerContainer: ledger.outputs.container
    ledgerLeases: ledger.outputs.leases
    identityId: receiverIdentities[i].outputs.id
    identityClientId: receiverIdentities[i].outputs.clientId
    registryServer: registry.outputs.server
    image: receiverImages[region.name]
    handlerUrlSecret: secrets[i].outputs.handlerUrl
    httpSecretSecret: secrets[i].outputs.httpSecret
    logsName: logs[i].outputs.name
    otlpUrl: otlpUrl
    subnetId: networks[i].outputs.appsSubnetId
    zoneRedundant: !contains(locationsWithoutZones, region.location)
    namespaceName: messaging[i].outputs.name
    replicas: receiversPerRegion
    mostReplicas: mostReceiversPerRegion
    messagesPerReplica: messagesPerReceiver
  }
}]

output AZURE_CONTAINER_REGISTRY_ENDPOINT string = registry.outputs.server
output TWINBUS_CLUSTER string = environmentName
output TWINBUS_QUEUE string = queueName
output TWINBUS_REGIONS_EAST_NAMESPACE string = messaging[0].outputs.host
output TWINBUS_REGIONS_WEST_NAMESPACE string = messaging[1].outputs.host
output TWINBUS_REGIONS_EAST_LOCATION string = eastLocation
output TWINBUS_REGIONS_WEST_LOCATION string = westLocation
output TWINBUS_LEDGER_ENDPOINT string = ledger.outputs.endpoint
output TWINBUS_LEDGER_DATABASE string = ledger.outputs.database
output TWINBUS_LEDGER_CONTAINER string = ledger.outputs.container
output TWINBUS_LEDGER_LEASES string = ledger.outputs.leases
output TWINBUS_LEDGER_AUDIT string = ledger.outputs.audit
output PRODUCERS_CLIENT_ID string = producers.outputs.clientId
