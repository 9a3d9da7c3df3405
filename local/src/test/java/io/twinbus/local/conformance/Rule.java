package io.twinbus.local.conformance;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test of one rule that the service's public documentation states.
 *
 * <p>It makes the method a JUnit test and a row of the table in docs/local.md.
 */
@Test
@ExtendWith(EmulatorLimits.class)
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Rule {

  /** A short name that no other rule has, such as {@code sb-session-fifo}. */
  String id();

  /** The rule in one sentence of our own. */
  String text();

  /** The public page that states it. */
  String doc();
}
