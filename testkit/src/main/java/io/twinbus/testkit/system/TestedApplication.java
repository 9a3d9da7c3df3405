package io.twinbus.testkit.system;

import io.twinbus.receiver.region.HandledQueue;
import io.twinbus.receiver.region.ReceiverSettings;
import java.io.IOException;
import java.util.List;

/** What a {@link Twinbus} needs of the application that is tested. Thread-safe. */
public interface TestedApplication {

  /** Each of {@code queues} with the application's handler for it, for one receiver. */
  List<HandledQueue> handlers(List<ReceiverSettings> queues);

  /**
   * {@code body} as JSON.
   *
   * @throws IOException when it does not become JSON
   */
  byte[] json(Object body) throws IOException;
}
