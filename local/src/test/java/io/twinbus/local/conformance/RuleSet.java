package io.twinbus.local.conformance;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A class of {@link Rule}s: a section of docs/local.md. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface RuleSet {

  /** The section's heading, such as {@code Service Bus: sessions}; sections stand in its order. */
  String value();

  /** What the service has in this field and the local stack does not; one sentence each. */
  String[] notEmulated() default {};
}
