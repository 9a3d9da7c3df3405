package io.twinbus.sender.message;

import io.twinbus.protocol.Body;
import io.twinbus.protocol.Headers;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.SessionId;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A message to send: its session, its id, its body and the other fields that Service Bus carries.
 *
 * <p>The id is the producer's stable name for the message. It is the same in every copy and on
 * every retry. Immutable and thread-safe.
 */
public final class OutboundMessage {

  private static final Set<Class<?>> PROPERTY_TYPES =
      Set.of(
          String.class,
          Boolean.class,
          Byte.class,
          Short.class,
          Integer.class,
          Long.class,
          Float.class,
          Double.class,
          Character.class,
          UUID.class);

  private final SessionId session;
  private final MessageId id;
  private final Body body;
  private final @Nullable String contentType;
  private final @Nullable String subject;
  private final @Nullable String correlationId;
  private final @Nullable String replyTo;
  private final @Nullable String replyToSession;
  private final @Nullable Duration timeToLive;
  private final @Nullable Instant notBefore;
  private final boolean outsideOrder;
  private final Map<String, Object> properties;
  private final @Nullable ExplicitSequence sequence;

  private OutboundMessage(Builder builder) {
    this.session = builder.session;
    this.id = builder.id;
    this.body = builder.body;
    this.contentType = builder.contentType;
    this.subject = builder.subject;
    this.correlationId = builder.correlationId;
    this.replyTo = builder.replyTo;
    this.replyToSession = builder.replyToSession;
    this.timeToLive = builder.timeToLive;
    this.notBefore = builder.notBefore;
    this.outsideOrder = builder.outsideOrder;
    this.properties = Map.copyOf(builder.properties);
    this.sequence = builder.sequence;
  }

  /**
   * Begins a message with the id {@code id} for {@code session}.
   *
   * @throws io.twinbus.protocol.InvalidNameException when either is empty or too long
   */
  public static Builder of(String session, String id) {
    return new Builder(new SessionId(session), new MessageId(id));
  }

  /** Begins a message with the id {@code id} for {@code session}. */
  public static Builder of(SessionId session, MessageId id) {
    return new Builder(session, id);
  }

  /** The session. */
  public SessionId session() {
    return session;
  }

  /** The id. */
  public MessageId id() {
    return id;
  }

  /** The body; default empty. */
  public Body body() {
    return body;
  }

  /** The body's content type, such as {@code application/json}. */
  public Optional<String> contentType() {
    return Optional.ofNullable(contentType);
  }

  /** The subject (label). */
  public Optional<String> subject() {
    return Optional.ofNullable(subject);
  }

  /** The id of what this message is correlated with. */
  public Optional<String> correlationId() {
    return Optional.ofNullable(correlationId);
  }

  /** The entity that takes replies. */
  public Optional<String> replyTo() {
    return Optional.ofNullable(replyTo);
  }

  /** The session that takes replies. */
  public Optional<String> replyToSession() {
    return Optional.ofNullable(replyToSession);
  }

  /** How long after it was sent the message expires; empty when it never does. */
  public Optional<Duration> timeToLive() {
    return Optional.ofNullable(timeToLive);
  }

  /** When the message may run first; empty: at once. */
  public Optional<Instant> notBefore() {
    return Optional.ofNullable(notBefore);
  }

  /** Whether it stands outside the order of its session. */
  public boolean isOutsideOrder() {
    return outsideOrder;
  }

  /** The application properties, without those of the protocol. */
  public Map<String, Object> properties() {
    return properties;
  }

  /** The place that the application gave it; empty when the sender numbers it. */
  public Optional<ExplicitSequence> sequence() {
    return Optional.ofNullable(sequence);
  }

  /** Begins a message with all fields of this one. */
  public Builder toBuilder() {
    Builder builder = new Builder(session, id);
    builder.body = body;
    builder.contentType = contentType;
    builder.subject = subject;
    builder.correlationId = correlationId;
    builder.replyTo = replyTo;
    builder.replyToSession = replyToSession;
    builder.timeToLive = timeToLive;
    builder.notBefore = notBefore;
    builder.outsideOrder = outsideOrder;
    builder.sequence = sequence;
    builder.properties.putAll(properties);
    return builder;
  }

  @Override
  public String toString() {
    return "OutboundMessage[%s %s, %s]".formatted(session, id, body);
  }

