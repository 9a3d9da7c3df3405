package io.twinbus.local.servicebus.broker;

import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.SubscriptionSettings;
import io.twinbus.local.servicebus.TopicSettings;
import io.twinbus.local.servicebus.broker.BrokerMessage.State;
import io.twinbus.local.servicebus.broker.admission.Admission;
import io.twinbus.local.servicebus.broker.admission.MessageContent;
import io.twinbus.local.servicebus.broker.admission.Refusal;
import io.twinbus.local.servicebus.broker.admission.SendResult;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A topic: it keeps scheduled messages until they are due, and copies every other one at once to
 * each of its subscriptions of which it fulfils a rule.
 *
 * <p>Without subscriptions messages are accepted and gone, as in the service. Not thread-safe.
 */
public final class Topic implements SendTarget {
  private final Surroundings around;
  private final MessageStore store;
  private final Admission admission;
  private final LinkRegistry links = new LinkRegistry();
  private final Map<String, MessageQueue> subscriptions = new LinkedHashMap<>();
  private final Map<String, SubscriptionRules> rules = new HashMap<>();
  private TopicSettings settings;
  private Instant lastUsed;

  Topic(TopicSettings settings, Surroundings around) {
    this.settings = settings;
    this.around = around;
    // What is kept here is scheduled, so that none of it expires.
    QueueSettings forScheduled = QueueSettings.plainQueue(settings.name());
    this.store = new MessageStore(() -> forScheduled, around.journal().of(settings.name()));
    this.lastUsed = around.clock().instant();
    settings.subscriptions().forEach(this::subscribe);
    EntityContents contents = around.journal().contents(settings.name());
    this.store.recover(contents);
    this.admission = new Admission(around.journal().of(settings.name()), contents.seenIds());
    if (settings.sending().duplicateWindow() == null) {
      admission.forgetAll();
    }
  }

  @Override
  public String name() {
    return settings.name();
  }

  /** Its settings and its subscriptions' as they stand. */
  public TopicSettings settings() {
    return settings;
  }

  @Override
  public int maxMessageSizeBytes() {
    return settings.sending().maxMessageSizeBytes();
  }

  @Override
  public SendResult send(List<? extends MessageContent> batch) {
    Instant now = used();
    Refusal refusal =
        Admission.whyNot(
            batch,
            new Admission.Door(settings.sending(), settings.life().status(), false, sizeBytes()));
    if (refusal != null) {
      return new SendResult.Refused(refusal);
    }
    return new SendResult.Accepted(
        admission.admit(
            batch, settings.sending().duplicateWindow(), now, content -> enter(content, now)));
  }

  @Override
  public Optional<Refusal> cancelScheduled(List<Long> sequenceNumbers) {
    var unused = used();
    List<BrokerMessage> found = store.findScheduled(sequenceNumbers);
    if (found.size() != sequenceNumbers.size()) {
      return Optional.of(Refusal.MESSAGE_NOT_FOUND);
    }
    found.forEach(store::remove);
    return Optional.empty();
  }

  @Override
  public Optional<Refusal> linkProducer(LinkedClient producer) {
    var unused = used();
    if (!settings.life().status().sends()) {
      return Optional.of(Refusal.ENTITY_DISABLED);
    }
    links.addProducer(producer);
    return Optional.empty();
  }

  @Override
  public void linkRequester(LinkedClient requester) {
    links.addRequester(requester);
  }

  @Override
  public void unlink(LinkedClient client) {
    links.remove(client);
  }

  Optional<MessageQueue> subscription(String name) {
    return Optional.ofNullable(subscriptions.get(name.toLowerCase(Locale.ROOT)));
  }

  Collection<MessageQueue> subscriptions() {
    return subscriptions.values();
  }

