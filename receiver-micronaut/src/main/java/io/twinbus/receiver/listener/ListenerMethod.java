package io.twinbus.receiver.listener;

import io.micronaut.context.BeanContext;
import io.micronaut.core.annotation.AnnotationValue;
import io.micronaut.core.annotation.NonBlocking;
import io.micronaut.inject.BeanDefinition;
import io.micronaut.inject.ExecutableMethod;
import io.micronaut.json.JsonMapper;
import io.twinbus.protocol.settings.InvalidSettingException;
import io.twinbus.protocol.settings.ValueType;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.SessionHandler;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * One {@link SessionListener} method of a bean.
 *
 * <p>Immutable and thread-safe.
 */
public final class ListenerMethod {

  private static final ValueType<Duration> LENGTH =
      ValueType.duration(Duration.ZERO, Duration.ofHours(1));

  private final BeanContext context;
  private final BeanDefinition<?> bean;
  private final ExecutableMethod<?, ?> method;

  ListenerMethod(BeanContext context, BeanDefinition<?> bean, ExecutableMethod<?, ?> method) {
    this.context = context;
    this.bean = bean;
    this.method = method;
  }

  /** Whether it says that it never blocks. */
  public boolean isNonBlocking() {
    return method.hasStereotype(NonBlocking.class) || bean.hasStereotype(NonBlocking.class);
  }

  /**
   * The method as a handler; {@code clocks} measure how long its calls may still take.
   *
   * @throws InvalidSettingException when it cannot be one, with a sentence that names it
   */
  public SessionHandler handler(Clocks clocks) {
    ArgumentBinding arguments =
        ArgumentBinding.of(method, context.findBean(JsonMapper.class).orElse(null));
    ReturnBinding result = ReturnBinding.of(method);
    ThrownRule thrown =
        new ThrownRule(
            List.of(method.classValues(SessionListener.class, "deadLetterOn")), waits());
    return new ListenerHandler(target(), arguments, result, thrown, clocks);
  }

  private List<ThrownRule.Wait> waits() {
    AnnotationValue<SessionListener> listener = method.getAnnotation(SessionListener.class);
    return listener == null
        ? List.of()
        : listener.getAnnotations("retryAfter", RetryAfter.class).stream().map(this::wait).toList();
  }

  private ThrownRule.Wait wait(AnnotationValue<RetryAfter> declared) {
    String text = declared.stringValue().orElse("");
    if (LENGTH.parse(text) instanceof ValueType.Parsed.Value<Duration> length) {
      return new ThrownRule.Wait(List.of(declared.classValues("on")), length.value());
    }
    throw new InvalidSettingException(
        "@RetryAfter of %s is '%s': give a duration up to an hour, such as 30s or 5m."
            .formatted(nameOf(method), text));
  }

  @SuppressWarnings("unchecked") // Micronaut gives bean and method of one type, without saying so
  private ListenerHandler.Target target() {
    Object instance = context.getBean(bean);
    ExecutableMethod<Object, Object> typed = (ExecutableMethod<Object, Object>) method;
    return values -> typed.invoke(instance, values);
  }

  /** The class and the method, for sentences. */
  static String nameOf(ExecutableMethod<?, ?> method) {
    return method.getDeclaringType().getSimpleName() + "." + method.getMethodName();
  }

  @Override
  public String toString() {
    return nameOf(method);
  }

  /** An exception's meaning. */
  record ThrownRule(List<Class<?>> deadLetterOn, List<Wait> waits) {

    /** How long a message waits after one of these exceptions. */
    record Wait(List<Class<?>> on, Duration length) {}

    ThrownRule {
      deadLetterOn = List.copyOf(deadLetterOn);
      waits = List.copyOf(waits);
    }

    HandlerOutcome outcome(Throwable thrown) {
      HandlerOutcome.Retry failed = HandlerOutcome.failed(thrown);
      if (isAny(deadLetterOn, thrown)) {
        return new HandlerOutcome.DeadLetter(thrown.getClass().getSimpleName(), failed.text());
      }
      Optional<Duration> length =
          waits.stream().filter(wait -> isAny(wait.on(), thrown)).map(Wait::length).findFirst();
      return length.isEmpty()
          ? failed
          : new HandlerOutcome.Retry(failed.kind(), failed.reason(), failed.said(), length);
    }

    private static boolean isAny(List<Class<?>> types, Throwable thrown) {
      return types.stream().anyMatch(type -> type.isInstance(thrown));
    }
  }
}
