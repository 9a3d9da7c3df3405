package io.twinbus.spring;

import io.twinbus.protocol.settings.InvalidSettingException;
import io.twinbus.receiver.SessionHandler;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * The handlers of an application: for each of its queues a {@link SessionListener} method, or a
 * bean of {@link SessionHandler}.
 *
 * <p>A method names its queue, as in {@code @SessionListener("payments")}, and a bean is called as
 * the queue is; where there is one queue, neither needs to. Thread-safe.
 */
public final class ApplicationHandler {

  private final ListenerMethods methods;
  private final ConfigurableListableBeanFactory beans;

  ApplicationHandler(ListenerMethods methods, ConfigurableListableBeanFactory beans) {
    this.methods = methods;
    this.beans = beans;
  }

  /** One handler that was found; {@code queue} is empty where it names none. */
  private record Found(String queue, String name, Supplier<SessionHandler> handler) {}

  /**
   * The handler of an application with one queue; empty for one that only sends. It may block the
   * thread that calls it.
   *
   * @throws InvalidSettingException when there is more than one, or the method cannot be one
   */
  public Optional<SessionHandler> find() {
    return one(found(false)).map(Supplier::get);
  }

  /**
   * The handlers of {@code queues}; empty for an application that only sends. They may block the
   * thread that calls them.
   *
   * @throws InvalidSettingException when there is more than one for a queue, or a queue that no
   *     other process may be meant to serve has none
   */
  public Map<String, SessionHandler> find(Collection<String> queues) {
    List<Found> found = found(queues.size() > 1);
    if (found.isEmpty()) {
      return Map.of();
    }
    found.forEach(each -> check(each, queues));
    Map<String, SessionHandler> handlers = new LinkedHashMap<>();
    for (String queue : queues) {
      List<Found> its =
          found.stream()
              .filter(each -> each.queue().isEmpty() || each.queue().equals(queue))
              .toList();
      if (its.isEmpty()) {
        throw new InvalidSettingException(
            "There is no handler for the queue %1$s: give a bean a @SessionListener(\"%1$s\")"
                    .formatted(queue)
                + " method, or remove the queue from this application's configuration.");
      }
      one(its).ifPresent(handler -> handlers.put(queue, handler.get()));
    }
    return handlers;
  }

  private List<Found> found(boolean isNamed) {
    List<Found> found = new ArrayList<>();
    for (String bean : beans.getBeanNamesForType(SessionHandler.class)) {
      found.add(
          new Found(
              isNamed ? bean : "",
              "The bean " + bean,
              () -> beans.getBean(bean, SessionHandler.class)));
    }
    for (ListenerMethods.Found method : methods.find()) {
      found.add(new Found(method.queue(), method.name(), () -> methods.handler(method)));
    }
    return found;
  }

  private static void check(Found found, Collection<String> queues) {
    String names = String.join(", ", queues);
    if (found.queue().isEmpty() && queues.size() > 1) {
      throw new InvalidSettingException(
          "%s does not say which queue it is for: name one of %s, as in @SessionListener(\"%s\")."
              .formatted(found.name(), names, queues.iterator().next()));
    }
    if (!found.queue().isEmpty() && !queues.contains(found.queue())) {
      throw new InvalidSettingException(
          "%s is for the queue '%s': the configuration has %s."
              .formatted(found.name(), found.queue(), names));
    }
  }

  private static Optional<Supplier<SessionHandler>> one(List<Found> found) {
    if (found.size() > 1) {
      throw new InvalidSettingException(
          "There is more than one handler: keep one @SessionListener method or one SessionHandler"
              + " bean for each queue.");
    }
    return found.stream().findFirst().map(Found::handler);
  }
}
