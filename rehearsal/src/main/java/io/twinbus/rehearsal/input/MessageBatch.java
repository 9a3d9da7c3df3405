package io.twinbus.rehearsal.input;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All messages of a run, in memory, checked before anything is started.
 *
 * <p>At most {@value #MAX_MESSAGES} messages with {@value #MAX_CHARACTERS} characters in all; an id
 * stands once in its session. Immutable and thread-safe.
 *
 * @param messages in the order to send them; at least one
 */
public record MessageBatch(List<InputMessage> messages) {

  /** The most messages that a run takes. */
  public static final int MAX_MESSAGES = 500_000;

  /** The most characters that the bodies of a run may have in all. */
  public static final long MAX_CHARACTERS = 256L << 20;

  /**
   * Checks and copies {@code messages}.
   *
   * @throws InputException when there are none, too many, or an id stands twice in its session
   */
  public MessageBatch {
    if (messages.isEmpty()) {
      throw new InputException("The input holds no message.");
    }
    refuseRepeats(messages);
    messages = Collections.unmodifiableList(new ArrayList<>(messages));
  }

  /**
   * Reads {@code source} to its end and closes it.
   *
   * @throws InputException for the first mistake in it
   */
  public static MessageBatch of(MessageSource source) {
    List<InputMessage> messages = new ArrayList<>();
    long characters = 0;
    try (source) {
      for (InputMessage next = source.next(); next != null; next = source.next()) {
        characters += next.body().length();
        if (messages.size() == MAX_MESSAGES || characters > MAX_CHARACTERS) {
          throw new InputException(
              "Line %d is too much: a run takes at most 500,000 messages with 256 MiB in all."
                  .formatted(next.line()));
        }
        messages.add(next);
      }
    }
    return new MessageBatch(messages);
  }

  /** How many messages there are. */
  public int size() {
    return messages.size();
  }

  /** How many sessions they are in. */
  public long sessions() {
    return messages.stream().map(InputMessage::session).distinct().count();
  }

  /** The messages one after the other. */
  public MessageSource source() {
    Iterator<InputMessage> iterator = messages.iterator();
    return new MessageSource() {
      @Override
      public @Nullable InputMessage next() {
        return iterator.hasNext() ? iterator.next() : null;
      }

      @Override
      public void close() {
        // nothing is open
      }
    };
  }

  private static void refuseRepeats(List<InputMessage> messages) {
    Map<String, Map<String, Long>> seen = new HashMap<>();
    for (InputMessage message : messages) {
      Long first =
          seen.computeIfAbsent(message.session().value(), session -> new HashMap<>())
              .putIfAbsent(message.id().value(), message.line());
      if (first != null) {
        throw new InputException(
            "Line %d repeats the id '%s' of session '%s' from line %d: repeats could not be told from effects that happened twice."
                .formatted(message.line(), message.id(), message.session(), first));
      }
    }
  }
}
