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

@description('Queue that producers write and receivers read, in both regions.')
param queueName string = 'orders'

@description('Image of the receiver. azd replaces it when it deploys; empty: a placeholder that answers no probe.')
param receiverImage string = ''

@description('Where a receiver sends each message: the endpoint of your handler.')
param handlerUrl string

@description('Object id of the Entra group whose members operate Twinbus; empty: nobody yet.')
param operatorsGroupId string = ''

@description('Messaging units of each namespace.')
@allowed([1, 2, 4, 8, 16])
param messagingUnits int = 1

@description('Most request units a second of the ledger; it scales down to a tenth of this.')
@minValue(1000)
param ledgerMaxThroughput int = 4000

@description('Most request units a second of the receivers\' leases: 15 for each receiver of all regions, in steps of 1000.')
@minValue(1000)
param leasesMaxThroughput int = 1000

@description('Receiver replicas per region.')
@minValue(1)
@maxValue(30)
param receiversPerRegion int = 2

var regions = [
  { name: 'east', location: eastLocation }
  { name: 'west', location: westLocation }
]
var tags = { 'azd-env-name': environmentName, application: 'twinbus' }

resource sharedGroup 'Microsoft.Resources/resourceGroups@2021-04-01' = {
  name: 'rg-${environmentName}-shared'
  location: witnessLocation
  tags: tags
}

resource regionGroups 'Microsoft.Resources/resourceGroups@2021-04-01' = [for region in regions: {
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

module messaging 'messaging.bicep' = [for (region, i) in regions: {
  scope: regionGroups[i]
  name: 'messaging'
  params: {
    namespaceName: 'sb-${environmentName}-${region.name}-${uniqueString(subscription().id, environmentName)}'
    location: region.location
    tags: tags
    queueName: queueName
    messagingUnits: messagingUnits
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
    locations: [eastLocation, westLocation, witnessLocation]
    tags: tags
    maxThroughput: ledgerMaxThroughput
    leasesMaxThroughput: leasesMaxThroughput
    receiverPrincipalIds: [
      receiverIdentities[0].outputs.principalId
      receiverIdentities[1].outputs.principalId
    ]
    operatorsGroupId: operatorsGroupId
  }
}

module registry 'registry.bicep' = {
  scope: sharedGroup
  name: 'registry'
  params: {
    name: 'cr${uniqueString(subscription().id, environmentName)}'
    location: witnessLocation
    replicas: [eastLocation, westLocation]
    tags: tags
    pullPrincipalIds: [
      receiverIdentities[0].outputs.principalId
      receiverIdentities[1].outputs.principalId
    ]
  }
}

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
      { region: regions[0].name, host: messaging[0].outputs.host }
      { region: regions[1].name, host: messaging[1].outputs.host }
    ]
    ledgerEndpoint: ledger.outputs.endpoint
    ledgerDatabase: ledger.outputs.database
    ledgerContainer: ledger.outputs.container
    ledgerLeases: ledger.outputs.leases
    identityId: receiverIdentities[i].outputs.id
    identityClientId: receiverIdentities[i].outputs.clientId
    registryServer: registry.outputs.server
    image: receiverImage
    handlerUrl: handlerUrl
    replicas: receiversPerRegion
  }
}]

output AZURE_CONTAINER_REGISTRY_ENDPOINT string = registry.outputs.server
output TWINBUS_CLUSTER string = environmentName
output TWINBUS_QUEUE string = queueName
output TWINBUS_REGIONS_EAST_NAMESPACE string = messaging[0].outputs.host
output TWINBUS_REGIONS_WEST_NAMESPACE string = messaging[1].outputs.host
output TWINBUS_LEDGER_ENDPOINT string = ledger.outputs.endpoint
output TWINBUS_LEDGER_DATABASE string = ledger.outputs.database
output TWINBUS_LEDGER_CONTAINER string = ledger.outputs.container
output TWINBUS_LEDGER_LEASES string = ledger.outputs.leases
output PRODUCERS_CLIENT_ID string = producers.outputs.clientId
