package io.twinbus.testkit.spring;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.twinbus.receiver.HandlerExtension;
import io.twinbus.receiver.SessionHandler;
import io.twinbus.receiver.handler.BlockingHandler;
import io.twinbus.receiver.handler.HandlerThreads;
import io.twinbus.receiver.region.HandledQueue;
import io.twinbus.receiver.region.ReceiverSettings;
import io.twinbus.spring.ApplicationHandler;
import io.twinbus.testkit.system.TestedApplication;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ObjectProvider;

/** A Spring application as the tests see it: its handlers and its Jackson. */
final class SpringApplicationUnderTest implements TestedApplication, DisposableBean {

  private final ApplicationHandler handler;
  private final List<HandlerExtension> extensions;
  private final ObjectProvider<ObjectMapper> json;

  /** Of each queue its own, so that a handler that hangs holds up no other queue. */
  private final Map<String, ExecutorService> threads = new ConcurrentHashMap<>();

  SpringApplicationUnderTest(
      ApplicationHandler handler,
      List<HandlerExtension> extensions,
      ObjectProvider<ObjectMapper> json) {
    this.handler = handler;
    this.extensions = extensions;
    this.json = json;
  }

  @Override
  public List<HandledQueue> handlers(List<ReceiverSettings> queues) {
    Map<String, SessionHandler> found =
        handler.find(queues.stream().map(ReceiverSettings::queue).toList());
    if (found.isEmpty()) {
      throw new IllegalStateException(
          "There is no handler to test: give a bean a @SessionListener method.");
    }
    return queues.stream().map(queue -> onThreads(queue, found)).toList();
  }

  private HandledQueue onThreads(ReceiverSettings queue, Map<String, SessionHandler> found) {
    SessionHandler extended = Objects.requireNonNull(found.get(queue.queue()));
    for (HandlerExtension extension : extensions) {
      extended = extension.around(extended, queue.cluster());
    }
    ExecutorService own =
        threads.computeIfAbsent(queue.queue(), unthreaded -> HandlerThreads.create());
    return new HandledQueue(queue, new BlockingHandler(extended, own));
  }

  @Override
  public byte[] json(Object body) throws IOException {
    return json.getObject().writeValueAsBytes(body);
  }

  @Override
  public void destroy() {
    threads.values().forEach(ExecutorService::shutdown);
  }
}
