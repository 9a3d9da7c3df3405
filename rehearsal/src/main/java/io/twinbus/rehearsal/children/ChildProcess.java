package io.twinbus.rehearsal.children;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A child process, its standard error kept in a log file. Thread-safe.
 *
 * <p>It ends with this process. A paused child goes on (and then ends) with it, too.
 */
public final class ChildProcess {

  private final String name;
  private final Process process;
  private final Path log;
  private final CompletableFuture<String> ready = new CompletableFuture<>();
  private final CompletableFuture<Void> outputEnded = new CompletableFuture<>();

  private ChildProcess(String name, Process process, Path log) {
    this.name = name;
    this.process = process;
    this.log = log;
  }

  /**
   * Starts {@code command} in {@code directory}, where its log goes.
   *
   * @param readyLine which line, on either output, says that the child is ready
   * @param listener is told each line of its standard output
   * @throws IOException when it cannot be started
   */
  static ChildProcess start(
      JavaCommand command, Path directory, Predicate<String> readyLine, Consumer<String> listener)
      throws IOException {
    Path log = directory.resolve(command.name() + ".log");
    Process process = command.toProcess(directory).start();
    ChildProcess child = new ChildProcess(command.name(), process, log);
    Writer out = Files.newBufferedWriter(log, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    Consumer<String> watch = child.readyOn(readyLine);
    child.pump(
        () -> {
          copy(process.getInputStream(), Writer.nullWriter(), watch.andThen(listener));
          child.outputEnded.complete(null);
        });
    child.pump(
        () -> {
          copy(process.getErrorStream(), out, watch);
          child.fail();
        });
    return child;
  }

  private void pump(Runnable work) {
    Thread thread = new Thread(work, "output of " + name);
    thread.setDaemon(true);
    thread.start();
  }

  private Consumer<String> readyOn(Predicate<String> readyLine) {
    return line -> {
      if (readyLine.test(line)) {
        ready.complete(line);
      }
    };
  }

  private static void copy(InputStream output, Writer to, Consumer<String> each) {
    try (BufferedReader lines =
            new BufferedReader(new InputStreamReader(output, StandardCharsets.UTF_8));
        to) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        to.write(line + '\n');
        to.flush();
        each.accept(line);
      }
    } catch (IOException e) {
      // the child is gone, and its last words with it
    }
  }

  /** Tells whoever waits that it will never be ready; comes after its last line is in the log. */
  private void fail() {
    try {
      ready.completeExceptionally(new ChildFailedException(name, process.waitFor(), log));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** What logs and messages call it. */
  public String name() {
    return name;
  }

  /** Where its standard error goes. */
  public Path log() {
    return log;
  }

  /** Its process id. */
  public long pid() {
    return process.pid();
  }

  /** Whether it has not ended. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Completes when it has ended, with its exit code. */
  public CompletableFuture<Integer> ended() {
    return process.onExit().thenApply(Process::exitValue);
  }

  /**
   * Waits until it has ended, and returns its exit code.
   *
   * @throws TimeoutException with a sentence when it took longer than {@code bound}
   */
  public int awaitEnd(Duration bound) throws InterruptedException, TimeoutException {
    if (!process.waitFor(bound.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new TimeoutException(
          "%s did not end within %d s, see %s".formatted(name, bound.toSeconds(), log));
    }
    return process.exitValue();
  }

  /** Completes with the line that says it is ready; exceptionally when it ended before. */
  public CompletableFuture<String> ready() {
    return ready.copy();
  }

  /**
   * Waits until all of its standard output has been read; false: it goes on after {@code bound}.
   * What a killed child had written before is read, too.
   */
  public boolean awaitOutputEnd(Duration bound) throws InterruptedException {
    try {
      outputEnded.get(bound.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  /**
   * Waits for the line that says it is ready, and returns that line.
   *
   * @throws ChildFailedException when it ended before
   * @throws TimeoutException when it took longer than {@code bound}
   */
  public String awaitReady(Duration bound) throws InterruptedException, TimeoutException {
    try {
      return ready.get(bound.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof ChildFailedException failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  /** Ends it at once (SIGKILL) and waits until it is gone. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Asks it to end (SIGTERM) without waiting. */
  public void terminate() {
    // Process.destroy closes the child's input, too, and its end is what tells it that we are gone.
    process.toHandle().destroy();
  }

  /** Asks it to end (SIGTERM) and kills it if it has not within {@code grace}. */
  public void stop(Duration grace) throws InterruptedException {
    terminate();
    if (!process.waitFor(grace.toMillis(), TimeUnit.MILLISECONDS)) {
      kill();
    }
  }

  /**
   * Stops it where it stands (SIGSTOP) until the result is ended.
   *
   * @throws IOException when the signal cannot be sent
   */
  public Pause pause() throws IOException, InterruptedException {
    return Pause.of(process.pid());
  }

  /** Ends it at once (SIGKILL) without waiting. */
  public void end() {
    process.destroyForcibly();
  }
}
