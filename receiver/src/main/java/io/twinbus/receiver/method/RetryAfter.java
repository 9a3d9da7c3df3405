package io.twinbus.receiver.method;

import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.apiguardian.api.API;

/** How long a message waits for its next attempt after certain exceptions. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1.0")
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({})
public @interface RetryAfter {

  /** The wait, up to an hour, as {@code 30s} or {@code 5m}. */
  String value();

  /** The exceptions, with their subclasses. */
  Class<? extends Throwable>[] on();
}
