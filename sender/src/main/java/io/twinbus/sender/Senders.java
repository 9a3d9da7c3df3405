package io.twinbus.sender;

import io.twinbus.protocol.settings.ConfiguredQueues;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.InvalidSettingException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * The senders of an application with several queues, one for each queue of {@code twinbus.queues},
 * by its name.
 *
 * <p>A sender is built when it is first asked for, and closes with this. Thread-safe.
 */
public final class Senders implements AutoCloseable {

  private static final String HOW_TO_NAME = "Senders.of(queue)";

  private final FlatSettings configuration;
  private final SortedSet<String> queues;
  private final UnaryOperator<SenderBuilder> extended;
  private final SortedMap<String, Sender> built = new TreeMap<>();
  private boolean isClosed;

  private Senders(
      FlatSettings configuration, SortedSet<String> queues, UnaryOperator<SenderBuilder> extended) {
    this.configuration = configuration;
    this.queues = queues;
    this.extended = extended;
  }

  /**
   * The senders for the queues of {@code configuration}, or for its only queue or topic; none is
   * built yet.
   *
   * @param extended adds to each sender's builder what the application has for it, such as metrics
   *     and links
   * @throws InvalidSettingException with one sentence for each mistake, also for a name below
   *     {@code twinbus} that is no setting
   */
  public static Senders from(FlatSettings configuration, UnaryOperator<SenderBuilder> extended) {
    SortedSet<String> queues =
        configuration.collect(
            flat -> {
              flat.refuseUnknown();
              return new TreeSet<>(ConfiguredQueues.of(flat).keySet());
            });
    return new Senders(configuration, queues, extended);
  }

  /** The names of the queues. */
  public SortedSet<String> queues() {
    return Collections.unmodifiableSortedSet(queues);
  }

  /**
   * The sender for {@code queue}, the same at each call.
   *
   * @throws InvalidSettingException with one sentence for each mistake in the queue's settings, and
   *     for a queue that the configuration does not name
   * @throws io.twinbus.sender.journal.JournalException when its journal cannot be opened
   * @throws IllegalStateException when this is closed
   */
  public Sender of(String queue) {
    return sender(Optional.of(queue));
  }

  /**
   * The sender for the only queue, the same that {@link #of} answers.
   *
   * @throws InvalidSettingException where there are several queues, and as {@link #of} does
   * @throws io.twinbus.sender.journal.JournalException when its journal cannot be opened
   * @throws IllegalStateException when this is closed
   */
  public Sender only() {
    return sender(Optional.empty());
  }

  private synchronized Sender sender(Optional<String> named) {
    var unused = ConfiguredQueues.one(configuration, named, HOW_TO_NAME);
    if (isClosed) {
      throw new IllegalStateException("The senders are closed.");
    }
    String queue = named.orElseGet(() -> queues.first());
    Sender known = built.get(queue);
    if (known == null) {
      known = extended.apply(SenderBuilder.from(configuration, queue)).build();
      built.put(queue, known);
    }
    return known;
  }

  /**
   * Closes every sender that was built, all at the same time and each within its configured time. A
   * caller that is interrupted returns at once, and the senders go on closing.
   */
  @Override
  public void close() {
    List<Sender> open;
    synchronized (this) {
      isClosed = true;
      open = new ArrayList<>(built.values());
      built.clear();
    }
    List<Thread> closing = open.stream().map(Senders::closing).toList();
    for (Thread each : closing) {
      try {
        each.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private static Thread closing(Sender sender) {
    Thread thread = new Thread(sender::close, "closing-sender");
    thread.start();
    return thread;
  }
}
