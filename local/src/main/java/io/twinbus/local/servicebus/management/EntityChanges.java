package io.twinbus.local.servicebus.management;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twinbus.local.servicebus.EntityExistsException;
import io.twinbus.local.servicebus.NoSuchEntityException;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.SubscriptionSettings;
import io.twinbus.local.servicebus.TopicSettings;
import io.twinbus.local.servicebus.broker.Namespace;
import io.twinbus.local.servicebus.broker.NamespaceChanges;
import io.twinbus.local.servicebus.config.EntityDescriptions;
import io.twinbus.local.servicebus.rules.RuleSettings;
import java.util.List;
import java.util.Objects;

/** Creates, changes and deletes entities and rules as the bodies of requests describe them. */
final class EntityChanges {
  private final Namespace namespace;
  private final EntityQueries queries;

  EntityChanges(Namespace namespace, EntityQueries queries) {
    this.namespace = namespace;
    this.queries = queries;
  }

  ApiResponse put(ApiRequest request, EntityPath path) {
    if (path.list() || path.entity().startsWith("$")) {
      throw new IllegalArgumentException("'" + request.path() + "' is no entity's path.");
    }
    if (path.rule() != null) {
      putRule(request, path);
    } else if (path.subscription() != null) {
      putSubscription(request, path);
    } else if (request.body().contains("TopicDescription")) {
      putTopic(request, path.entity());
    } else {
      putQueue(request, path.entity());
    }
    return ApiResponse.entry(request.update() ? 200 : 201, queries.one(path));
  }

  void delete(EntityPath path) {
    if (path.rule() != null) {
      changes().removeRule(path.subscriptionPath(), path.rule());
    } else {
      changes().delete(path.subscription() == null ? path.entity() : path.subscriptionPath());
    }
  }

  private void putQueue(ApiRequest request, String name) {
    ObjectNode properties = DescriptionBody.of(request.body(), "QueueDescription").properties();
    QueueSettings queue = EntityDescriptions.queue(name, properties);
    if (request.update()) {
      changes().update(queue);
    } else {
      changes().create(queue);
    }
  }

  private void putTopic(ApiRequest request, String name) {
    ObjectNode properties = DescriptionBody.of(request.body(), "TopicDescription").properties();
    TopicSettings topic = EntityDescriptions.topic(name, properties);
    if (request.update()) {
      SubscriptionSettings[] now =
          queries.topic(name).subscriptions().toArray(SubscriptionSettings[]::new);
      changes().update(topic.withSubscriptions(now));
    } else {
      changes().create(topic);
    }
  }

  private void putSubscription(ApiRequest request, EntityPath path) {
    String name = Objects.requireNonNull(path.subscription(), "the path names one");
    TopicSettings topic = queries.topic(path.entity());
    boolean there =
        topic.subscriptions().stream().anyMatch(each -> each.name().equalsIgnoreCase(name));
    if (there != request.update()) {
      throw there
          ? new EntityExistsException(path.subscriptionPath())
          : new NoSuchEntityException(path.subscriptionPath());
    }
    DescriptionBody body = DescriptionBody.of(request.body(), "SubscriptionDescription");
    ObjectNode first = body.defaultRule();
    List<RuleSettings> rules =
        there
            ? queries.subscription(path).rules()
            : List.of(first == null ? RuleSettings.DEFAULT : EntityDescriptions.rule(first));
    changes().update(topic.with(EntityDescriptions.subscription(name, body.properties(), rules)));
  }

  private void putRule(ApiRequest request, EntityPath path) {
    ObjectNode described = DescriptionBody.of(request.body(), "RuleDescription").rule();
    described.put("Name", path.rule());
    RuleSettings rule = EntityDescriptions.rule(described);
    if (request.update()) {
      changes().removeRule(path.subscriptionPath(), rule.name());
    }
    changes().addRule(path.subscriptionPath(), rule);
  }

  private NamespaceChanges changes() {
    return namespace.changes();
  }
}
