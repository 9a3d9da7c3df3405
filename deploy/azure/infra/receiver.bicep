// One region's receivers, as a container app without ingress: probes reach it, callers do not.
param region string
param location string
param tags object
param cluster string
param queueName string

@description('All regions, the hosts of their namespaces and their Azure locations: {region, host, location}.')
param namespaces object[]

param ledgerEndpoint string
param ledgerDatabase string
param ledgerContainer string
param ledgerLeases string
param identityId string
param identityClientId string
param registryServer string
param image string

@description('Address of the vault\'s secret that holds the handler\'s URL.')
param handlerUrlSecret string

@description('Address of the vault\'s secret that signs calls; empty: calls are not signed.')
param httpSecretSecret string

@description('Workspace of this region\'s logs.')
param logsName string

@description('Where metrics are pushed to; empty: nowhere.')
param otlpUrl string

@description('Subnet of the container apps.')
param subnetId string

@description('Whether the location has availability zones.')
param zoneRedundant bool

@description('This region\'s namespace, without its domain.')
param namespaceName string

param replicas int
param mostReplicas int
param messagesPerReplica int

var healthPort = 8080
var placeholder = 'mcr.microsoft.com/k8se/quickstart:latest'
var regionVariables = concat(map(namespaces, (namespace) => {
  name: 'TWINBUS_REGIONS_${toUpper(namespace.region)}_NAMESPACE'
  value: namespace.host
}), map(namespaces, (namespace) => {
  name: 'TWINBUS_REGIONS_${toUpper(namespace.region)}_LOCATION'
  value: namespace.location
}))

var signed = !empty(httpSecretSecret)
var signingSecrets = signed ? [
  { name: 'http-secret', keyVaultUrl: httpSecretSecret, identity: identityId }
] : []
var signingVariables = signed ? [
  { name: 'TWINBUS_RECEIVER_HTTP_SECRET', secretRef: 'http-secret' }
] : []

var pushVariables = empty(otlpUrl) ? [] : [
  { name: 'TWINBUS_RECEIVER_METRICS_OTLP_URL', value: otlpUrl }
]

resource logs 'Microsoft.OperationalInsights/workspaces@2022-10-01' existing = {
  name: logsName
}

resource environment 'Microsoft.App/managedEnvironments@2025-07-01' = {
  name: 'cae-${cluster}-${region}'
  location: location
  tags: tags
  properties: {
    zoneRedundant: zoneRedundant
    vnetConfiguration: {
      infrastructureSubnetId: subnetId
      internal: true
    }
    workloadProfiles: [
      { name: 'Consumption', workloadProfileType: 'Consumption' }
    ]
    appLogsConfiguration: {
      destination: 'log-analytics'
      logAnalyticsConfiguration: {
        customerId: logs.properties.customerId
        sharedKey: logs.listKeys().primarySharedKey
      }
    }
  }
}

resource app 'Microsoft.App/containerApps@2025-07-01' = {
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
      // References to the vault: a changed secret is read by the next revision.
      secrets: concat(signingSecrets, [
        { name: 'handler-url', keyVaultUrl: handlerUrlSecret, identity: identityId }
      ])
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
          env: concat(regionVariables, signingVariables, pushVariables, [
            { name: 'TWINBUS_CLUSTER', value: cluster }
            { name: 'TWINBUS_REGION', value: region }
            { name: 'TWINBUS_QUEUE', value: queueName }
            { name: 'TWINBUS_LEDGER_ENDPOINT', value: ledgerEndpoint }
            { name: 'TWINBUS_LEDGER_DATABASE', value: ledgerDatabase }
            { name: 'TWINBUS_LEDGER_CONTAINER', value: ledgerContainer }
            { name: 'TWINBUS_LEDGER_LEASES', value: ledgerLeases }
            { name: 'TWINBUS_RECEIVER_HTTP_URL', secretRef: 'handler-url' }
            // A workspace finds fields; a person reads the lines of a terminal.
            { name: 'TWINBUS_LOG_FORMAT', value: 'json' }
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
      // Never to zero: a session waits for a receiver. Those that are added take sessions over as they become free.
      scale: {
        minReplicas: replicas
        maxReplicas: max(replicas, mostReplicas)
        rules: [
          {
            name: 'active-messages'
            custom: {
              type: 'azure-servicebus'
              identity: identityId
              metadata: {
                namespace: namespaceName
                queueName: queueName
                messageCount: string(messagesPerReplica)
              }
            }
          }
        ]
      }
    }
  }
}

output name string = app.name
