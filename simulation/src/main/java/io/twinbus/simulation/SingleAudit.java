package io.twinbus.simulation;

import static io.twinbus.simulation.InvariantViolated.require;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.EndState;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.Owner;
import io.twinbus.protocol.SessionId;
import java.time.Instant;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks at every write of a message record that the ledger has taken: ends have a cause and stand,
 * tokens only grow, nothing is taken from a worker that serves it, and only calls are counted.
 */
final class SingleAudit {

  private final Messages messages;
  private final BiPredicate<SessionId, Owner> isServing;
  private final IntSupplier maxAttempts;
  private final Ground ground;
  private final Set<ClaimId> lost = new HashSet<>();

  /**
   * {@code isServing} tells whether a worker serves the claim under which a message of the session
   * stands, its instance's lease holds, and nobody has given that claim back.
   */
  SingleAudit(
      Messages messages,
      BiPredicate<SessionId, Owner> isServing,
      IntSupplier maxAttempts,
      Ground ground) {
    this.messages = messages;
    this.isServing = isServing;
    this.maxAttempts = maxAttempts;
    this.ground = ground;
  }

  /** Whether somebody else took a message that stood under {@code claim}. */
  boolean wasTaken(ClaimId claim) {
    return lost.contains(claim);
  }

  void accepted(@Nullable MessageContent before, MessageRecord after, Writer writer) {
    ground.trace().say("ledger", () -> writer.name() + " wrote " + after.content());
    if (after.content() instanceof MessageContent.Page) {
      ground.score().count("page of ended ranges");
      return;
    }
    if (after.content() instanceof MessageContent.Cold document) {
      ground.score().count("cold stream");
      cooled(before, document, writer);
      return;
    }
    require(
        !(before instanceof MessageContent.Over),
        Invariant.P1_NO_LOSS,
        () -> "%s wrote %s over the end %s".formatted(writer.name(), after.content(), before));
    require(
        before == null || token(after.content()) >= token(before),
        Invariant.P4_FENCING,
        () -> "%s wrote %s over %s".formatted(writer.name(), after.content(), before));
    if (before instanceof MessageContent.Open open && !writer.isOperator()) {
      takenFrom(open, after, writer);
    }
    if (after.content() instanceof MessageContent.Over over) {
      ended(message(after.session(), over), over, writer);
    } else if (after.content() instanceof MessageContent.Open open) {
      taken(before, message(after.session(), open), open, writer);
    }
  }

  /** A cold stream's cursor is never lowered. */
  private static void cooled(
      @Nullable MessageContent before, MessageContent.Cold document, Writer writer) {
    require(
        !(before instanceof MessageContent.Cold known)
            || known.cursor().seq() <= document.cursor().seq(),
        Invariant.P1_NO_LOSS,
        () -> "%s wrote %s over %s".formatted(writer.name(), document, before));
  }

  private SentMessage message(SessionId session, MessageContent content) {
    return Objects.requireNonNull(messages.single(session, content.key()));
  }

  private static long token(MessageContent content) {
    return content instanceof MessageContent.Open open
        ? open.token()
        : ((MessageContent.Over) content).token();
  }

  private void takenFrom(MessageContent.Open open, MessageRecord after, Writer writer) {
    Owner owner = open.owner();
    if (owner == null || writer.claims().contains(owner.claim())) {
      return;
    }
    lost.add(owner.claim());
    require(
        !isServing.test(after.session(), owner),
        Invariant.P4_FENCING,
        () ->
            "%s wrote %s over that of a worker which serves it and whose lease holds"
                .formatted(writer.name(), after.content()));
  }

  private void taken(
      @Nullable MessageContent before,
      SentMessage message,
      MessageContent.Open open,
      Writer writer) {
    boolean wasStarted =
        before instanceof MessageContent.Open then
            && then.tries().started()
            && Objects.equals(then.owner(), open.owner());
    if (open.tries().started() && !wasStarted) {
      message.marks++;
    }
    require(
        message.starts.size() + message.unlucky() >= open.tries().attempts(),
        Invariant.P3_ONCE,
        () ->
            "%s has %d attempts of %s on record after %d calls"
                .formatted(writer.name(), open.tries().attempts(), message, message.starts.size()));
  }

  private void ended(SentMessage message, MessageContent.Over over, Writer writer) {
    EndState end = over.state();
    ground.score().count("single ended " + end);
    boolean isGivenUp = over.reason().equals("MaxAttemptsExceeded");
    switch (end) {
      case DONE ->
          require(
              message.completed,
              Invariant.P1_NO_LOSS,
              () -> "%s ended %s as DONE, and no call has".formatted(writer.name(), message));
      case DEAD ->
          require(
              isGivenUp
                  ? message.starts.size() + message.unlucky() >= maxAttempts.getAsInt()
                  : message.condemned || isExpired(message),
              Invariant.P1_NO_LOSS,
              () -> "%s ended %s as DEAD without a cause".formatted(writer.name(), message));
      default ->
          require(
              writer.isOperator() && end == EndState.SKIPPED,
              Invariant.P1_NO_LOSS,
              () -> "%s ended %s as %s".formatted(writer.name(), message, end));
    }
  }

  private boolean isExpired(SentMessage message) {
    Instant expiry = message.isForeign ? null : message.headers.expiresAt();
    Instant latest = ProcessClock.START.plus(ground.timeline().now()).plusSeconds(30);
    return expiry != null && !latest.isBefore(expiry);
  }
}
