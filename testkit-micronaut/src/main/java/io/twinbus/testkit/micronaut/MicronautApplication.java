package io.twinbus.testkit.micronaut;

import io.micronaut.context.ApplicationContext;
import io.micronaut.json.JsonMapper;
import io.twinbus.receiver.app.HandlerChoice;
import io.twinbus.receiver.region.HandledQueue;
import io.twinbus.receiver.region.ReceiverSettings;
import io.twinbus.testkit.system.TestedApplication;
import java.io.IOException;
import java.util.List;

/** A Micronaut application as the tests see it. */
record MicronautApplication(ApplicationContext context) implements TestedApplication {

  @Override
  public List<HandledQueue> handlers(List<ReceiverSettings> queues) {
    return HandlerChoice.choose(queues, context);
  }

  @Override
  public byte[] json(Object body) throws IOException {
    return context.getBean(JsonMapper.class).writeValueAsBytes(body);
  }
}
