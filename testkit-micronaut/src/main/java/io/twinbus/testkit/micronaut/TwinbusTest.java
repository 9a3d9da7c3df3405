package io.twinbus.testkit.micronaut;

import io.micronaut.test.extensions.junit5.annotation.MicronautTest;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Gives the tests of a class the whole system in their own process: a local stack (both regions'
 * Service Bus and the ledger), a sender, and in each region a receiver whose handler is the
 * application's, its {@link io.twinbus.receiver.listener.SessionListener} method.
 *
 * <p>It is a {@link MicronautTest} without a server: the application's beans and its {@code
 * application.yml} are in effect, and tests inject {@link io.twinbus.testkit.system.Twinbus}, or
 * take it as a parameter. Addresses, keys and pace are replaced as {@link
 * io.twinbus.testkit.system.LocalSettings} says.
 *
 * <p>One system serves all tests of a class; each begins with every fault ended. What queues and
 * ledger hold stays: use sessions of your own in each test. Needs Micronaut's annotation processor
 * on the test's class path, as every {@link MicronautTest} does.
 */
@Documented
@Inherited
@Target({ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@MicronautTest(startApplication = false, environments = TwinbusTest.ENVIRONMENT)
public @interface TwinbusTest {

  /** The Micronaut environment of such tests, beside {@code test}. */
  String ENVIRONMENT = "twinbus-test";
}
