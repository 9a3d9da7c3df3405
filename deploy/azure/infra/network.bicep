// One region's network: a subnet for the container apps, which zone redundancy needs, and one for private endpoints.
param name string
param location string
param tags object

@description('Address range of the network, a /16.')
param addresses string

resource network 'Microsoft.Network/virtualNetworks@2025-05-01' = {
  name: name
  location: location
  tags: tags
  properties: {
    addressSpace: {
      addressPrefixes: [addresses]
    }
    subnets: [
      {
        name: 'apps'
        properties: {
          addressPrefix: cidrSubnet(addresses, 23, 0)
          delegations: [
            {
              name: 'apps'
              properties: {
                serviceName: 'Microsoft.App/environments'
              }
            }
          ]
        }
      }
      {
        name: 'endpoints'
        properties: {
          addressPrefix: cidrSubnet(addresses, 24, 2)
        }
      }
    ]
  }
}

output id string = network.id
output appsSubnetId string = network.properties.subnets[0].id
output endpointsSubnetId string = network.properties.subnets[1].id
