package io.twinbus.local.servicebus.amqp;

import io.twinbus.local.servicebus.EntityExistsException;
import io.twinbus.local.servicebus.InvalidEndpointSettingException;
import io.twinbus.local.servicebus.NoSuchEntityException;
import io.twinbus.local.servicebus.amqp.ManagementRequest.InvalidRequestException;
import io.twinbus.local.servicebus.broker.NamespaceChanges;
import io.twinbus.local.servicebus.rules.InvalidRuleException;
import java.util.List;
import java.util.Map;

/** Management requests about the rules of a subscription. */
final class RuleOperations {
  private static final int MAX_PAGE = 1000;

  private final ServerContext context;
  private final String path;

  /** For the subscription under this path. */
  RuleOperations(ServerContext context, String path) {
    this.context = context;
    this.path = path;
  }

  Reply add(ManagementRequest request) throws InvalidRequestException {
    String name = request.requiredText("rule-name");
    if (!(request.value("rule-description") instanceof Map<?, ?> description)) {
      throw ManagementRequest.missing("rule-description");
    }
    try {
      changes().addRule(path, RuleCodec.rule(name, description));
      return Reply.ok();
    } catch (EntityExistsException e) {
      return failed(Condition.ALREADY_EXISTS, e);
    } catch (InvalidRuleException | InvalidEndpointSettingException e) {
      return failed(Condition.ARGUMENT_ERROR, e);
    }
  }

  Reply remove(ManagementRequest request) throws InvalidRequestException {
    try {
      changes().removeRule(path, request.requiredText("rule-name"));
      return Reply.ok();
    } catch (NoSuchEntityException e) {
      return failed(Condition.ENTITY_NOT_FOUND, e);
    }
  }

  Reply list(ManagementRequest request) {
    long skip = Math.max(0, request.number("skip", 0));
    long top = Math.min(MAX_PAGE, Math.max(0, request.number("top", MAX_PAGE)));
    List<Map<String, Object>> page =
        changes().rules(path).stream()
            .skip(skip)
            .limit(top)
            .map(rule -> Map.<String, Object>of("rule-description", RuleCodec.described(rule)))
            .toList();
    return page.isEmpty() ? Reply.noContent() : Reply.ok(Map.of("rules", page));
  }

  private NamespaceChanges changes() {
    return context.namespace().changes();
  }

  private Reply failed(Condition condition, IllegalArgumentException why) {
    return Reply.failed(context.errors().of(condition, String.valueOf(why.getMessage()), path));
  }
}
