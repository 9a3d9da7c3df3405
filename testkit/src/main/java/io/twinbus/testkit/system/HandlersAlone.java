package io.twinbus.testkit.system;

import io.twinbus.protocol.settings.InvalidSettingException;
import io.twinbus.receiver.SessionHandler;
import io.twinbus.receiver.region.HandledQueue;
import io.twinbus.receiver.region.ReceiverSettings;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** An application of which nothing is known but the handler of each queue. */
record HandlersAlone(Map<String, SessionHandler> byQueue) implements TestedApplication {

  @Override
  public List<HandledQueue> handlers(List<ReceiverSettings> queues) {
    return queues.stream().map(queue -> new HandledQueue(queue, handler(queue.queue()))).toList();
  }

  private SessionHandler handler(String queue) {
    SessionHandler found = byQueue.get(queue);
    if (found == null) {
      throw new InvalidSettingException("No handler is given for the queue '%s'.".formatted(queue));
    }
    return found;
  }

  @Override
  public byte[] json(Object body) throws IOException {
    throw new IOException("Send text or bytes: there is no JSON mapper here.");
  }
}
