package io.twinbus.rehearsal.run;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/** What a {@link Run} plays, and how it is judged. */
public interface Scenario {

  /** The name that directories, logs and error sentences use, such as {@code demo}. */
  String name();

  /**
   * The longest time that it takes. Every wait has a bound of its own; should one of them fail, the
   * run ends the process after this time, and its children with it. Empty: no such bound.
   */
  default Optional<Duration> bound() {
    return Optional.empty();
  }

  /**
   * Plays it on {@code stage}, and closes what it has opened there.
   *
   * @throws IOException when a process cannot be started or a file cannot be written
   * @throws TimeoutException when a process is not ready in time
   */
  RunOutcome play(Stage stage) throws IOException, InterruptedException, TimeoutException;
}
