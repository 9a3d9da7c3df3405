package io.twinbus.rehearsal.fault;

import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.rehearsal.children.ChildFailedException;
import io.twinbus.rehearsal.children.ChildProcess;
import io.twinbus.rehearsal.children.Pause;
import io.twinbus.rehearsal.stack.ReceiverFleet;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Kills, stops and replaces receiver processes. Thread-safe. */
public final class ProcessFaults {

  private static final Duration DRAIN_BOUND = Duration.ofSeconds(40);

  /** On a machine that is short of time a JVM with all its classes takes a minute and more. */
  private static final Duration START_BOUND = Duration.ofMinutes(4);

  private static final Duration BETWEEN_STARTS = Duration.ofSeconds(1);
  private static final int MISTAKE = 2;

  private final ReceiverFleet fleet;
  private final Clocks clocks;

  /** Faults of the receivers of {@code fleet}. */
  public ProcessFaults(ReceiverFleet fleet, Clocks clocks) {
    this.fleet = fleet;
    this.clocks = clocks;
  }

  /** Kills (SIGKILL) {@code victims}, all of them of {@code region}; healed by as many new ones. */
  public Cure kill(RegionName region, List<ChildProcess> victims) throws InterruptedException {
    victims.forEach(fleet::dismiss);
    victims.forEach(ChildProcess::end);
    for (ChildProcess victim : victims) {
      victim.kill();
    }
    return () -> startAgain(region, victims.size());
  }

  /**
   * Asks {@code victim} of {@code region} to end (SIGTERM), as an upgrade does; healed by a new one
   * when it has ended.
   */
  public Cure drain(RegionName region, ChildProcess victim) {
    fleet.dismiss(victim);
    victim.terminate();
    return () -> {
      victim.stop(DRAIN_BOUND);
      startAgain(region, 1);
    };
  }

  /**
   * Stops {@code victim} (SIGSTOP) until healed.
   *
   * @throws IOException when the signal cannot be sent
   */
  public Cure pause(ChildProcess victim) throws IOException, InterruptedException {
    Pause pause = victim.pause();
    return pause::end;
  }

  /**
   * Starts receivers and waits until they are ready. One that ends instead, say because it does not
   * reach its ledger, is started again, as an orchestrator would do.
   */
  private void startAgain(RegionName region, int count)
      throws IOException, InterruptedException, TimeoutException {
    MonotonicTime end = clocks.now().monotonic().plus(START_BOUND);
    List<ChildProcess> receivers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      receivers.add(fleet.start(region));
    }
    for (ChildProcess receiver : receivers) {
      ChildProcess current = receiver;
      while (!isReady(current, end)) {
        TimeUnit.MILLISECONDS.sleep(BETWEEN_STARTS.toMillis());
        current = fleet.start(region);
      }
    }
  }

  private boolean isReady(ChildProcess receiver, MonotonicTime end)
      throws InterruptedException, TimeoutException {
    try {
      ReceiverFleet.awaitReady(receiver, START_BOUND);
      return true;
    } catch (ChildFailedException e) {
      if (e.exitCode() == MISTAKE || clocks.now().monotonic().isAtOrAfter(end)) {
        throw e;
      }
      return false;
    }
  }
}
