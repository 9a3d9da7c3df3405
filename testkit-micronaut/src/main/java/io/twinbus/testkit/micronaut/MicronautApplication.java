package io.twinbus.testkit.micronaut;

import io.micronaut.context.ApplicationContext;
import io.micronaut.json.JsonMapper;
import io.twinbus.receiver.SessionHandler;
import io.twinbus.receiver.app.HandlerChoice;
import io.twinbus.receiver.region.ReceiverSettings;
import io.twinbus.testkit.system.TestedApplication;
import java.io.IOException;

/** A Micronaut application as the tests see it. */
record MicronautApplication(ApplicationContext context) implements TestedApplication {

  @Override
  public SessionHandler handler(ReceiverSettings settings) {
    return HandlerChoice.choose(settings, context);
  }

  @Override
  public byte[] json(Object body) throws IOException {
    return context.getBean(JsonMapper.class).writeValueAsBytes(body);
  }
}
