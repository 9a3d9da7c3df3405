package io.twinbus.receiver.listener;

import io.micronaut.context.BeanContext;
import io.micronaut.core.annotation.NonBlocking;
import io.micronaut.inject.BeanDefinition;
import io.micronaut.inject.ExecutableMethod;
import io.micronaut.json.JsonMapper;
import io.twinbus.protocol.settings.InvalidSettingException;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.SessionHandler;
import java.util.List;

/**
 * One {@link SessionListener} method of a bean.
 *
 * <p>Immutable and thread-safe.
 */
public final class ListenerMethod {

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
        new ThrownRule(List.of(method.classValues(SessionListener.class, "deadLetterOn")));
    return new ListenerHandler(target(), arguments, result, thrown, clocks);
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
  record ThrownRule(List<Class<?>> deadLetterOn) {

    ThrownRule {
      deadLetterOn = List.copyOf(deadLetterOn);
    }

    HandlerOutcome outcome(Throwable thrown) {
      HandlerOutcome.Retry failed = HandlerOutcome.failed(thrown);
      return deadLetterOn.stream().anyMatch(type -> type.isInstance(thrown))
          ? new HandlerOutcome.DeadLetter(thrown.getClass().getSimpleName(), failed.text())
          : failed;
    }
  }
}
