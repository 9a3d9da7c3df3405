// Where alerts go: a mail address, or the portal alone.
param name string
param tags object

@description('Address that alerts are mailed to; empty: alerts show in the portal only.')
param email string

resource group 'Microsoft.Insights/actionGroups@2021-09-01' = {
  name: name
  location: 'Global'
  tags: tags
  properties: {
    groupShortName: 'twinbus'
    enabled: true
    emailReceivers: empty(email) ? [] : [
      { name: 'operators', emailAddress: email, useCommonAlertSchema: true }
    ]
  }
}

output id string = group.id
