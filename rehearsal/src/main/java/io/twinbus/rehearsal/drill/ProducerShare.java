package io.twinbus.rehearsal.drill;

import io.twinbus.protocol.time.Clocks;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.rehearsal.children.ChildProcess;
import io.twinbus.rehearsal.children.Children;
import io.twinbus.rehearsal.children.JavaCommand;
import io.twinbus.rehearsal.input.FieldNames;
import io.twinbus.rehearsal.input.InputMessage;
import io.twinbus.rehearsal.producer.ReceiptLines.Receipt;
import io.twinbus.rehearsal.producer.SendHistory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of one producer, and the process that sends their messages now.
 *
 * <p>After a kill a new incarnation goes on with what was not acknowledged, as an application does
 * that keeps nothing but its input. Thread-safe.
 */
final class ProducerShare {

  private static final String MAX_HEAP = "256m";
  private static final Duration OUTPUT_BOUND = Duration.ofSeconds(30);
  private static final double MILLIS = 1000;
  private static final double SLOWEST = 1;
  private static final int PARTIAL = 6;

  private final String name;
  private final List<InputMessage> messages;
  private final Means means;
  private final CompletableFuture<Void> done = new CompletableFuture<>();
  private int incarnations;
  private boolean sending;
  private @Nullable ChildProcess current;

  /** What every producer of a run uses. */
  record Means(
      Children children, Path config, FieldNames fields, SendHistory history, Clocks clocks) {}

  ProducerShare(String name, List<InputMessage> messages, Means means) {
    this.name = name;
    this.messages = List.copyOf(messages);
    this.means = means;
  }

  /** Sends what is not acknowledged, evenly until {@code end}. */
  synchronized void start(MonotonicTime end) throws IOException {
    List<InputMessage> left =
        messages.stream().filter(message -> !means.history().isAnswered(message)).toList();
    if (left.isEmpty()) {
      done.complete(null);
      return;
    }
    String incarnation = name + "-" + ++incarnations;
    Path input = means.children().directory().resolve(incarnation + ".ndjson");
    Files.write(input, left.stream().map(InputMessage::body).toList());
    double seconds = end.since(means.clocks().now().monotonic()).toMillis() / MILLIS;
    List<String> arguments =
        new ArrayList<>(
            List.of("send", "--config", means.config().toString(), "--input", input.toString()));
    arguments.addAll(List.of("--session-field", means.fields().session()));
    arguments.addAll(List.of("--id-field", means.fields().id(), "--receipts"));
    if (seconds > 1) {
      arguments.add("--rate");
      arguments.add(Double.toString(Math.max(SLOWEST, left.size() / seconds)));
    }
    JavaCommand command =
        new JavaCommand(incarnation, MAX_HEAP, arguments, Map.of(), JavaCommand.Jvm.SMALL);
    ChildProcess child =
        means.children().start(command, line -> false, line -> take(line, incarnation, left));
    current = child;
    var unused = child.ended().thenAccept(code -> ended(child, code));
  }

  private void take(String line, String incarnation, List<InputMessage> sent) {
    synchronized (this) {
      sending = true;
    }
    Receipt.parse(line)
        .ifPresent(
            receipt -> {
              InputMessage message = sent.get((int) receipt.line() - 1);
              switch (receipt.event()) {
                case SENT ->
                    means.history().sent(message, incarnation, means.clocks().now().monotonic());
                case SAFE -> means.history().acknowledged(message);
                case FAILED -> means.history().failed(message, line);
              }
            });
  }

  private synchronized void ended(ChildProcess child, int code) {
    if (current != child) {
      return; // it was killed, and another one goes on
    }
    current = null;
    if (code == 0 || code == PARTIAL) {
      done.complete(null);
    } else {
      done.completeExceptionally(
          new IllegalStateException(
              "The producer %s ended by itself with exit code %d; its log is %s."
                  .formatted(child.name(), code, child.log())));
    }
  }

  /** Kills the process; false: it has nothing to send any more. */
  boolean kill() throws InterruptedException {
    ChildProcess victim;
    synchronized (this) {
      victim = current;
      current = null;
    }
    if (victim == null) {
      return false;
    }
    victim.kill();
    if (!victim.awaitOutputEnd(OUTPUT_BOUND)) {
      throw new IllegalStateException(
          "What " + victim.name() + " wrote cannot be read to its end.");
    }
    return true;
  }

  /** Whether it has begun to send, or has nothing to send. */
  synchronized boolean hasSent() {
    return sending || done.isDone();
  }

  /** The ids of its sessions. */
  List<String> sessions() {
    return messages.stream().map(message -> message.session().value()).distinct().toList();
  }

  /** Completes when everything was answered and every region has its copies, or it gave up. */
  CompletableFuture<Void> done() {
    return done.copy();
  }
}
