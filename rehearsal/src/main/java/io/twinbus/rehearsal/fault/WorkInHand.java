package io.twinbus.rehearsal.fault;

import io.twinbus.rehearsal.children.ChildProcess;
import io.twinbus.rehearsal.sink.AnswerGate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/**
 * Lets a fault find work in hand: a message whose effect is there and whose commit is not. Used by
 * one thread at a time.
 */
public final class WorkInHand {

  private final AnswerGate gate;
  private final Duration bound;

  /** Work behind {@code gate}, waited for at most {@code bound}. */
  public WorkInHand(AnswerGate gate, Duration bound) {
    this.gate = gate;
    this.bound = bound;
  }

  /**
   * Holds the answers to calls of {@code present} back until one of them has a call open, and until
   * {@link #release}. Returns all of them, the one with the call first.
   */
  public List<ChildProcess> hold(List<ChildProcess> present) throws InterruptedException {
    List<ChildProcess> busyFirst = new ArrayList<>(present);
    if (present.isEmpty()) {
      return busyFirst;
    }
    try {
      String busy = gate.close(names(present)).get(bound.toMillis(), TimeUnit.MILLISECONDS);
      busyFirst.sort((a, b) -> Boolean.compare(b.name().equals(busy), a.name().equals(busy)));
    } catch (TimeoutException e) {
      // None got a call in time: the fault strikes an idle receiver.
    } catch (ExecutionException e) {
      throw new IllegalStateException("The gate never fails.", e);
    }
    return busyFirst;
  }

  /** Lets the answers go out. */
  public void release() {
    gate.open();
  }

  /** What the processes are called. */
  public static Set<String> names(List<ChildProcess> processes) {
    return processes.stream().map(ChildProcess::name).collect(Collectors.toSet());
  }
}
