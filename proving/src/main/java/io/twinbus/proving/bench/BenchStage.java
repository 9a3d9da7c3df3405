package io.twinbus.proving.bench;

import io.twinbus.rehearsal.children.Children;
import io.twinbus.rehearsal.children.JavaCommand;
import io.twinbus.rehearsal.stack.Endpoints;
import io.twinbus.rehearsal.stack.LocalProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a benchmark finds: local stacks in processes of their own, how many rounds count, and
 * somebody to tell results to. Thread-safe as long as one thread starts stacks.
 */
public final class BenchStage {

  private final Children children;
  private final int rounds;
  private final BenchProgress progress;
  private final Consumer<Result> hearer;
  private final List<Result> results = new ArrayList<>();
  private final List<Drawing> drawings = new ArrayList<>();
  private boolean judgedOnly;
  private @Nullable Distances distances;
  private @Nullable Endpoints lent;
  private int stacks;

  /** A stage whose processes are among {@code children}. */
  public BenchStage(
      Children children, int rounds, BenchProgress progress, Consumer<Result> hearer) {
    this.children = children;
    this.rounds = rounds;
    this.progress = progress;
    this.hearer = hearer;
  }

  /** How many rounds count. */
  public int rounds() {
    return rounds;
  }

  /** The processes of this run, and the directory for its files. */
  public Children children() {
    return children;
  }

  /** What is shown while one waits. */
  public BenchProgress progress() {
    return progress;
  }

  /**
   * Starts a local stack with the regions east and west.
   *
   * @param maxHeap the bound of its heap, as {@code -Xmx} takes it
   * @param arguments of its command line, beside the usual ones
   * @throws IOException when it cannot be started
   * @throws TimeoutException when it is not ready in time
   */
  public LocalProcess startStack(String maxHeap, List<String> arguments)
      throws IOException, InterruptedException, TimeoutException {
    progress.show("starting a local stack …");
    return LocalProcess.start(
        children,
        LocalProcess.command("local-" + ++stacks, arguments, JavaCommand.Jvm.FAST)
            .withMaxHeap(maxHeap));
  }

  /**
   * The same stage with a stack that runs in this process already: nobody who can do with one that
   * others have used starts one.
   */
  public BenchStage on(Endpoints stack) {
    lent = stack;
    return this;
  }

  /** The stack that runs in this process already; null: each benchmark starts its own. */
  public @Nullable Endpoints lent() {
    return lent;
  }

  /** The same stage with stacks that are so far away. */
  public BenchStage at(@Nullable Distances profile) {
    distances = profile;
    return this;
  }

  /** How far away its stacks are; null: nothing is between them and their clients. */
  public @Nullable Distances distances() {
    return distances;
  }

  /** The same stage for whoever tells only results that have a budget. */
  public BenchStage judgedOnly() {
    judgedOnly = true;
    return this;
  }

  /** Tells a result. */
  public void tell(Result result) {
    if (judgedOnly && result.budget() == null) {
      return;
    }
    results.add(result);
    progress.clear();
    hearer.accept(result);
  }

  /** Shows a drawing, when all is told. */
  public void show(Drawing drawing) {
    drawings.add(drawing);
  }

  /** All that were shown. */
  public List<Drawing> drawings() {
    return List.copyOf(drawings);
  }

  /** All that were told. */
  public List<Result> results() {
    return List.copyOf(results);
  }
}
