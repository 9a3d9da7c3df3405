package io.twinbus.testkit.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives the tests of a class one {@link io.twinbus.local.LocalStack} with all defaults: regions
 * {@code east} and {@code west} with the session queue {@code orders}, and a ledger.
 *
 * <p>It starts in the tests' own process before the first test, is healed of faults after each and
 * closed after the last. Tests, set-up methods and constructors may take it as a parameter. For
 * other queues or regions register a {@link LocalStackExtension} instead.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(LocalStackExtension.class)
public @interface LocalStackTest {}