  /** Builds one message; not thread-safe. */
  public static final class Builder {

    private final SessionId session;
    private final MessageId id;
    private final Map<String, Object> properties = new LinkedHashMap<>();
    private Body body = Body.empty();
    private @Nullable String contentType;
    private @Nullable String subject;
    private @Nullable String correlationId;
    private @Nullable String replyTo;
    private @Nullable String replyToSession;
    private @Nullable Duration timeToLive;
    private @Nullable Instant notBefore;
    private boolean outsideOrder;
    private @Nullable ExplicitSequence sequence;

    private Builder(SessionId session, MessageId id) {
      this.session = session;
      this.id = id;
    }

    /** Sets the body; default empty. */
    public Builder body(Body value) {
      body = value;
      return this;
    }

    /** Sets the body to the UTF-8 form of {@code text}. */
    public Builder body(String text) {
      return body(Body.ofUtf8(text));
    }

    /** Sets the body's content type; default none. */
    public Builder contentType(String value) {
      contentType = value;
      return this;
    }

    /** Sets the subject (label); default none. */
    public Builder subject(String value) {
      subject = value;
      return this;
    }

    /** Sets the id of what this message is correlated with; default none. */
    public Builder correlationId(String value) {
      correlationId = value;
      return this;
    }

    /** Sets where replies go: an entity, and the session in it; default none. */
    public Builder replyTo(String entity, String replySession) {
      replyTo = entity;
      replyToSession = replySession;
      return this;
    }

    /**
     * Sets how long after it was sent the message expires; default never. Receivers dead-letter an
     * expired message, in all regions alike.
     *
     * @throws InvalidMessageException when {@code value} is not positive
     */
    public Builder timeToLive(Duration value) {
      if (value.isNegative() || value.isZero()) {
        throw new InvalidMessageException(
            "The time to live is " + value + ": give a positive duration.");
      }
      timeToLive = value;
      return this;
    }

    /**
     * Sets when the message may run first; default: at once. <b>Its session waits for it</b>: what
     * the producer sends to the session behind it runs behind it. Say {@link #outsideOrder()} where
     * the others are to go on. Receivers judge by their own clocks. A time in the past means at
     * once.
     *
     * <p>The time is at most 7 days ahead, and before the message's expiry; otherwise {@link
     * io.twinbus.sender.Sender#send} fails with {@link SendFailedException.Kind#WRONG_TIME}.
     */
    public Builder notBefore(Instant value) {
      notBefore = value.truncatedTo(ChronoUnit.MILLIS);
      return this;
    }

    /**
     * Puts the message outside the order of its session: it waits for no other message, and none
     * waits for it. The broker keeps it until {@link #notBefore(Instant)}, so that no receiver
     * holds the session meanwhile. It still runs alone in its session, and once.
     */
    public Builder outsideOrder() {
      outsideOrder = true;
      return this;
    }

    /**
     * Adds an application property.
     *
     * @throws InvalidMessageException when the name has the protocol's prefix {@code tb-}, or the
     *     value is not a text, truth value, number, character or UUID
     */
    public Builder property(String name, Object value) {
      if (name.isEmpty() || name.startsWith(Headers.PREFIX)) {
        throw new InvalidMessageException(
            ("The application property '%s' has no usable name: give a name that is not empty and does"
                    + " not begin with '%s'.")
                .formatted(name, Headers.PREFIX));
      }
      if (!PROPERTY_TYPES.contains(value.getClass())) {
        throw new InvalidMessageException(
            ("The application property '%s' is a %s: give a text, truth value, number, character or"
                    + " UUID.")
                .formatted(name, value.getClass().getName()));
      }
      properties.put(name, value);
      return this;
    }

    /**
     * Sets the message's place in a stream of the application; default: the sender's next number.
     * {@link ExplicitSequence} says what this promises and demands.
     */
    public Builder sequence(ExplicitSequence value) {
      sequence = value;
      return this;
    }

    /**
     * The message.
     *
     * @throws InvalidMessageException when it has a place in a stream and stands outside the order
     */
    public OutboundMessage build() {
      if (outsideOrder && sequence != null) {
        throw new InvalidMessageException(
            "Message '%s' has a place in an explicit stream and stands outside the order: give it one of the two."
                .formatted(id));
      }
      return new OutboundMessage(this);
    }
  }
}
