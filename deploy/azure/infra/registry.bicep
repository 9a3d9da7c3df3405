// Images, replicated into both regions: a replica that starts while a region is gone must find its image.
param name string
param location string
param replicas string[]

@description('Those of the locations that have no availability zones.')
param locationsWithoutZones string[]

param tags object
param pullPrincipalIds string[]

var acrPull = '7f951dda-4ed3-4680-a7ca-43fe172d538d'

resource registry 'Microsoft.ContainerRegistry/registries@2025-11-01' = {
  name: name
  location: location
  tags: tags
  sku: {
    name: 'Premium'
  }
  properties: {
    adminUserEnabled: false
    zoneRedundancy: contains(locationsWithoutZones, location) ? 'Disabled' : 'Enabled'
    anonymousPullEnabled: false
  }
}

resource replications 'Microsoft.ContainerRegistry/registries/replications@2025-11-01' = [for replica in replicas: {
  parent: registry
  name: replica
  location: replica
  tags: tags
  properties: {
    regionEndpointEnabled: true
    zoneRedundancy: contains(locationsWithoutZones, replica) ? 'Disabled' : 'Enabled'
  }
}]

resource pulls 'Microsoft.Authorization/roleAssignments@2022-04-01' = [for principal in pullPrincipalIds: {
  scope: registry
  name: guid(registry.id, principal, acrPull)
  properties: {
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', acrPull)
    principalId: principal
    principalType: 'ServicePrincipal'
  }
}]

output server string = registry.properties.loginServer
