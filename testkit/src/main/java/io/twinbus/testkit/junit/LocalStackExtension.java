package io.twinbus.testkit.junit;

import io.twinbus.local.LocalStack;
import io.twinbus.local.LocalStackBuilder;
import io.twinbus.local.servicebus.endpoint.ServiceBusEndpoint;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * A JUnit 5 extension that runs a {@link LocalStack} in the process of the tests.
 *
 * <p>Registered in a static field, or by {@link LocalStackTest}, one stack serves all tests of the
 * class, nested classes included; registered in an instance field each test gets its own. After
 * each test every fault ends; what queues and ledger hold stays, unless {@link #emptiedAfterEach()}
 * is said. Ports are free ones, so test classes may run side by side.
 *
 * <p>The Cosmos SDK speaks plain HTTP only if a system property says so before its first class
 * loads: loading this class sets it, where it is not set.
 *
 * <p>Not thread-safe in itself: tests of one class that run at the same time share faults and their
 * healing.
 */
public final class LocalStackExtension
    implements BeforeAllCallback,
        BeforeEachCallback,
        AfterEachCallback,
        AfterAllCallback,
        ParameterResolver {
  private static final String PLAIN_HTTP = "COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED";

  static {
    if (System.getProperty(PLAIN_HTTP) == null) {
      System.setProperty(PLAIN_HTTP, "true");
    }
  }

  private final UnaryOperator<LocalStackBuilder> settings;
  private final boolean emptied;
  private @Nullable LocalStack stack;
  private @Nullable String owner;

  /** A stack with all defaults; for {@code @ExtendWith}. */
  public LocalStackExtension() {
    this(UnaryOperator.identity(), false);
  }

  private LocalStackExtension(UnaryOperator<LocalStackBuilder> settings, boolean emptied) {
    this.settings = settings;
    this.emptied = emptied;
  }

  /** A stack with all defaults: regions east and west, session queue {@code orders}, a ledger. */
  public static LocalStackExtension ofDefaults() {
    return new LocalStackExtension();
  }

  /** A stack with these settings, such as {@code stack -> stack.queues(…)}. */
  public static LocalStackExtension with(UnaryOperator<LocalStackBuilder> settings) {
    return new LocalStackExtension(settings, false);
  }

  /** The same, and after each test all messages and session states are gone; documents stay. */
  public LocalStackExtension emptiedAfterEach() {
    return new LocalStackExtension(settings, true);
  }

  /**
   * The running stack.
   *
   * @throws IllegalStateException outside of tests and their set-up and clean-up methods
   */
  public LocalStack stack() {
    LocalStack running = stack;
    if (running == null) {
      throw new IllegalStateException("The local stack runs during tests only.");
    }
    return running;
  }

  /** The Service Bus connection string of a region. */
  public String connectionString(String region) {
    return stack().connectionString(region);
  }

  /** The URL for a Cosmos client's {@code endpoint}. */
  public String ledgerEndpoint() {
    return stack().ledgerEndpoint();
  }

  /** The key for a Cosmos client. */
  public String ledgerKey() {
    return stack().ledgerKey();
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    start(context);
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    start(context);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    LocalStack running = stack();
    running.heal();
    if (emptied) {
      for (ServiceBusEndpoint region : running.regions().values()) {
        region.faults().vanish(null);
      }
    }
    stopIfStartedBy(context);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    stopIfStartedBy(context);
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == LocalStack.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return stack();
  }

  private void start(ExtensionContext context) {
    if (stack == null) {
      stack = settings.apply(LocalStack.builder()).start();
      owner = context.getUniqueId();
    }
  }

  private void stopIfStartedBy(ExtensionContext context) {
    LocalStack running = stack;
    if (running != null && context.getUniqueId().equals(owner)) {
      stack = null;
      owner = null;
      running.close();
    }
  }
}
