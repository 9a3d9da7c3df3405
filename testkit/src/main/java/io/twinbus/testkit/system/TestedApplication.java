package io.twinbus.testkit.system;

import io.twinbus.receiver.SessionHandler;
import io.twinbus.receiver.region.ReceiverSettings;
import java.io.IOException;

/** What a {@link Twinbus} needs of the application that is tested. Thread-safe. */
public interface TestedApplication {

  /** The application's handler, for a receiver with {@code settings}. */
  SessionHandler handler(ReceiverSettings settings);

  /**
   * {@code body} as JSON.
   *
   * @throws IOException when it does not become JSON
   */
  byte[] json(Object body) throws IOException;
}
