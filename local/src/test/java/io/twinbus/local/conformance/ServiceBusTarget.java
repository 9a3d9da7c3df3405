package io.twinbus.local.conformance;

import io.twinbus.local.servicebus.NamespaceSettings;
import io.twinbus.local.servicebus.QueueSettings;
import io.twinbus.local.servicebus.ServiceBusEndpointOptions;
import io.twinbus.local.servicebus.endpoint.ServiceBusEndpoint;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The Service Bus namespace that the suite runs against, with clients for it.
 *
 * <p>By default a new, empty local endpoint for each test (20 ms, client included), whose clock the
 * test moves. With a connection string in {@value #CONNECTION_STRING} it is that namespace: the
 * entities of {@code conformance/entities.json} must be there, and those that a test declares are
 * emptied before it. Not thread-safe.
 */
public final class ServiceBusTarget implements BeforeEachCallback, AfterEachCallback {
  /** The environment variable with the connection string of a namespace to test instead. */
  public static final String CONNECTION_STRING = "TWINBUS_CONFORMANCE_SERVICEBUS";

  private final ServiceBusEndpointOptions options;
  private final @Nullable Remote remote;
  private TestClock clock = new TestClock();
  private @Nullable ServiceBusEndpoint endpoint;
  private @Nullable ServiceBusUser user;
  private String test = "";

  private ServiceBusTarget(ServiceBusEndpointOptions options) {
    this.options = options;
    this.remote = remote().orElse(null);
  }

  private static Optional<Remote> remote() {
    return Remote.setting(CONNECTION_STRING)
        .map(text -> Remote.called(text.replaceFirst(";.*", "")));
  }

  /** What the suite runs against, where that is an emulator. */
  static Optional<Remote> emulator() {
    return remote()
        .filter(
            any ->
                Remote.setting(CONNECTION_STRING)
                    .orElseThrow()
                    .contains("UseDevelopmentEmulator=true"));
  }

  /** A namespace with these queues. */
  public static ServiceBusTarget with(QueueSettings... queues) {
    return with(ServiceBusEndpointOptions.ofDefaults("east").withQueues(queues));
  }

  /** A namespace with these options; its clock and port are the target's affair. */
  public static ServiceBusTarget with(ServiceBusEndpointOptions options) {
    return new ServiceBusTarget(options);
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    test = context.getRequiredTestMethod().getName();
    clock = new TestClock();
    if (remote == null) {
      endpoint = ServiceBusEndpoint.start(options.withClock(clock));
      user = new ServiceBusUser(endpoint.connectionString());
    } else {
      user = new ServiceBusUser(Remote.setting(CONNECTION_STRING).orElseThrow());
      new Emptying(user).empty(SuiteEntities.elsewhere(options.entities()));
    }
  }

  @Override
  public void afterEach(ExtensionContext context) {
    user().close();
    if (endpoint != null) {
      endpoint.close();
      endpoint = null;
    }
  }

  /** Clients that are closed after the test. */
  public ServiceBusUser user() {
    return Objects.requireNonNull(user, "a test is running");
  }

  /** How clients connect. */
  public String connectionString() {
    return user().connectionString();
  }

  /** What was declared. */
  public NamespaceSettings entities() {
    return options.entities();
  }

  /** An id for a session or message that no earlier run has used. */
  public String fresh(String prefix) {
    return prefix + "-" + UUID.randomUUID().toString().substring(0, 8);
  }

  /** The service's time, so far as we can know it. */
  public Instant now() {
    return clock.instant();
  }

  /** Lets so much time pass for the service: at once on the local stack, else by waiting. */
  public void pass(Duration time) {
    if (remote == null) {
      clock.pass(time);
      local().tick();
    } else {
      remote.wait(time, test);
    }
  }

  /**
   * The local endpoint, for rules about outages and changes from outside; against another service
   * the test ends here, with a line that says so.
   */
  public ServiceBusEndpoint local() {
    if (remote != null) {
      throw remote.notRun(test, "it changes the endpoint from outside");
    }
    return Objects.requireNonNull(endpoint, "a test is running");
  }
}
