package io.twinbus.receiver.app;

import io.micronaut.context.ApplicationContext;
import io.micronaut.context.BeanRegistration;
import io.micronaut.core.annotation.NonBlocking;
import io.twinbus.protocol.settings.InvalidSettingException;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.receiver.HandlerExtension;
import io.twinbus.receiver.SessionHandler;
import io.twinbus.receiver.handler.BlockingHandler;
import io.twinbus.receiver.handler.HandlerThreads;
import io.twinbus.receiver.handler.HttpHandler;
import io.twinbus.receiver.listener.ListenerMethod;
import io.twinbus.receiver.listener.ListenerMethods;
import io.twinbus.receiver.region.ReceiverSettings;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the one handler: an HTTP endpoint, a {@link io.twinbus.receiver.listener.SessionListener}
 * method, or a {@link SessionHandler} bean.
 *
 * <p>A bean runs on threads of its own and may block, unless its class says {@link NonBlocking}.
 * Every bean of {@link HandlerExtension} is built around it.
 */
public final class HandlerChoice {

  private static final Logger LOG = LoggerFactory.getLogger(HandlerChoice.class);

  private static final int HTTP_THREADS = 2;

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);

  private HandlerChoice() {}

  /**
   * The handler.
   *
   * @throws InvalidSettingException unless there is exactly one
   */
  public static SessionHandler choose(ReceiverSettings settings, ApplicationContext context) {
    List<Supplier<SessionHandler>> found = new ArrayList<>();
    UnaryOperator<SessionHandler> extended = extensions(settings, context);
    settings.endpoint().ifPresent(url -> found.add(() -> extended.apply(http(settings, url))));
    for (BeanRegistration<SessionHandler> bean :
        context.getBeanRegistrations(SessionHandler.class)) {
      found.add(() -> bean(bean, extended));
    }
    for (ListenerMethod method : context.getBean(ListenerMethods.class).found()) {
      found.add(() -> listener(method, extended));
    }
    if (found.size() == 1) {
      return found.get(0).get();
    }
    throw new InvalidSettingException(
        found.isEmpty()
            ? "There is no handler: set twinbus.receiver.http.url, or provide a bean with a"
                + " @SessionListener method."
            : "There is more than one handler: keep one of twinbus.receiver.http.url, a"
                + " @SessionListener method or a SessionHandler bean.");
  }

  /** How many calls of {@code handler} can be out at a time: only those of a bean hold threads. */
  static int places(SessionHandler handler) {
    return handler instanceof BlockingHandler ? HandlerThreads.MOST : Integer.MAX_VALUE;
  }

  private static UnaryOperator<SessionHandler> extensions(
      ReceiverSettings settings, ApplicationContext context) {
    return handler -> {
      SessionHandler extended = handler;
      for (HandlerExtension extension : context.getBeansOfType(HandlerExtension.class)) {
        extended = extension.around(extended, settings.cluster());
      }
      return extended;
    };
  }

  private static SessionHandler listener(
      ListenerMethod method, UnaryOperator<SessionHandler> extended) {
    SessionHandler handler = extended.apply(method.handler(Clocks.system()));
    return method.isNonBlocking() ? handler : new BlockingHandler(handler, HandlerThreads.create());
  }

  private static SessionHandler http(ReceiverSettings settings, URI url) {
    if (settings.secret().isEmpty()) {
      warnUnlessLocal(url);
    }
    HttpClient client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(CONNECT_TIMEOUT)
            .executor(Executors.newFixedThreadPool(HTTP_THREADS, threads("handler-http")))
            .build();
    String source = "/" + settings.cluster().cluster() + "/" + settings.cluster().entity().name();
    return new HttpHandler(
        client,
        new HttpHandler.Endpoint(
            url,
            settings.options().flow().pace().handlerGrace(),
            source,
            settings.secret(),
            settings.answers().failures(),
            settings.answers().health()),
        InstantSource.system(),
        Executors.newSingleThreadScheduledExecutor(threads("handler-http-timer")));
  }

  /** Says of the endpoint its host alone: the rest of an address may hold secrets. */
  static void warnUnlessLocal(URI url) {
    if (!isLoopback(url)) {
      LOG.warn(
          "Calls to {} are not signed, and it is not this machine: any party that reaches the"
              + " endpoint can forge calls. Set twinbus.receiver.http.secret.",
          url.getHost());
    }
  }

  private static boolean isLoopback(URI url) {
    String host = url.getHost();
    return host != null
        && (host.equals("localhost")
            || host.equals("[::1]")
            || host.matches("127(\\.\\d{1,3}){3}"));
  }

  private static SessionHandler bean(
      BeanRegistration<SessionHandler> registration, UnaryOperator<SessionHandler> extended) {
    SessionHandler handler = extended.apply(registration.bean());
    if (registration.definition().hasStereotype(NonBlocking.class)) {
      return handler;
    }
    return new BlockingHandler(handler, HandlerThreads.create());
  }

  private static ThreadFactory threads(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      return thread;
    };
  }
}
