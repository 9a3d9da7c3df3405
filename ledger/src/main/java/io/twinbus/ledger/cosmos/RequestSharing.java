package io.twinbus.ledger.cosmos;

import io.twinbus.protocol.time.Clocks;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Lets items that come while a request is on its way share the next one.
 *
 * <p>An item goes at once when no request is on its way, or when the item before it came more than
 * a moment ago: the next one is not expected sooner. Otherwise it goes with all others that have
 * come, as soon as there are enough of them, none is on its way any more, or a moment has passed,
 * whatever is first: so no item waits for company that may not come, and none for long behind a
 * request that is not answered. That is Nagle's algorithm (RFC 896) with a bound on the wait. Never
 * more than enough wait.
 *
 * <p>Thread-safe; requests are sent on the thread that adds, on the one that answers, or on the
 * timer's.
 */
public final class RequestSharing<T> {

  private final int enough;
  private final Duration moment;
  private final ScheduledExecutorService timer;
  private final Clocks clocks;
  private final Function<List<T>, ? extends CompletionStage<?>> sender;
  private final Queue<T> waiting = new ArrayDeque<>();
  private int onTheWay;
  private long requests;
  private boolean isSet;
  private @Nullable MonotonicTime lastAt;

  /**
   * Gathers nothing yet.
   *
   * @param enough how many items are worth a request of their own, and go in one at most
   * @param moment how long an item waits, twice that at most
   * @param timer rings after a moment; where it rejects tasks, items wait for the answer
   * @param clocks tell when an item comes
   * @param sender sends a request; its stage ends when the request is answered or given up
   */
  public RequestSharing(
      int enough,
      Duration moment,
      ScheduledExecutorService timer,
      Clocks clocks,
      Function<List<T>, ? extends CompletionStage<?>> sender) {
    this.enough = enough;
    this.moment = moment;
    this.timer = timer;
    this.clocks = clocks;
    this.sender = sender;
  }

  /** Takes an item in, and sends it as soon as it may go. */
  public void add(T item) {
    List<T> load;
    synchronized (this) {
      waiting.add(item);
      boolean isExpected = othersAreExpected(clocks.now().monotonic());
      if (onTheWay > 0 && isExpected && waiting.size() < enough) {
        setTimer();
        return;
      }
      load = takeAll();
    }
    send(load);
  }

  private boolean othersAreExpected(MonotonicTime now) {
    MonotonicTime before = lastAt;
    lastAt = now;
    return before != null && now.since(before).compareTo(moment) <= 0;
  }

  private void send(List<T> load) {
    var unused = sender.apply(load).whenComplete((done, failure) -> answered());
  }

  private void answered() {
    List<T> load;
    synchronized (this) {
      onTheWay--;
      if (onTheWay > 0 || waiting.isEmpty()) {
        return; // those that wait have their timer
      }
      load = takeAll();
    }
    send(load);
  }

  /** Rings once a moment at most, however many items come. */
  private void setTimer() {
    if (isSet) {
      return;
    }
    long before = requests;
    try {
      var unused = timer.schedule(() -> ring(before), moment.toNanos(), TimeUnit.NANOSECONDS);
      isSet = true;
    } catch (RejectedExecutionException e) {
      isSet = false; // it is being closed: when all is answered, these go, too
    }
  }

  private void ring(long before) {
    List<T> load;
    synchronized (this) {
      isSet = false;
      if (waiting.isEmpty()) {
        return;
      }
      if (requests != before) {
        setTimer(); // what waits has come since
        return;
      }
      load = takeAll();
    }
    send(load);
  }

  private List<T> takeAll() {
    List<T> load = new ArrayList<>(waiting);
    waiting.clear();
    onTheWay++;
    requests++;
    return load;
  }
}
