package io.twinbus.local.junit;

import io.twinbus.local.LocalStack;
import io.twinbus.local.LocalStackBuilder;
import io.twinbus.local.cosmos.CosmosEndpoint;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * A JUnit 5 extension that runs a {@link LocalStack} in the process of the tests.
 *
 * <p>Registered in a static field, or by {@link LocalStackTest}, one stack serves all tests of the
 * class, nested classes included; registered in an instance field each test gets its own. After
 * each test it is reset, unless {@link #keepingData()} is said: then only faults end. Ports are
 * free ones, so test classes may run side by side.
 *
 * <p>The Cosmos SDK speaks plain HTTP only if a system property says so before its first class
 * loads: loading this class sets it, where it is not set.
 *
 * <p>Not thread-safe in itself: tests of one class that run at the same time would reset each
 * other's stack. {@link LocalStackTest} makes them take turns.
 */
public final class LocalStackExtension
    implements BeforeAllCallback,
        BeforeEachCallback,
        AfterEachCallback,
        AfterAllCallback,
        ParameterResolver {

  private static final ExtensionContext.Namespace SHARED =
      ExtensionContext.Namespace.create(LocalStackExtension.class);

  static {
    setUnlessSet("COSMOS.HTTP_CONNECTION_WITHOUT_TLS_ALLOWED");
    // Azure's metadata service is not here either, and asking for it costs seconds.
    setUnlessSet("COSMOS.DISABLE_IMDS_ACCESS");
  }

  private final @Nullable UnaryOperator<LocalStackBuilder> settings;
  private boolean reset;
  private @Nullable LocalStack stack;
  private @Nullable String owner;

  /** A stack as {@link LocalStackTest} of the class says, or with all defaults. */
  public LocalStackExtension() {
    this(null, true);
  }

  private LocalStackExtension(@Nullable UnaryOperator<LocalStackBuilder> settings, boolean reset) {
    this.settings = settings;
    this.reset = reset;
  }

  /** A stack with all defaults: regions east and west, session queue {@code orders}, Cosmos DB. */
  public static LocalStackExtension ofDefaults() {
    return with(UnaryOperator.identity());
  }

  /** A stack with these settings, such as {@code stack -> stack.queues(…)}. */
  public static LocalStackExtension with(UnaryOperator<LocalStackBuilder> settings) {
    return new LocalStackExtension(settings, true);
  }

  /** The same, and what queues and containers hold stays from test to test. */
  public LocalStackExtension keepingData() {
    return new LocalStackExtension(settings, false);
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
    if (reset) {
      stack().reset();
    } else {
      stack().heal();
    }
    stopIfStartedBy(context);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    stopIfStartedBy(context);
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type == LocalStack.class
        || type == CosmosEndpoint.class
        || (type == String.class && parameter.isAnnotated(ServiceBusConnection.class));
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    if (type == LocalStack.class) {
      return stack();
    }
    if (type == CosmosEndpoint.class) {
      return stack().ledger();
    }
    String region = parameter.findAnnotation(ServiceBusConnection.class).orElseThrow().value();
    return stack()
        .connectionString(region.isEmpty() ? stack().regions().keySet().iterator().next() : region);
  }

  private void start(ExtensionContext context) {
    if (stack != null) {
      return;
    }
    Class<?> testClass = context.getRequiredTestClass();
    Optional<LocalStackTest> test =
        settings == null
            ? AnnotationSupport.findAnnotation(testClass, LocalStackTest.class)
            : Optional.empty();
    test.ifPresent(said -> reset = said.reset());
    if (test.isPresent() && test.get().shared()) {
      stack = shared(StackSettings.of(test.get()), testClass, context);
      return;
    }
    LocalStackBuilder builder =
        test.map(said -> StackSettings.of(said).toBuilder(testClass.getClassLoader()))
            .orElseGet(LocalStack::builder);
    stack = (settings == null ? builder : settings.apply(builder)).start();
    owner = context.getUniqueId();
  }

  /** JUnit closes what its root store holds after the last test. */
  private static LocalStack shared(
      StackSettings settings, Class<?> testClass, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(SHARED)
        .getOrComputeIfAbsent(
            settings, said -> said.toBuilder(testClass.getClassLoader()).start(), LocalStack.class);
  }

  private void stopIfStartedBy(ExtensionContext context) {
    LocalStack running = stack;
    if (running != null && context.getUniqueId().equals(owner)) {
      stack = null;
      owner = null;
      running.close();
    }
  }

  private static void setUnlessSet(String property) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, "true");
    }
  }
}
