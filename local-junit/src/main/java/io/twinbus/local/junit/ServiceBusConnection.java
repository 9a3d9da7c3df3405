package io.twinbus.local.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A parameter of type {@code String} that takes the Service Bus connection string of a region. */
@Documented
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.RUNTIME)
public @interface ServiceBusConnection {

  /** The region; default the first one. */
  String value() default "";
}
