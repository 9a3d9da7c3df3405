package io.twinbus.rehearsal.sink;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Holds back the answers to calls of chosen processes, so that a fault finds work in hand.
 *
 * <p>A call that is held has taken its effect; its caller does not know yet. Struck then, the
 * caller has neither committed nor settled it: the hardest moment there is. Thread-safe.
 */
public final class AnswerGate {

  private Set<String> closedFor = Set.of();
  private final List<Held> held = new ArrayList<>();
  private CompletableFuture<String> firstHeld = new CompletableFuture<>();

  private record Held(String process, Runnable answer) {}

  /**
   * Holds calls of {@code processes} from now on; the result is the process of the first one held.
   */
  public synchronized CompletableFuture<String> close(Set<String> processes) {
    closedFor = new HashSet<>(processes);
    firstHeld = new CompletableFuture<>();
    return firstHeld;
  }

  /** How many calls are held. */
  public synchronized int held() {
    return held.size();
  }

  /** How many calls of {@code process} are held. */
  public synchronized int heldOf(String process) {
    return (int) held.stream().filter(call -> call.process().equals(process)).count();
  }

  /** Lets every held call be answered, and holds no more. */
  public void open() {
    List<Held> released;
    synchronized (this) {
      closedFor = Set.of();
      released = List.copyOf(held);
      held.clear();
    }
    released.forEach(call -> call.answer().run());
  }

  /** Answers at once, or later if calls of {@code process} are held. */
  void pass(String process, Runnable answer) {
    CompletableFuture<String> first;
    synchronized (this) {
      if (closedFor.contains(process)) {
        held.add(new Held(process, answer));
        first = firstHeld;
      } else {
        first = null;
      }
    }
    if (first == null) {
      answer.run();
    } else {
      first.complete(process);
    }
  }
}
