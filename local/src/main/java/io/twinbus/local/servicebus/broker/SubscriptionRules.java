package io.twinbus.local.servicebus.broker;

import io.twinbus.local.servicebus.broker.admission.MessageContent;
import io.twinbus.local.servicebus.rules.BooleanFilter;
import io.twinbus.local.servicebus.rules.FilterView;
import io.twinbus.local.servicebus.rules.RuleSettings;
import io.twinbus.local.servicebus.rules.SqlAction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The rules of one subscription, asked for each message of its topic. */
final class SubscriptionRules {
  /** The property by which a copy tells the rule whose action has changed it. */
  private static final String RULE_NAME = "RuleName";

  private final List<RuleSettings> plain;
  private final List<RuleSettings> acting;
  private final boolean everything;

  SubscriptionRules(List<RuleSettings> rules) {
    this.plain = rules.stream().filter(rule -> rule.action() == null).toList();
    this.acting = rules.stream().filter(rule -> rule.action() != null).toList();
    this.everything = plain.stream().anyMatch(rule -> rule.filter() == BooleanFilter.TRUE);
  }

  /**
   * What the subscription gets of a message: it as it is, if one of the rules without an action is
   * fulfilled, and a copy for each rule with one.
   */
  List<MessageContent> copies(MessageContent content) {
    if (everything && acting.isEmpty()) {
      return List.of(content);
    }
    FilterView view = content.view();
    List<MessageContent> copies = new ArrayList<>();
    if (everything || plain.stream().anyMatch(rule -> rule.filter().matches(view))) {
      copies.add(content);
    }
    for (RuleSettings rule : acting) {
      Optional.ofNullable(rule.action())
          .filter(action -> rule.filter().matches(view))
          .map(action -> changed(content, view, rule.name(), action))
          .ifPresent(copies::add);
    }
    return copies;
  }

  private static MessageContent changed(
      MessageContent content, FilterView view, String rule, SqlAction action) {
    return content.with(action.apply(view).with(RULE_NAME, rule));
  }
}
