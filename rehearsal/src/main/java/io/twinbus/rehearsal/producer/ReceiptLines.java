package io.twinbus.rehearsal.producer;

import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.rehearsal.input.InputMessage;
import java.io.PrintWriter;
import java.util.Optional;

/**
 * A line for each thing that becomes of a message, written at once, so that whoever reads them
 * knows after a kill what had been acknowledged. Thread-safe.
 */
public final class ReceiptLines implements SendObserver {

  private static final String SENT = "sent ";
  private static final String SAFE = "safe ";
  private static final String FAILED = "failed ";

  private final PrintWriter out;
  private final SendObserver next;

  /** Writes to {@code out} and tells {@code next}, too. */
  public ReceiptLines(PrintWriter out, SendObserver next) {
    this.out = out;
    this.next = next;
  }

  /** What became of a message. */
  public enum Event {
    /** It is about to be sent. */
    SENT,
    /** It is safe. */
    SAFE,
    /** It was not accepted. */
    FAILED
  }

  /**
   * One such line.
   *
   * @param line where the message stands in the input, from 1
   */
  public record Receipt(Event event, long line) {

    /** Reads one; empty when {@code text} is something else. */
    public static Optional<Receipt> parse(String text) {
      for (Event event : Event.values()) {
        String prefix = prefix(event);
        if (text.startsWith(prefix)) {
          String number = text.substring(prefix.length()).split(" ", 2)[0];
          return number.matches("\\d{1,18}")
              ? Optional.of(new Receipt(event, Long.parseLong(number)))
              : Optional.empty();
        }
      }
      return Optional.empty();
    }

    private static String prefix(Event event) {
      return switch (event) {
        case SENT -> SENT;
        case SAFE -> SAFE;
        case FAILED -> FAILED;
      };
    }
  }

  @Override
  public void sent(InputMessage message, MonotonicTime at) {
    write(SENT + message.line());
    next.sent(message, at);
  }

  @Override
  public void acknowledged(InputMessage message) {
    write(SAFE + message.line());
    next.acknowledged(message);
  }

  @Override
  public void failed(InputMessage message, Throwable failure) {
    write(FAILED + message.line() + ' ' + String.valueOf(failure.getMessage()).replace('\n', ' '));
    next.failed(message, failure);
  }

  private synchronized void write(String line) {
    out.println(line);
    out.flush();
  }
}
