package io.twinbus.rehearsal.stack;

import io.twinbus.protocol.RegionName;
import io.twinbus.rehearsal.children.ChildProcess;
import io.twinbus.rehearsal.children.Children;
import io.twinbus.rehearsal.children.JavaCommand;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;

/** The local stack of a run, in a process of its own. Thread-safe. */
public final class LocalProcess {

  /** The regions of every run. */
  public static final List<RegionName> REGIONS =
      List.of(new RegionName("east"), new RegionName("west"));

  private static final Duration START_BOUND = Duration.ofMinutes(3);

  private final ChildProcess process;
  private final Endpoints endpoints;

  private LocalProcess(ChildProcess process, Endpoints endpoints) {
    this.process = process;
    this.endpoints = endpoints;
  }

  /**
   * Starts it with the regions east and west, on free ports, and waits until it is ready.
   *
   * @throws IOException when it cannot be started
   * @throws TimeoutException when it is not ready within three minutes
   * @throws io.twinbus.rehearsal.children.ChildFailedException when it ended instead
   */
  public static LocalProcess start(Children children)
      throws IOException, InterruptedException, TimeoutException {
    return start(children, command("local", List.of(), JavaCommand.Jvm.SMALL));
  }

  /** A command that starts it so, under a name of its own, with more arguments. */
  public static JavaCommand command(String name, List<String> arguments, JavaCommand.Jvm jvm) {
    List<String> line = new ArrayList<>(List.of("local", "--json", "--port", "0"));
    line.addAll(arguments);
    return new JavaCommand(name, "1g", line, Map.of(), jvm);
  }

  /** Starts it by {@code command}; throws what {@link #start(Children)} throws. */
  public static LocalProcess start(Children children, JavaCommand command)
      throws IOException, InterruptedException, TimeoutException {
    ChildProcess process = children.start(command, Endpoints::isReadyLine);
    return new LocalProcess(process, Endpoints.parse(process.awaitReady(START_BOUND)));
  }

  /** How to reach it. */
  public Endpoints endpoints() {
    return endpoints;
  }

  /** The process itself. */
  public ChildProcess process() {
    return process;
  }
}
