package io.twinbus.local.servicebus.endpoint;

import io.twinbus.local.network.Latency;
import io.twinbus.local.network.Listener;
import io.twinbus.local.network.Outage;
import io.twinbus.local.servicebus.EntityCounts;
import io.twinbus.local.servicebus.EntityStatus;
import io.twinbus.local.servicebus.NamespaceSettings;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.ServiceBusEndpointOptions;
import io.twinbus.local.servicebus.SubscriptionSettings;
import io.twinbus.local.servicebus.TopicSettings;
import io.twinbus.local.servicebus.broker.NamespaceChanges;
import io.twinbus.local.servicebus.rules.RuleSettings;
import io.twinbus.local.servicebus.transport.RegionServer;
import io.twinbus.local.storage.DataDirectory;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The Service Bus namespace of one region, served over AMQP 1.0 on a local port.
 *
 * <p>The unmodified SDKs connect to {@link #connectionString()}. Messages live in memory and
 * survive outages, and with a data directory the process, too. Thread-safe.
 */
public final class ServiceBusEndpoint implements AutoCloseable {
  private final ServiceBusEndpointOptions options;
  private final RegionServer server;
  private final RegionFaults faults;

  private ServiceBusEndpoint(ServiceBusEndpointOptions options, RegionServer server) {
    this.options = options;
    this.server = server;
    this.faults = new RegionFaults(server);
  }

  /**
   * Starts an endpoint; it serves when this returns.
   *
   * @throws io.twinbus.local.network.PortTakenException when the port cannot be had
   */
  public static ServiceBusEndpoint start(ServiceBusEndpointOptions options) {
    return new ServiceBusEndpoint(options, RegionServer.start(options));
  }

  /**
   * Starts an endpoint with what a directory keeps of its region; what it acknowledges is kept.
   *
   * @throws io.twinbus.local.network.PortTakenException when the port cannot be had
   * @throws io.twinbus.local.storage.DataDirectoryException when messages of other entities are
   *     kept, or some cannot be read
   */
  public static ServiceBusEndpoint start(ServiceBusEndpointOptions options, DataDirectory data) {
    return new ServiceBusEndpoint(options, RegionServer.start(options, data));
  }

  /** The region's name. */
  public String region() {
    return options.region();
  }

  /** The port that it listens on; it never changes. */
  public int port() {
    return server.listener().port();
  }

  /** What a client builder needs to connect, with the key if there is one. */
  public String connectionString() {
    return "Endpoint=sb://127.0.0.1:%d;%s;UseDevelopmentEmulator=true"
        .formatted(port(), options.access().inConnectionString());
  }

  /**
   * The same for clients that know no plain mode: they speak TLS, and have to trust the
   * certificate. Not all of them take the port from it; those connect to 5671. Empty: the endpoint
   * has no certificate.
   */
  public Optional<String> tlsConnectionString() {
    return options.tls() == null
        ? Optional.empty()
        : Optional.of(
            "Endpoint=sb://localhost:%d/;%s"
                .formatted(port(), options.access().inConnectionString()));
  }

  /** Begins an outage; one that lasts already is replaced. */
  public void outage(Outage mode) {
    server.listener().outage(mode);
  }

  /** Ends the outage: messages are as they were, the port is the same, clients come back. */
  public void restore() {
    server.listener().restore();
  }

  /**
   * Lets bytes take this long each way, from now on and in order; zero: no delay.
   *
   * @throws IllegalArgumentException if it is negative or above a minute
   */
  public void latency(Duration eachWay) {
    server.listener().latency(eachWay);
  }

  /** Delays all that passes from now on; {@link Latency#NONE} ends it. */
  public void latency(Latency latency) {
    server.listener().latency(latency);
  }

  /** The sockets, to ask what the network does to them. */
  public Listener listener() {
    return server.listener();
  }

  /** What breaks here on demand, beside the network. */
  public RegionFaults faults() {
    return faults;
  }

  /** Ends every fault: outage, latency and those of single operations. */
  public void heal() {
    faults.endAll();
    latency(Duration.ZERO);
    restore();
  }

  /**
   * Makes the region as new for the next test: faults end, messages in every state, states of
   * sessions and the ids that duplicate detection remembers are gone, and no session is locked.
   * Entities with their settings and rules stay, and so do clients; one that holds a session hears
   * that its lock is lost. Sequence numbers go on. Answers how many messages are gone.
   */
  public int reset() {
    heal();
    return server.change(server.namespace()::reset);
  }

  /** All queues and topics with their settings as they stand. */
  public NamespaceSettings entities() {
    return server.call(() -> server.namespace().settings());
  }

  /**
   * Creates a queue.
   *
   * @throws io.twinbus.local.servicebus.InvalidEndpointSettingException if the name is taken
   */
  public void create(QueueSettings queue) {
    change(changes -> changes.create(queue));
  }

  /**
   * Creates a topic with its subscriptions.
   *
   * @throws io.twinbus.local.servicebus.InvalidEndpointSettingException if the name is taken
   */
  public void create(TopicSettings topic) {
    change(changes -> changes.create(topic));
  }

  /**
   * Changes a queue: its links and locks end, its messages stay.
   *
   * @throws io.twinbus.local.servicebus.InvalidEndpointSettingException if it is none that can be
   *     changed
   * @throws io.twinbus.local.servicebus.NoSuchEntityException if there is no such queue
   */
  public void update(QueueSettings queue) {
    change(changes -> changes.update(queue));
  }

  /**
   * Makes a topic what is described: its subscriptions are created, changed and deleted to match.
   * Links and locks of what is changed end, messages of what stays remain.
   *
   * @throws io.twinbus.local.servicebus.InvalidEndpointSettingException if it is none that can be
   *     changed
   * @throws io.twinbus.local.servicebus.NoSuchEntityException if there is no such topic
   */
  public void update(TopicSettings topic) {
    change(changes -> changes.update(topic));
  }

  /**
   * Creates a queue, or changes the one of its name. One that is as described keeps its links.
   *
   * @throws io.twinbus.local.servicebus.InvalidEndpointSettingException if it cannot be had or
   *     changed so
   */
  public void put(QueueSettings queue) {
    change(changes -> changes.put(queue));
  }

  /**
   * Creates a topic with its subscriptions, or makes the one of its name what is described.
   *
   * @throws io.twinbus.local.servicebus.InvalidEndpointSettingException if it cannot be had or
   *     changed so
   */
  public void put(TopicSettings topic) {
    change(changes -> changes.put(topic));
  }

  /**
   * Gives a topic a subscription, or makes the one of its name what is described, its rules
   * included.
   *
   * @throws io.twinbus.local.servicebus.InvalidEndpointSettingException if it cannot be had or
   *     changed so
   * @throws io.twinbus.local.servicebus.NoSuchEntityException if there is no such topic
   */
  public void put(String topic, SubscriptionSettings subscription) {
    change(changes -> changes.put(topic, subscription));
  }

  /**
   * Gives a subscription such as {@code events/Subscriptions/audit} a rule, in place of the one of
   * its name if there is one. Its links stay.
   *
   * @throws io.twinbus.local.servicebus.NoSuchEntityException if there is no such subscription
   */
  public void put(String subscription, RuleSettings rule) {
    change(changes -> changes.put(subscription, rule));
  }

  /**
   * Takes a rule from a subscription such as {@code events/Subscriptions/audit}; without any it
   * gets no more messages.
   *
   * @throws io.twinbus.local.servicebus.NoSuchEntityException if there is no such subscription or
   *     rule
   */
  public void removeRule(String subscription, String rule) {
    change(changes -> changes.removeRule(subscription, rule));
  }

  /**
   * Opens or closes an entity such as {@code orders} or {@code events/Subscriptions/audit}.
   *
   * @throws io.twinbus.local.servicebus.NoSuchEntityException if there is none
   */
  public void status(String path, EntityStatus status) {
    change(changes -> changes.status(path, status));
  }

  /**
   * Deletes an entity with its messages; a topic with its subscriptions.
   *
   * @throws io.twinbus.local.servicebus.NoSuchEntityException if there is none
   */
  public void delete(String path) {
    change(changes -> changes.delete(path));
  }

  private void change(Consumer<NamespaceChanges> action) {
    var unused =
        server.change(
            () -> {
              action.accept(server.namespace().changes());
              return true;
            });
  }

  /** How much every queue and subscription holds now, in the order of configuration. */
  public List<EntityCounts> counts() {
    return server.counts();
  }

  /** Applies at once what a clock of one's own has brought; otherwise within half a second. */
  public void tick() {
    server.tick();
  }

  @Override
  public void close() {
    server.close();
  }
}
