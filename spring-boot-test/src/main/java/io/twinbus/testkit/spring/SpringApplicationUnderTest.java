package io.twinbus.testkit.spring;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.twinbus.receiver.HandlerExtension;
import io.twinbus.receiver.SessionHandler;
import io.twinbus.receiver.handler.BlockingHandler;
import io.twinbus.receiver.handler.HandlerThreads;
import io.twinbus.receiver.region.ReceiverSettings;
import io.twinbus.spring.ApplicationHandler;
import io.twinbus.testkit.system.TestedApplication;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ObjectProvider;

/** A Spring application as the tests see it: its handler and its Jackson. */
final class SpringApplicationUnderTest implements TestedApplication, DisposableBean {

  private final ApplicationHandler handler;
  private final List<HandlerExtension> extensions;
  private final ObjectProvider<ObjectMapper> json;
  private final ExecutorService threads = HandlerThreads.create();

  SpringApplicationUnderTest(
      ApplicationHandler handler,
      List<HandlerExtension> extensions,
      ObjectProvider<ObjectMapper> json) {
    this.handler = handler;
    this.extensions = extensions;
    this.json = json;
  }

  @Override
  public SessionHandler handler(ReceiverSettings settings) {
    SessionHandler extended =
        handler
            .find()
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "There is no handler to test: give a bean a @SessionListener method."));
    for (HandlerExtension extension : extensions) {
      extended = extension.around(extended, settings.cluster());
    }
    return new BlockingHandler(extended, threads);
  }

  @Override
  public byte[] json(Object body) throws IOException {
    return json.getObject().writeValueAsBytes(body);
  }

  @Override
  public void destroy() {
    threads.shutdown();
  }
}
