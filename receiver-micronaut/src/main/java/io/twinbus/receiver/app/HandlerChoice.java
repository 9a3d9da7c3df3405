package io.twinbus.receiver.app;

import io.micronaut.context.ApplicationContext;
import io.micronaut.context.BeanRegistration;
import io.micronaut.core.annotation.NonBlocking;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.EntitySettings;
import io.twinbus.protocol.settings.InvalidSettingException;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.receiver.HandlerExtension;
import io.twinbus.receiver.SessionHandler;
import io.twinbus.receiver.handler.BlockingHandler;
import io.twinbus.receiver.handler.HandlerThreads;
import io.twinbus.receiver.handler.HttpHandler;
import io.twinbus.receiver.listener.ListenerMethod;
import io.twinbus.receiver.listener.ListenerMethods;
import io.twinbus.receiver.region.HandledQueue;
import io.twinbus.receiver.region.ReceiverSettings;
import jakarta.inject.Named;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds each queue's one handler: an HTTP endpoint, a {@link
 * io.twinbus.receiver.listener.SessionListener} method, or a {@link SessionHandler} bean.
 *
 * <p>A method names its queue, as in {@code @SessionListener("payments")}, and a bean is {@link
 * Named} after it. Where there is one queue, a method needs no name, and a bean may have any. A
 * bean runs on threads of its queue's own and may block, unless its class says {@link NonBlocking}.
 * Every bean of {@link HandlerExtension} is built around each handler.
 */
public final class HandlerChoice {

  private static final Logger LOG = LoggerFactory.getLogger(HandlerChoice.class);

