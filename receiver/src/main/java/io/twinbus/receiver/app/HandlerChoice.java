package io.twinbus.receiver.app;

import io.micronaut.context.ApplicationContext;
import io.micronaut.context.BeanRegistration;
import io.micronaut.core.annotation.NonBlocking;
import io.twinbus.protocol.settings.InvalidSettingException;
import io.twinbus.receiver.SessionHandler;
import io.twinbus.receiver.handler.BlockingHandler;
import io.twinbus.receiver.handler.HttpHandler;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Finds the one handler: an HTTP endpoint, or a {@link SessionHandler} bean.
 *
 * <p>A bean runs on threads of its own and may block, unless its class says {@link NonBlocking}.
 */
final class HandlerChoice {

  private static final int HTTP_THREADS = 2;

  /** How many calls of a bean run at a time. */
  static final int BEAN_THREADS = 32;

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);

  private HandlerChoice() {}

  /**
   * The handler.
   *
   * @throws InvalidSettingException unless there is exactly one
   */
  static SessionHandler choose(ReceiverSettings settings, ApplicationContext context) {
    Collection<BeanRegistration<SessionHandler>> beans =
        context.getBeanRegistrations(SessionHandler.class);
    if (settings.endpoint().isPresent() && beans.isEmpty()) {
      return http(settings, settings.endpoint().get());
    }
    if (settings.endpoint().isEmpty() && beans.size() == 1) {
      return bean(beans.iterator().next());
    }
    throw new InvalidSettingException(
        beans.isEmpty()
            ? "There is no handler: set twinbus.receiver.http.url, or provide a SessionHandler bean."
            : "There is more than one handler: keep either twinbus.receiver.http.url or a single"
                + " SessionHandler bean.");
  }

  private static SessionHandler http(ReceiverSettings settings, URI url) {
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
            url, settings.options().flow().pace().handlerGrace(), source, settings.secret()),
        InstantSource.system());
  }

  private static SessionHandler bean(BeanRegistration<SessionHandler> registration) {
    SessionHandler handler = registration.bean();
    if (registration.definition().hasStereotype(NonBlocking.class)) {
      return handler;
    }
    return new BlockingHandler(handler, beanThreads());
  }

  /** At most as many threads as stated; calls beyond wait their turn. */
  private static ExecutorService beanThreads() {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            BEAN_THREADS,
            BEAN_THREADS,
            1,
            TimeUnit.MINUTES,
            new LinkedBlockingQueue<>(),
            threads("handler"));
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  private static ThreadFactory threads(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      return thread;
    };
  }
}
