package io.twinbus.local.servicebus.broker;

import io.twinbus.local.servicebus.rules.BooleanFilter;
import io.twinbus.local.servicebus.rules.FilterView;
import io.twinbus.local.servicebus.rules.RuleSettings;
import java.util.List;

/** The rules of one subscription, asked for each message of its topic. */
final class SubscriptionRules {
  private final List<RuleSettings> rules;
  private final boolean everything;

  SubscriptionRules(List<RuleSettings> rules) {
    this.rules = rules;
    this.everything = rules.stream().anyMatch(rule -> rule.filter() == BooleanFilter.TRUE);
  }

  /** Whether the subscription gets a message: one rule is enough, and several make one copy. */
  boolean let(MessageContent content) {
    if (everything) {
      return true;
    }
    FilterView view = content.view();
    for (RuleSettings rule : rules) {
      if (rule.filter().matches(view)) {
        return true;
      }
    }
    return false;
  }
}
