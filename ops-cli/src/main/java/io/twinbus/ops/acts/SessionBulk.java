package io.twinbus.ops.acts;

import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.command.Waits;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One act on many sessions, at a rate.
 *
 * <ol>
 *   <li>Sessions are acted on in their order, at most {@value #AT_ONCE} at a time.
 *   <li>A session whose state refuses the act, because it was changed meanwhile or a worker has not
 *       given it up, is left as it is.
 *   <li>After {@value #MOST_FAILURES} failures without a success between them the rest is not
 *       tried: the ledger is not well.
 *   <li>An interruption ends it between two sessions. Each act stands by itself, so the same
 *       command goes on with those that are left.
 * </ol>
 *
 * <p>Used once, by one thread.
 */
public final class SessionBulk {

  static final int AT_ONCE = 8;
  static final int MOST_FAILURES = 10;
  private static final int MOST_SENTENCES = 5;
  private static final Duration TO_END = Duration.ofSeconds(30);

  /** What is done to one session. */
  @FunctionalInterface
  public interface SingleAct {

    /**
     * Does it.
     *
     * @throws CommandFailure when it is refused, or it is not known whether it was done
     */
    void on(SessionId session);
  }

  /**
   * What came of it.
   *
   * @param acted on how many sessions it was done
   * @param left how many refused it
   * @param failed how many it is not known of, or could not be reached
   * @param untried how many were not tried
   * @param sentences why, for some of them
   */
  public record Outcome(int acted, int left, int failed, int untried, List<String> sentences) {

    /** Copies {@code sentences}. */
    public Outcome {
      sentences = List.copyOf(sentences);
    }

    /** Whether it was done to all. */
    public boolean isComplete() {
      return left + failed + untried == 0;
    }
  }

  private final CliContext context;
  private final int perSecond;
  private final SingleAct act;
  private final IntConsumer progress;
  private final List<String> sentences = new ArrayList<>();
  private int acted;
  private int left;
  private int failed;
  private int failedInRow;

  /**
   * Prepares the act.
   *
   * @param progress hears now and then how many sessions have been tried
   */
  public SessionBulk(CliContext context, int perSecond, SingleAct act, IntConsumer progress) {
    this.context = context;
    this.perSecond = perSecond;
    this.act = act;
    this.progress = progress;
  }

  /** Acts on {@code sessions}; blocks until all that were begun have ended. */
  public Outcome run(List<SessionId> sessions) {
    ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
    Semaphore places = new Semaphore(AT_ONCE);
    MonotonicTime begin = now();
    int tried = 0;
    try {
      for (SessionId session : sessions) {
        awaitTurn(begin.plus(Duration.ofSeconds(1).multipliedBy(tried).dividedBy(perSecond)));
        places.acquireUninterruptibly();
        if (isHopeless()) {
          break;
        }
        tried++;
        threads.execute(() -> one(session, places));
        progress.accept(tried);
      }
    } finally {
      end(threads);
    }
    synchronized (this) {
      return new Outcome(acted, left, failed, sessions.size() - tried, sentences);
    }
  }

  private void awaitTurn(MonotonicTime due) {
    Duration early = due.since(now());
    if (!early.isNegative() && !early.isZero()) {
      Waits.between(context, early);
    }
  }

  private void one(SessionId session, Semaphore places) {
    try {
      act.on(session);
      count(null);
    } catch (CommandFailure failure) {
      count(failure);
    } catch (RuntimeException e) {
      count(new CommandFailure(ExitCode.FAILURE, "Session '%s': %s".formatted(session, e), e));
    } finally {
      places.release();
    }
  }

  private synchronized void count(@Nullable CommandFailure failure) {
    if (failure == null) {
      acted++;
      failedInRow = 0;
      return;
    }
    boolean isRefused =
        failure.exitCode() == ExitCode.CONFLICT || failure.exitCode() == ExitCode.NOT_FOUND;
    if (isRefused) {
      left++;
      failedInRow = 0;
    } else {
      failed++;
      failedInRow++;
    }
    if (sentences.size() < MOST_SENTENCES) {
      sentences.add(String.valueOf(failure.getMessage()));
    }
  }

  private synchronized boolean isHopeless() {
    return failedInRow >= MOST_FAILURES;
  }

  private static void end(ExecutorService threads) {
    threads.shutdown();
    boolean isInterrupted = Thread.interrupted();
    try {
      if (!threads.awaitTermination(TO_END.toMillis(), TimeUnit.MILLISECONDS)) {
        threads.shutdownNow();
      }
    } catch (InterruptedException e) {
      threads.shutdownNow();
      isInterrupted = true;
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private MonotonicTime now() {
    return context.clocks().now().monotonic();
  }
}
