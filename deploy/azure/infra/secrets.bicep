// One region's vault: where the handler is, and what calls of it are signed with. Receivers may read, nothing else.
param location string
param tags object

@secure()
param handlerUrl string

@description('Empty: calls are not signed.')
@secure()
param httpSecret string

param readerPrincipalId string

@description('Whether the vault is reached by private endpoints alone.')
param isPrivate bool

// Key Vault Secrets User, the same id in every tenant.
var secretsUser = '4633458b-17de-408a-b874-0445c86b69e6'

resource vault 'Microsoft.KeyVault/vaults@2024-11-01' = {
  name: 'kv-${uniqueString(resourceGroup().id)}'
  location: location
  tags: tags
  properties: {
    tenantId: subscription().tenantId
    sku: {
      family: 'A'
      name: 'standard'
    }
    enableRbacAuthorization: true
    enableSoftDelete: true
    softDeleteRetentionInDays: 7
    publicNetworkAccess: isPrivate ? 'Disabled' : 'Enabled'
  }
}

resource url 'Microsoft.KeyVault/vaults/secrets@2024-11-01' = {
  parent: vault
  name: 'handler-url'
  properties: {
    value: handlerUrl
  }
}

resource signing 'Microsoft.KeyVault/vaults/secrets@2024-11-01' = if (!empty(httpSecret)) {
  parent: vault
  name: 'http-secret'
  properties: {
    value: httpSecret
  }
}

resource reads 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  scope: vault
  name: guid(vault.id, readerPrincipalId, secretsUser)
  properties: {
    roleDefinitionId: subscriptionResourceId('Microsoft.Authorization/roleDefinitions', secretsUser)
    principalId: readerPrincipalId
    principalType: 'ServicePrincipal'
  }
}

output id string = vault.id
// Without a version: the app then takes the newest.
output handlerUrl string = '${vault.properties.vaultUri}secrets/${url.name}'
output httpSecret string = empty(httpSecret) ? '' : '${vault.properties.vaultUri}secrets/http-secret'
