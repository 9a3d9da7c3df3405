package io.twinbus.certify.run;

import io.twinbus.certify.check.Finding;
import io.twinbus.certify.check.Result;
import io.twinbus.certify.check.Trial;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Runs trials, several at a time, since most of them wait. A trial that has not ended within its
 * bound is interrupted and counts as not run, and so does one that throws. Not thread-safe.
 */
public final class Examination {

  private final Clocks clocks;
  private final int atATime;

  /** An examination by these clocks that runs {@code atATime} trials at a time. */
  public Examination(Clocks clocks, int atATime) {
    this.clocks = clocks;
    this.atATime = atATime;
  }

  /**
   * Runs {@code trials}; answers their results in the same order. Blocks.
   *
   * @param progress hears of each result when it is there; called by several threads, one at a time
   */
  public List<Result> run(List<Trial> trials, Consumer<Result> progress)
      throws InterruptedException {
    ExecutorService places = Executors.newFixedThreadPool(atATime, Examination::daemon);
    ExecutorService acts = Executors.newCachedThreadPool(Examination::daemon);
    try {
      List<Future<Result>> running = new ArrayList<>();
      for (Trial trial : trials) {
        running.add(places.submit(() -> told(progress, run(trial, acts))));
      }
      List<Result> results = new ArrayList<>();
      for (Future<Result> one : running) {
        results.add(one.get());
      }
      return results;
    } catch (ExecutionException e) {
      throw new IllegalStateException("A trial's end could not be noted.", e.getCause());
    } finally {
      places.shutdownNow();
      acts.shutdownNow();
    }
  }

  private Result run(Trial trial, ExecutorService acts) throws InterruptedException {
    MonotonicTime begun = clocks.now().monotonic();
    Finding verdict = verdict(trial, acts);
    Duration took = clocks.now().monotonic().since(begun);
    return new Result(trial.assumption(), trial.place(), verdict, took);
  }

  private static Finding verdict(Trial trial, ExecutorService acts) throws InterruptedException {
    Duration bound = trial.assumption().bound();
    Future<Finding> act = acts.submit(trial.act());
    try {
      return act.get(bound.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      act.cancel(true);
      return Finding.notRun("It did not end within %d s.".formatted(bound.toSeconds()));
    } catch (ExecutionException e) {
      return Finding.notRun(
          "The service did not answer as needed: %s"
              .formatted(reason(e.getCause() == null ? e : e.getCause())));
    }
  }

  private static String reason(Throwable failure) {
    String line = String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
    // What follows is for the vendor's support, and fills lines.
    String text = line.replaceFirst(" ?TrackingId:.*", "");
    return failure.getClass().getSimpleName() + ": " + text;
  }

  private static synchronized Result told(Consumer<Result> progress, Result result) {
    progress.accept(result);
    return result;
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "certify");
    thread.setDaemon(true);
    return thread;
  }
}
