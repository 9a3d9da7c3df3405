package io.twinbus.testkit.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.TestExecutionListeners;

/**
 * Gives the tests of a class the whole system in their own process: a local stack (both regions'
 * Service Bus and the ledger), a sender, and in each region a receiver whose handler is the
 * application's, its {@link io.twinbus.spring.SessionListener} method.
 *
 * <p>It is a {@link SpringBootTest} without a server: the application's beans and its {@code
 * application.yml} are in effect, and tests take {@link io.twinbus.testkit.system.Twinbus} as a
 * parameter or a field that is {@code @Autowired}. Addresses, keys and pace are replaced as {@link
 * io.twinbus.testkit.system.LocalSettings} says. The application's own receiver does not start:
 * those of the test take its place.
 *
 * <p>One system serves all tests that share a context; each begins with every fault ended. What
 * queues and ledger hold stays: use sessions of your own in each test.
 */
@Documented
@Inherited
@Target({ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.NONE)
@TestExecutionListeners(
    listeners = HealAfterEachTest.class,
    mergeMode = TestExecutionListeners.MergeMode.MERGE_WITH_DEFAULTS)
public @interface TwinbusSpringTest {}
