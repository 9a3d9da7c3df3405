// Azure Monitor's workspace for Prometheus metrics, and its alert rules: those of deploy/compose/alerts.yml, the one list.
// Metrics reach it from a cluster's managed Prometheus, or from a collector that takes OTLP.
param name string
param location string
param tags object
param actionGroupId string

// 0 is the gravest, 4 the least.
var severities = {
  page: 1
  ticket: 3
}

resource workspace 'Microsoft.Monitor/accounts@2023-04-03' = {
  name: name
  location: location
  tags: tags
}

resource groups 'Microsoft.AlertsManagement/prometheusRuleGroups@2023-03-01' = [for group in loadYamlContent('../../compose/alerts.yml').groups: {
  name: '${name}-${group.name}'
  location: location
  tags: tags
  properties: {
    scopes: [workspace.id]
    enabled: true
    interval: 'PT1M'
    rules: [for rule in group.rules: {
      alert: rule.alert
      expression: rule.expr
      for: 'PT${toUpper(rule.?for ?? '0m')}'
      severity: severities[rule.labels.severity]
      annotations: rule.annotations
      enabled: true
      actions: [
        { actionGroupId: actionGroupId }
      ]
    }]
  }
}]
