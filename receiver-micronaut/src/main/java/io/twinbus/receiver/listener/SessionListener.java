package io.twinbus.receiver.listener;

import io.micronaut.context.annotation.Executable;
import io.twinbus.receiver.method.RetryAfter;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.apiguardian.api.API;

/**
 * Marks the method of a Micronaut bean that handles messages, once and in the order of their
 * session.
 *
 * <p>Its arguments are bound by type, in any order: {@link io.twinbus.receiver.Message}, {@link
 * io.twinbus.receiver.Session}, and at most one for the body: {@code byte[]}, {@code String}
 * (UTF-8), {@link io.twinbus.protocol.Body}, or any other type, which is read from JSON by
 * Micronaut Serialization. A body that cannot be read so is dead-lettered as {@code
 * UnreadableBody}.
 *
 * <p>It returns {@code void} (which completes the message), an {@link io.twinbus.receiver.Outcome},
 * or a {@link java.util.concurrent.CompletionStage} of one or of nothing. What it throws counts as
 * a retry, unless {@link #deadLetterOn()} names it.
 *
 * <p>It may block: calls run on threads of their queue's own, 32 at a time, or, where the method
 * says {@link io.micronaut.core.annotation.NonBlocking}, on those of the workers. Calls of one
 * session come one after the other, those of different sessions at the same time. An application
 * has one such method for each of its queues.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1.0")
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@Executable(processOnStartup = true)
public @interface SessionListener {

  /**
   * The queue whose messages it handles, one of {@code twinbus.queues}; needed where there are
   * several.
   */
  String value() default "";

  /**
   * Exceptions that no retry can cure: the message becomes a dead letter, reason its class name.
   */
  Class<? extends Throwable>[] deadLetterOn() default {};

  /**
   * Waits of their own after certain exceptions, in place of the configured back-off: {@code
   * retryAfter = @RetryAfter(value = "30s", on = QuotaExceeded.class)}. The first that names the
   * exception holds; {@link #deadLetterOn()} goes before.
   */
  RetryAfter[] retryAfter() default {};
}