  /**
   * Changes the settings, and the subscriptions as far as they differ: new ones are created, those
   * no longer named are deleted. What is changed loses its links and locks.
   */
  void update(TopicSettings next) {
    boolean own =
        !next.sending().equals(settings.sending()) || !next.life().equals(settings.life());
    settings = next;
    subscriptions
        .entrySet()
        .removeIf(
            entry -> {
              boolean dropped =
                  next.subscriptions().stream().noneMatch(s -> s.key().equals(entry.getKey()));
              if (dropped) {
                rules.remove(entry.getKey());
                entry.getValue().delete();
              }
              return dropped;
            });
    next.subscriptions().forEach(this::subscribeOrUpdate);
    if (own) {
      links.detachProducers(
          next.life().status().sends() ? Refusal.ENTITY_CHANGED : Refusal.ENTITY_DISABLED);
    }
  }

  /** Removes the messages that wait for their time; answers how many. */
  int vanish() {
    List<BrokerMessage> all = List.copyOf(store.bySequence().values());
    all.forEach(store::remove);
    return all.size();
  }

  /** The same with its message ids, and all that its subscriptions hold. */
  int reset() {
    admission.forgetAll();
    return vanish() + subscriptions.values().stream().mapToInt(MessageQueue::reset).sum();
  }

  /** Deletes all messages, and ends all links for good, those of its subscriptions included. */
  void delete() {
    vanish();
    admission.forgetAll();
    links.detachProducers(Refusal.ENTITY_NOT_FOUND);
    links.detachRequesters(Refusal.ENTITY_NOT_FOUND);
    subscriptions.values().forEach(MessageQueue::delete);
  }

  /** When it, or one of its subscriptions, was used last. */
  Instant lastUsed() {
    Instant last = store.scheduledCount() > 0 ? around.clock().instant() : lastUsed;
    for (MessageQueue subscription : subscriptions.values()) {
      last = last.isAfter(subscription.lastUsed()) ? last : subscription.lastUsed();
    }
    return last;
  }

  void tick() {
    catchUp();
    subscriptions.values().forEach(MessageQueue::tick);
  }

  @Nullable Instant nextWakeUp() {
    return store.nextDue(around.mishaps().activationWindow(name()));
  }

  private void subscribe(SubscriptionSettings subscription) {
    rules.put(subscription.key(), new SubscriptionRules(subscription.rules()));
    subscriptions.put(
        subscription.key(),
        MessageQueue.withDeadLetters(
            name() + "/Subscriptions/" + subscription.name(),
            settings.asQueue(subscription),
            this::catchUp,
            around));
  }

  private void subscribeOrUpdate(SubscriptionSettings subscription) {
    MessageQueue existing = subscriptions.get(subscription.key());
    if (existing == null) {
      subscribe(subscription);
    } else {
      rules.put(subscription.key(), new SubscriptionRules(subscription.rules()));
      existing.update(settings.asQueue(subscription));
    }
  }

  private Instant used() {
    lastUsed = catchUp();
    return lastUsed;
  }

  private Instant catchUp() {
    Instant now = around.clock().instant();
    Instant upTo = ActivationWindow.start(now, around.mishaps().activationWindow(name()));
    for (BrokerMessage due : around.mishaps().activationOrder(name(), store.pollAllDue(upTo))) {
      store.remove(due);
      Instant since = due.content().scheduledEnqueueTime();
      fanOut(due, since == null ? now : since, now);
    }
    return now;
  }

  private long enter(MessageContent content, Instant now) {
    if (around.mishaps().loses(name(), content)) {
      return store.nextNumber();
    }
    Instant due = content.scheduledEnqueueTime();
    if (due != null && due.isAfter(now)) {
      return store.schedule(content, now).sequenceNumber();
    }
    long number = store.nextNumber();
    fanOut(new BrokerMessage(content, number, now, State.ACTIVE), now, now);
    return number;
  }

  private void fanOut(BrokerMessage message, Instant since, Instant now) {
    subscriptions.forEach(
        (key, each) -> {
          for (MessageContent copy :
              Objects.requireNonNull(rules.get(key)).copies(message.content())) {
            each.copy(copy, message.sequenceNumber(), since, now);
          }
        });
  }

  private long sizeBytes() {
    return store.sizeBytes()
        + subscriptions.values().stream().mapToLong(MessageQueue::sizeBytes).sum();
  }
}
