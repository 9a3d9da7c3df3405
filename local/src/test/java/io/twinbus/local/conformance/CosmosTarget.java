package io.twinbus.local.conformance;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.GatewayConnectionConfig;
import com.azure.cosmos.models.CosmosContainerProperties;
import io.twinbus.local.cosmos.CosmosEndpoint;
import io.twinbus.local.cosmos.CosmosEndpointOptions;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The Cosmos DB account that the suite runs against, with a client and a database for the class.
 *
 * <p>By default a local endpoint whose clock the tests move. With an endpoint in {@value #ENDPOINT}
 * and a key in {@value #KEY} it is that account; the database is removed afterwards. Not
 * thread-safe.
 */
public final class CosmosTarget implements BeforeAllCallback, BeforeEachCallback, AfterAllCallback {
  /** The environment variable with the endpoint of an account to test instead. */
  public static final String ENDPOINT = "TWINBUS_CONFORMANCE_COSMOS_ENDPOINT";

  /** The environment variable with its key. */
  public static final String KEY = "TWINBUS_CONFORMANCE_COSMOS_KEY";

  static {
    System.setProperty("COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED", "true");
    System.setProperty("COSMOS.DISABLE_IMDS_ACCESS", "true");
  }

  private final CosmosEndpointOptions options;
  private final @Nullable Remote remote;
  private final TestClock clock = new TestClock();
  private @Nullable CosmosEndpoint endpoint;
  private @Nullable CosmosClient client;
  private @Nullable CosmosDatabase database;
  private String test = "";

  private CosmosTarget(CosmosEndpointOptions options) {
    this.options = options;
    this.remote = Remote.setting(ENDPOINT).map(Remote::called).orElse(null);
  }

  /** What the suite runs against, where that is an emulator: the service is reached by TLS only. */
  static Optional<Remote> emulator() {
    return Remote.setting(ENDPOINT).filter(url -> url.startsWith("http:")).map(Remote::called);
  }

  /** A strongly consistent account. */
  public static CosmosTarget ofDefaults() {
    return with(CosmosEndpointOptions.defaults());
  }

  /** An account with these options; its clock and port are the target's affair. */
  public static CosmosTarget with(CosmosEndpointOptions options) {
    return new CosmosTarget(options);
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    if (remote == null) {
      endpoint = CosmosEndpoint.start(options.withClock(clock));
    }
    client = builder().buildClient();
    String name = fresh("conformance");
    client.createDatabase(name);
    database = client.getDatabase(name);
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    test = context.getRequiredTestMethod().getName();
  }

  @Override
  public void afterAll(ExtensionContext context) {
    database().delete();
    client().close();
    if (endpoint != null) {
      endpoint.close();
    }
  }

  /** A builder that is ready to build a client in gateway mode, as an application would have it. */
  public CosmosClientBuilder builder() {
    return new CosmosClientBuilder()
        .endpoint(endpoint())
        .key(key())
        .gatewayMode(new GatewayConnectionConfig())
        .contentResponseOnWriteEnabled(true);
  }

  /** The account's URL. */
  public String endpoint() {
    return remote == null ? local().endpoint() : Remote.setting(ENDPOINT).orElseThrow();
  }

  /** The account's key. */
  public String key() {
    return remote == null
        ? local().key()
        : Remote.setting(KEY)
            .orElseThrow(() -> new IllegalStateException(ENDPOINT + " needs " + KEY + "."));
  }

  /** Whether it is the local stack's, and so can be changed from outside. */
  public boolean isLocal() {
    return remote == null;
  }

  /** The class's client. */
  public CosmosClient client() {
    return Objects.requireNonNull(client, "the class is running");
  }

  /** The class's database. */
  public CosmosDatabase database() {
    return Objects.requireNonNull(database, "the class is running");
  }

  /** A new container, partitioned by {@code /session}. */
  public CosmosContainer container() {
    return container(properties -> properties);
  }

  /** A new container, partitioned by {@code /session}, with these changes. */
  public CosmosContainer container(UnaryOperator<CosmosContainerProperties> changes) {
    String name = fresh("c");
    database().createContainer(changes.apply(new CosmosContainerProperties(name, "/session")));
    return database().getContainer(name);
  }

  /** A name that no earlier run has used. */
  public String fresh(String prefix) {
    return prefix + "-" + UUID.randomUUID().toString().substring(0, 8);
  }

  /** Lets so much time pass for the service: at once on the local stack, else by waiting. */
  public void pass(Duration time) {
    if (remote == null) {
      clock.pass(time);
    } else {
      remote.wait(time, test);
    }
  }

  /**
   * The local endpoint, for rules about outages and changes from outside; against another service
   * the test ends here, with a line that says so.
   */
  public CosmosEndpoint local() {
    if (remote != null) {
      throw remote.notRun(test, "it needs an account that it can change from outside");
    }
    return Objects.requireNonNull(endpoint, "the class is running");
  }
}
