// Private endpoints of one region's network, and the zones in which their names are found there.
param location string
param tags object
param networkId string
param subnetId string

@description('What is to be reached: {name, id, group, zone}; zone is a place in the list of zones.')
param targets object[]

var zoneNames = [
  'privatelink.servicebus.windows.net'
  'privatelink.documents.azure.com'
  'privatelink.vaultcore.azure.net'
]

resource zones 'Microsoft.Network/privateDnsZones@2020-06-01' = [for zone in zoneNames: {
  name: zone
  location: 'global'
  tags: tags
}]

resource zoneLinks 'Microsoft.Network/privateDnsZones/virtualNetworkLinks@2020-06-01' = [for (zone, i) in zoneNames: {
  parent: zones[i]
  name: 'network'
  location: 'global'
  properties: {
    registrationEnabled: false
    virtualNetwork: {
      id: networkId
    }
  }
}]

resource endpoints 'Microsoft.Network/privateEndpoints@2025-05-01' = [for target in targets: {
  name: 'pe-${target.name}'
  location: location
  tags: tags
  properties: {
    subnet: {
      id: subnetId
    }
    privateLinkServiceConnections: [
      {
        name: target.name
        properties: {
          privateLinkServiceId: target.id
          groupIds: [target.group]
        }
      }
    ]
  }
}]

resource names 'Microsoft.Network/privateEndpoints/privateDnsZoneGroups@2025-05-01' = [for (target, i) in targets: {
  parent: endpoints[i]
  name: 'names'
  properties: {
    privateDnsZoneConfigs: [
      {
        name: 'zone'
        properties: {
          privateDnsZoneId: zones[target.zone].id
        }
      }
    ]
  }
}]
