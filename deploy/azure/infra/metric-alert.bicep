// One alert on one metric of one resource: it fires when the metric is above a bound in five minutes.
param name string
param tags object
param text string
param resourceId string
param metricNamespace string
param metric string

@allowed(['Average', 'Maximum', 'Total'])
param aggregation string

param above int

@description('Queue or topic that the metric is taken of; empty: the whole resource.')
param entity string

@description('0 is the gravest, 4 the least.')
param severity int

param actionGroupId string

resource alert 'Microsoft.Insights/metricAlerts@2018-03-01' = {
  name: name
  location: 'global'
  tags: tags
  properties: {
    description: text
    severity: severity
    enabled: true
    scopes: [resourceId]
    evaluationFrequency: 'PT1M'
    windowSize: 'PT5M'
    criteria: {
      'odata.type': 'Microsoft.Azure.Monitor.SingleResourceMultipleMetricCriteria'
      allOf: [
        {
          criterionType: 'StaticThresholdCriterion'
          name: 'above'
          metricNamespace: metricNamespace
          metricName: metric
          timeAggregation: aggregation
          operator: 'GreaterThan'
          threshold: above
          dimensions: empty(entity) ? [] : [
            { name: 'EntityName', operator: 'Include', values: [entity] }
          ]
        }
      ]
    }
    actions: [
      { actionGroupId: actionGroupId }
    ]
  }
}
