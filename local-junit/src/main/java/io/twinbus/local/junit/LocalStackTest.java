package io.twinbus.local.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Gives the tests of a class a {@link io.twinbus.local.LocalStack}: Service Bus in one or several
 * regions, and Cosmos DB.
 *
 * <p>It starts in the tests' own process before the first test, is reset after each of them (faults
 * ended; messages, session states and items gone) and closed after the last. Tests, set-up methods
 * and constructors take what they need as parameters: a {@code LocalStack}, a {@link
 * io.twinbus.local.cosmos.CosmosEndpoint}, a {@code String} with {@link ServiceBusConnection}.
 *
 * <p>Where these settings are not enough, register a {@link LocalStackExtension} instead.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(LocalStackExtension.class)
@ResourceLock(providers = StackLocks.class)
public @interface LocalStackTest {

  /** The regions, each with a namespace of its own; default {@code east} and {@code west}. */
  String[] regions() default {"east", "west"};

  /** The session queues of every region; default one, {@code orders}. */
  String[] sessionQueues() default {"orders"};

  /** The queues without sessions of every region; default none. */
  String[] queues() default {};

  /**
   * The class path resource with the queues, topics, subscriptions and rules, in the format of
   * Microsoft's Service Bus emulator ({@code Config.json}); in place of the two lists of queues.
   * Default none.
   */
  String entities() default "";

  /**
   * Whether one stack serves all classes that ask for a shared one with the same settings, until
   * the last test of the run has ended: its ports stay, so that an application's context can be
   * cached between classes. Such classes never run at the same time. Default false: each class has
   * a stack of its own.
   */
  boolean shared() default false;

  /**
   * Whether the stack is reset after each test; default true. Faults end after each in any case.
   */
  boolean reset() default true;
}
