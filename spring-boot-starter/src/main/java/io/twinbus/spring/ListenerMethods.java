package io.twinbus.spring;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twinbus.protocol.settings.InvalidSettingException;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.receiver.SessionHandler;
import io.twinbus.receiver.method.DescribedMethod;
import io.twinbus.receiver.method.ListenerHandler;
import io.twinbus.receiver.method.ThrownRule;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.AnnotatedElementUtils;

/** The {@link SessionListener} methods of an application's beans, as handlers. */
final class ListenerMethods {

  private final ConfigurableListableBeanFactory beans;
  private final ObjectProvider<ObjectMapper> json;

  ListenerMethods(ConfigurableListableBeanFactory beans, ObjectProvider<ObjectMapper> json) {
    this.beans = beans;
    this.json = json;
  }

  /** One method of one bean. */
  record Found(String bean, Class<?> type, Method method) {

    /** The queue whose messages it handles; empty where it names none. */
    String queue() {
      SessionListener listener = annotation(method);
      return listener == null ? "" : listener.value();
    }

    String name() {
      return type.getSimpleName() + "." + method.getName();
    }
  }

  /** All of them. */
  List<Found> find() {
    List<Found> found = new ArrayList<>();
    for (String bean : beans.getBeanNamesForType(Object.class, false, false)) {
      Class<?> type = AutoProxyUtils.determineTargetClass(beans, bean);
      if (type != null) {
        MethodIntrospector.selectMethods(type, ListenerMethods::annotation)
            .forEach((method, annotation) -> found.add(new Found(bean, type, method)));
      }
    }
    return found;
  }

  private static @Nullable SessionListener annotation(Method method) {
    return AnnotatedElementUtils.findMergedAnnotation(method, SessionListener.class);
  }

  /**
   * {@code found} as a handler, called through the bean's proxies.
   *
   * @throws InvalidSettingException when it cannot be one, with a sentence that names it
   */
  SessionHandler handler(Found found) {
    Object bean = beans.getBean(found.bean());
    Method method = AopUtils.selectInvocableMethod(found.method(), bean.getClass());
    method.setAccessible(true); // a listener need not be public, nor its class
    return new ListenerHandler(
        described(found), arguments -> invoke(method, bean, arguments), Clocks.system());
  }

  /** Throws what the method throws. */
  private static @Nullable Object invoke(Method method, Object bean, Object[] arguments)
      throws Exception {
    try {
      return method.invoke(bean, arguments);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof Exception thrown) {
        throw thrown;
      }
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw e;
    }
  }

  private DescribedMethod described(Found found) {
    Method method = found.method();
    SessionListener annotation = annotation(method);
    ResolvableType answer = ResolvableType.forMethodReturnType(method, found.type());
    return new DescribedMethod(
        found.name(),
        IntStream.range(0, method.getParameterCount())
            .mapToObj(each -> ResolvableType.forMethodParameter(method, each, found.type()))
            .map(each -> new DescribedMethod.Argument(each.toClass(), () -> reader(found, each)))
            .toList(),
        new DescribedMethod.Answer(
            answer.toClass(),
            Optional.ofNullable(answer.getGeneric().resolve()),
            answer.toString()),
        thrown(found, annotation));
  }

  private static ThrownRule thrown(Found found, @Nullable SessionListener annotation) {
    return annotation == null
        ? new ThrownRule(List.of(), List.of())
        : new ThrownRule(
            List.of(annotation.deadLetterOn()),
            Stream.of(annotation.retryAfter())
                .map(each -> ThrownRule.Wait.of(found.name(), each.value(), List.of(each.on())))
                .toList());
  }

  private DescribedMethod.BodyReader reader(Found found, ResolvableType argument) {
    ObjectMapper mapper = json.getIfAvailable();
    if (mapper == null) {
      throw new InvalidSettingException(
          "%s wants its body as %s, and there is no ObjectMapper bean: add spring-boot-starter-json."
              .formatted(found.name(), argument.toClass().getSimpleName()));
    }
    Type type = argument.getType();
    JavaType wanted = mapper.constructType(type);
    return body -> mapper.readValue(body, wanted);
  }
}
