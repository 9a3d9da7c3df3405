// One region's receivers, as a container app without ingress: probes reach it, callers do not.
param region string
param location string
param tags object
param cluster string
param queueName string

@description('All regions and the hosts of their namespaces: {region, host}.')
param namespaces object[]

param ledgerEndpoint string
param ledgerDatabase string
param ledgerContainer string
param ledgerLeases string
param identityId string
param identityClientId string
param registryServer string
param image string
param handlerUrl string
param replicas int

var healthPort = 8080
var placeholder = 'mcr.microsoft.com/k8se/quickstart:latest'
var regionVariables = map(namespaces, (namespace) => {
  name: 'TWINBUS_REGIONS_${toUpper(namespace.region)}_NAMESPACE'
  value: namespace.host
})

resource logs 'Microsoft.OperationalInsights/workspaces@2023-09-01' = {
  name: 'log-${cluster}-${region}'
  location: location
  tags: tags
  properties: {
    retentionInDays: 30
    sku: {
      name: 'PerGB2018'
    }
  }
}

resource environment 'Microsoft.App/managedEnvironments@2025-01-01' = {
  name: 'cae-${cluster}-${region}'
  location: location
  tags: tags
  properties: {
    appLogsConfiguration: {
      destination: 'log-analytics'
      logAnalyticsConfiguration: {
        customerId: logs.properties.customerId
        sharedKey: logs.listKeys().primarySharedKey
      }
    }
  }
}

resource app 'Microsoft.App/containerApps@2025-01-01' = {
  name: 'ca-${cluster}-receiver-${region}'
  location: location
  tags: union(tags, { 'azd-service-name': 'receiver-${region}' })
  identity: {
    type: 'UserAssigned'
    userAssignedIdentities: {
      '${identityId}': {}
    }
  }
  properties: {
    managedEnvironmentId: environment.id
    configuration: {
      activeRevisionsMode: 'Single'
      registries: [
        {
          server: registryServer
          identity: identityId
        }
      ]
    }
    template: {
      // Longer than twinbus.receiver.shutdown-grace (25 s) and what a drain needs behind it.
      terminationGracePeriodSeconds: 60
      containers: [
        {
          name: 'receiver'
          image: empty(image) ? placeholder : image
          resources: {
            cpu: json('1.0')
            memory: '2Gi'
          }
          env: concat(regionVariables, [
            { name: 'TWINBUS_CLUSTER', value: cluster }
            { name: 'TWINBUS_REGION', value: region }
            { name: 'TWINBUS_QUEUE', value: queueName }
            { name: 'TWINBUS_LEDGER_ENDPOINT', value: ledgerEndpoint }
            { name: 'TWINBUS_LEDGER_DATABASE', value: ledgerDatabase }
            { name: 'TWINBUS_LEDGER_CONTAINER', value: ledgerContainer }
            { name: 'TWINBUS_LEDGER_LEASES', value: ledgerLeases }
            { name: 'TWINBUS_RECEIVER_HTTP_URL', value: handlerUrl }
            { name: 'MICRONAUT_SERVER_HOST', value: '0.0.0.0' }
            // The managed identity and nothing else: no developer's credential is tried in production.
            { name: 'AZURE_CLIENT_ID', value: identityClientId }
            { name: 'AZURE_TOKEN_CREDENTIALS', value: 'ManagedIdentityCredential' }
          ])
          probes: [
            {
              type: 'Startup'
              httpGet: { path: '/health/liveness', port: healthPort }
              periodSeconds: 5
              failureThreshold: 30
            }
            {
              type: 'Liveness'
              httpGet: { path: '/health/liveness', port: healthPort }
              periodSeconds: 10
              failureThreshold: 3
            }
            {
              type: 'Readiness'
              httpGet: { path: '/health/readiness', port: healthPort }
              periodSeconds: 10
              failureThreshold: 3
            }
          ]
        }
      ]
      // No scaling to zero and none by load: sessions are claimed by whoever runs.
      scale: {
        minReplicas: replicas
        maxReplicas: replicas
      }
    }
  }
}

output name string = app.name
