package io.twinbus.spring;

import io.twinbus.protocol.settings.InvalidSettingException;
import io.twinbus.receiver.SessionHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.beans.factory.ObjectProvider;

/**
 * The one handler of an application: its {@link SessionListener} method, or its bean of {@link
 * SessionHandler}. Thread-safe.
 */
public final class ApplicationHandler {

  private final ListenerMethods methods;
  private final ObjectProvider<SessionHandler> handlers;

  ApplicationHandler(ListenerMethods methods, ObjectProvider<SessionHandler> handlers) {
    this.methods = methods;
    this.handlers = handlers;
  }

  /**
   * The handler; empty for an application that only sends. It may block the thread that calls it.
   *
   * @throws InvalidSettingException when there is more than one, or the method cannot be one
   */
  public Optional<SessionHandler> find() {
    List<Supplier<SessionHandler>> found = new ArrayList<>();
    handlers.stream().forEach(handler -> found.add(() -> handler));
    for (ListenerMethods.Found method : methods.find()) {
      found.add(() -> methods.handler(method));
    }
    if (found.size() > 1) {
      throw new InvalidSettingException(
          "There is more than one handler: keep one @SessionListener method or one SessionHandler"
              + " bean.");
    }
    return found.stream().findFirst().map(Supplier::get);
  }
}