  private static final int HTTP_THREADS = 2;

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);

  private final List<ReceiverSettings> queues;
  private final ApplicationContext context;
  private @Nullable HttpClient client;
  private @Nullable ScheduledExecutorService timer;

  /**
   * One handler that was found.
   *
   * @param queue the queue it names; empty: none
   * @param name what it is called in a sentence
   * @param handler makes it, for the queue with these settings
   */
  private record Found(
      String queue, String name, Function<ReceiverSettings, SessionHandler> handler) {}

  private HandlerChoice(List<ReceiverSettings> queues, ApplicationContext context) {
    this.queues = queues;
    this.context = context;
  }

  /**
   * The handler of a receiver with one queue.
   *
   * @throws InvalidSettingException unless there is exactly one
   */
  public static SessionHandler choose(ReceiverSettings settings, ApplicationContext context) {
    return choose(List.of(settings), context).get(0).handler();
  }

  /**
   * Each queue with its handler.
   *
   * @throws InvalidSettingException unless there is exactly one for each
   */
  public static List<HandledQueue> choose(
      List<ReceiverSettings> queues, ApplicationContext context) {
    return new HandlerChoice(queues, context).choose();
  }

  /** How many calls of {@code handler} can be out at a time: only those of a bean hold threads. */
  static int places(SessionHandler handler) {
    return handler instanceof BlockingHandler ? HandlerThreads.MOST : Integer.MAX_VALUE;
  }

  private List<HandledQueue> choose() {
    List<Found> inside = new ArrayList<>();
    for (BeanRegistration<SessionHandler> bean :
        context.getBeanRegistrations(SessionHandler.class)) {
      inside.add(
          new Found(
              queueOf(bean),
              "the bean " + bean.definition().getBeanType().getSimpleName(),
              settings -> bean(bean, settings)));
    }
    for (ListenerMethod method : context.getBean(ListenerMethods.class).found()) {
      inside.add(
          new Found(method.queue(), method.toString(), settings -> listener(method, settings)));
    }
    inside.forEach(this::checkQueue);
    return queues.stream().map(queue -> new HandledQueue(queue, chosen(queue, inside))).toList();
  }

  /** A name that is there for other reasons says nothing where there is one queue. */
  private String queueOf(BeanRegistration<SessionHandler> bean) {
    return queues.size() == 1 ? "" : bean.definition().stringValue(Named.class).orElse("");
  }

  private void checkQueue(Found found) {
    String names = queues.stream().map(ReceiverSettings::queue).collect(Collectors.joining(", "));
    if (found.queue().isEmpty() && queues.size() > 1) {
      throw new InvalidSettingException(
          "%s does not say which queue it is for: name one of %s, as in @SessionListener(\"%s\")."
              .formatted(found.name(), names, queues.get(0).queue()));
    }
    if (!found.queue().isEmpty() && !isFor(found, queues)) {
      throw new InvalidSettingException(
          "%s is for the queue '%s': the configuration has %s."
              .formatted(found.name(), found.queue(), names));
    }
  }

  private static boolean isFor(Found found, List<ReceiverSettings> queues) {
    return queues.stream().anyMatch(queue -> queue.queue().equals(found.queue()));
  }

  private SessionHandler chosen(ReceiverSettings queue, List<Found> inside) {
    List<Supplier<SessionHandler>> found = new ArrayList<>();
    queue.endpoint().ifPresent(url -> found.add(() -> extended(http(queue, url), queue)));
    inside.stream()
        .filter(each -> each.queue().isEmpty() || each.queue().equals(queue.queue()))
        .forEach(each -> found.add(() -> each.handler().apply(queue)));
    if (found.size() == 1) {
      return found.get(0).get();
    }
    throw new InvalidSettingException(queues.size() == 1 ? one(found) : oneOf(queue, found));
  }

  private static String one(List<Supplier<SessionHandler>> found) {
    return found.isEmpty()
        ? "There is no handler: set twinbus.receiver.http.url, or provide a bean with a"
            + " @SessionListener method."
        : "There is more than one handler: keep one of twinbus.receiver.http.url, a"
            + " @SessionListener method or a SessionHandler bean.";
  }

  private static String oneOf(ReceiverSettings queue, List<Supplier<SessionHandler>> found) {
    String sentence =
        found.isEmpty()
            ? "There is no handler for the queue %1$s: set twinbus.queues.%1$s.http.url, or provide"
                + " a bean with a @SessionListener(\"%1$s\") method."
            : "There is more than one handler for the queue %1$s: keep one of its http.url, a"
                + " @SessionListener(\"%1$s\") method or a SessionHandler bean.";
    return sentence.formatted(queue.queue());
  }

  private SessionHandler extended(SessionHandler handler, ReceiverSettings settings) {
    SessionHandler extended = handler;
    for (HandlerExtension extension : context.getBeansOfType(HandlerExtension.class)) {
      extended = extension.around(extended, settings.cluster());
    }
    return extended;
  }

  private SessionHandler listener(ListenerMethod method, ReceiverSettings settings) {
    SessionHandler handler = extended(method.handler(Clocks.system()), settings);
    return method.isNonBlocking() ? handler : new BlockingHandler(handler, HandlerThreads.create());
  }

  private SessionHandler http(ReceiverSettings settings, URI url) {
    if (settings.secret().isEmpty()) {
      warnUnlessLocal(url, queues.size() == 1 ? Optional.empty() : Optional.of(settings.queue()));
    }
    return new HttpHandler(
        client(),
        new HttpHandler.Endpoint(
            url,
            settings.options().flow().pace().handlerGrace(),
            source(settings.cluster()),
            settings.secret(),
            settings.answers().failures(),
            settings.answers().health()),
        InstantSource.system(),
        timer());
  }

  /** What {@code ce-source} says: two subscriptions of one topic are two sources. */
  private static String source(ClusterSettings cluster) {
    EntitySettings entity = cluster.entity();
    String source = "/" + cluster.cluster() + "/" + entity.name();
    return entity.subscription().map(of -> source + "/" + of).orElse(source);
  }

  /** One for all queues: no call holds a thread while it waits for its answer. */
  private HttpClient client() {
    if (client == null) {
      client =
          HttpClient.newBuilder()
              .version(HttpClient.Version.HTTP_1_1)
              .followRedirects(HttpClient.Redirect.NEVER)
              .connectTimeout(CONNECT_TIMEOUT)
              .executor(Executors.newFixedThreadPool(HTTP_THREADS, threads("handler-http")))
              .build();
    }
    return client;
  }

  private ScheduledExecutorService timer() {
    if (timer == null) {
      timer = Executors.newSingleThreadScheduledExecutor(threads("handler-http-timer"));
    }
    return timer;
  }

  /**
   * Says of the endpoint its host alone: the rest of an address may hold secrets.
   *
   * @param queue the queue whose messages the calls carry; empty where there is one alone
   */
  static void warnUnlessLocal(URI url, Optional<String> queue) {
    if (!isLoopback(url)) {
      LOG.warn(
          "Calls{} to {} are not signed, and it is not this machine: any party that reaches the"
              + " endpoint can forge calls. Set {}twinbus.receiver.http.secret.",
          queue.map(" for the queue "::concat).orElse(""),
          url.getHost(),
          queue.map("twinbus.queues.%s.http.secret or "::formatted).orElse(""));
    }
  }

  private static boolean isLoopback(URI url) {
    String host = url.getHost();
    return host != null
        && (host.equals("localhost")
            || host.equals("[::1]")
            || host.matches("127(\\.\\d{1,3}){3}"));
  }

  private SessionHandler bean(
      BeanRegistration<SessionHandler> registration, ReceiverSettings settings) {
    SessionHandler handler = extended(registration.bean(), settings);
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
