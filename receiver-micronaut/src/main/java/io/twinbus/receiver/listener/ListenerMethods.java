package io.twinbus.receiver.listener;

import io.micronaut.context.BeanContext;
import io.micronaut.context.processor.ExecutableMethodProcessor;
import io.micronaut.inject.BeanDefinition;
import io.micronaut.inject.ExecutableMethod;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The {@link SessionListener} methods of an application, as Micronaut finds them. Thread-safe. */
@Singleton
public final class ListenerMethods implements ExecutableMethodProcessor<SessionListener> {

  private final BeanContext context;
  private final List<ListenerMethod> found = new CopyOnWriteArrayList<>();

  ListenerMethods(BeanContext context) {
    this.context = context;
  }

  @Override
  public void process(BeanDefinition<?> bean, ExecutableMethod<?, ?> method) {
    found.add(new ListenerMethod(context, bean, method));
  }

  /** All of them. */
  public List<ListenerMethod> found() {
    return List.copyOf(found);
  }
}
