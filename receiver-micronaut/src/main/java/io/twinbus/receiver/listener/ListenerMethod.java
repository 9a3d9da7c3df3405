package io.twinbus.receiver.listener;

import io.micronaut.context.BeanContext;
import io.micronaut.core.annotation.AnnotationValue;
import io.micronaut.core.annotation.NonBlocking;
import io.micronaut.core.type.Argument;
import io.micronaut.inject.BeanDefinition;
import io.micronaut.inject.ExecutableMethod;
import io.micronaut.json.JsonMapper;
import io.twinbus.protocol.settings.InvalidSettingException;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.receiver.SessionHandler;
import io.twinbus.receiver.method.DescribedMethod;
import io.twinbus.receiver.method.ListenerHandler;
import io.twinbus.receiver.method.RetryAfter;
import io.twinbus.receiver.method.ThrownRule;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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

  /** The queue whose messages it handles; empty where it names none. */
  public String queue() {
    return method.stringValue(SessionListener.class).orElse("");
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
    return new ListenerHandler(described(), target(), clocks);
  }

  private DescribedMethod described() {
    JsonMapper json = context.findBean(JsonMapper.class).orElse(null);
    Argument<?> answer = method.getReturnType().asArgument();
    return new DescribedMethod(
        nameOf(method),
        Stream.of(method.getArguments())
            .map(each -> new DescribedMethod.Argument(each.getType(), () -> reader(each, json)))
            .toList(),
        new DescribedMethod.Answer(
            answer.getType(),
            answer.getFirstTypeVariable().map(Argument::getType),
            answer.getTypeString(true)),
        new ThrownRule(
            List.of(method.<Throwable>classValues(SessionListener.class, "deadLetterOn")),
            waits()));
  }

  private static List<Class<? extends Throwable>> classes(AnnotationValue<RetryAfter> declared) {
    List<Class<? extends Throwable>> classes = new ArrayList<>();
    for (Class<?> type : declared.classValues("on")) {
      classes.add(type.asSubclass(Throwable.class));
    }
    return classes;
  }

  private List<ThrownRule.Wait> waits() {
    AnnotationValue<SessionListener> listener = method.getAnnotation(SessionListener.class);
    return listener == null
        ? List.of()
        : listener.getAnnotations("retryAfter", RetryAfter.class).stream()
            .map(
                each ->
                    ThrownRule.Wait.of(
                        nameOf(method), each.stringValue().orElse(""), classes(each)))
            .toList();
  }

  private DescribedMethod.BodyReader reader(Argument<?> argument, @Nullable JsonMapper json) {
    if (json == null) {
      throw new InvalidSettingException(
          "%s wants its body as %s, and there is no JSON mapper: add micronaut-serde-jackson."
              .formatted(nameOf(method), argument.getType().getSimpleName()));
    }
    return body -> json.readValue(body, argument);
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
}
