package io.twinbus.simulation;

import static io.twinbus.simulation.InvariantViolated.require;

import io.twinbus.ledger.Owner;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.Suspect;
import io.twinbus.ledger.rules.InDoubt;
import io.twinbus.ledger.rules.SuspectRule;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.receiver.session.FlowSettings;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Looks at what is held against messages: only what happened is counted, and all of it. */
final class SuspectAudit {

  private final Messages messages;
  private final Supplier<FlowSettings.Attempts> attempts;
  private final Set<SessionId> evicted = new HashSet<>();

  SuspectAudit(Messages messages, Supplier<FlowSettings.Attempts> attempts) {
    this.messages = messages;
    this.attempts = attempts;
  }

  /** A write was taken. */
  void accepted(@Nullable SessionRecord before, SessionRecord after, Writer writer) {
    Progress then = before == null ? Progress.NONE : before.progress();
    after.progress().eachSuspect((stream, now) -> marked(after.session(), stream, then, now));
    Owner owner = after.custody().owner();
    Owner previous = before == null ? null : before.custody().owner();
    boolean isClaim = owner != null && !owner.equals(previous) && !writer.isOperator();
    if (isClaim) {
      claimed(then, after, writer);
    }
    deathsCount(before, after, isClaim, writer);
    boolean isAfterADeath =
        previous == null
            ? before != null && before.status() == SessionStatus.PENDING
            : !writer.claims().contains(previous.claim());
    boolean isTakeover = isClaim && isAfterADeath;
    after.progress().eachSuspect((stream, now) -> counted(then, stream, now, isTakeover, writer));
    if (!writer.isOperator()) {
      stands(then, after.progress(), writer);
    }
    if (writer.isOperator()
        && (then.annex().pardons() < after.progress().annex().pardons()
            || (SuspectRule.started(then).isPresent()
                && SuspectRule.started(after.progress()).isEmpty()))) {
      pardon(after);
    }
  }

  /** A claim after a death counts it against what was started, whoever ended the dead claim. */
  private void deathsCount(
      @Nullable SessionRecord before, SessionRecord after, boolean isClaim, Writer writer) {
    Owner previous = before == null ? null : before.custody().owner();
    boolean isOwn =
        previous != null
            && (writer.claims().contains(previous.claim())
                || writer.isOurs().test(previous.instance()));
    if (writer.isOperator() && previous != null && after.custody().owner() == null) {
      evicted.add(after.session());
    } else if (writer.isOperator()) {
      evicted.remove(after.session());
    } else if (isClaim) {
      boolean isAfterADeath = previous == null ? evicted.remove(after.session()) : !isOwn;
      if (before != null && isAfterADeath) {
        before.progress().eachSuspect((stream, suspect) -> counted(after, stream, suspect, writer));
      }
    } else if (previous != null
        && after.custody().owner() == null
        && after.status() != SessionStatus.BLOCKED
        && !writer.claims().contains(previous.claim())) {
      evicted.add(after.session());
    }
  }

  private static void counted(
      SessionRecord after, StreamId stream, Suspect suspect, Writer writer) {
    int now = after.progress().suspect(stream, suspect.seq()).map(Suspect::takeovers).orElse(0);
    require(
        !suspect.started() || now == suspect.takeovers() + 1,
        Invariant.P3_ONCE,
        () ->
            "%s claimed %s after a death, and did not count it against %s-%d"
                .formatted(writer.name(), after.session(), stream, suspect.seq()));
  }

  /** Somebody has decided that the messages may run again. */
  private void pardon(SessionRecord record) {
    for (SentMessage message :
        Stream.concat(messages.all().stream(), messages.singles().stream()).toList()) {
      if (message.session.equals(record.session())) {
        message.pardoned = message.starts.size();
        message.pardonedBelow = record.token();
      }
    }
  }

  /** What is held against a message stands until it has ended. */
  private static void stands(Progress then, Progress now, Writer writer) {
    then.eachSuspect(
        (stream, suspect) ->
            require(
                now.cursor(stream) >= suspect.seq()
                    || now.suspect(stream, suspect.seq()).map(Suspect::counted).orElse(0)
                        >= suspect.counted(),
                Invariant.P3_ONCE,
                () ->
                    "%s forgot what was held against %s-%d"
                        .formatted(writer.name(), stream, suspect.seq())));
  }

  private void marked(SessionId session, StreamId stream, Progress then, Suspect now) {
    boolean was = then.suspect(stream, now.seq()).filter(Suspect::started).isPresent();
    SentMessage message = messages.find(session, stream, now.seq());
    if (now.started() && !was && message != null) {
      message.marks++;
    }
  }

  private void claimed(Progress then, SessionRecord after, Writer writer) {
    require(
        SuspectRule.started(after.progress()).isEmpty(),
        Invariant.P3_ONCE,
        () ->
            "%s claimed %s and left a message started"
                .formatted(writer.name(), Words.record(after)));
    require(
        attempts.get().inDoubt() == InDoubt.RERUN || SuspectRule.started(then).isEmpty(),
        Invariant.P3_ONCE,
        () ->
            "%s claimed %s though a start is in doubt"
                .formatted(writer.name(), Words.record(after)));
  }

  private static void counted(
      Progress then, StreamId stream, Suspect now, boolean isTakeover, Writer writer) {
    Optional<Suspect> known = then.suspect(stream, now.seq());
    int before = known.map(Suspect::takeovers).orElse(0);
    boolean wasStarted = known.filter(Suspect::started).isPresent();
    require(
        now.takeovers() == before || (now.takeovers() == before + 1 && isTakeover && wasStarted),
        Invariant.P3_ONCE,
        () ->
            "%s counted a takeover against %s-%d, which was not found started"
                .formatted(writer.name(), stream, now.seq()));
  }

  /** Attempts are used up only by calls, or by starts on record that a crash came in front of. */
  void condemned(SessionId session, StreamId stream, long seq) {
    SentMessage message = messages.find(session, stream, seq);
    int calls = message == null ? 0 : message.starts.size() + message.unlucky();
    require(
        calls >= attempts.get().max(),
        Invariant.P3_ONCE,
        () -> "%s/%s-%d was given up after %d calls".formatted(session, stream, seq, calls));
  }

  /** A call starts under the claim on record. */
  void starts(HandlerRun run, Progress progress) {
    Position position = run.message.position();
    Optional<Suspect> suspect = progress.suspect(position.stream(), position.seq());
    boolean isBlocking = attempts.get().inDoubt() == InDoubt.BLOCK;
    require(
        suspect.isPresent() ? suspect.get().started() : !isBlocking,
        Invariant.P3_ONCE,
        () -> "%s starts, and its start is not on record".formatted(run));
    require(
        run.invocation.attempt() == progress.attempts(position.stream(), position.seq()) + 1
            && suspect.map(Suspect::proven).orElse(0) < attempts.get().max(),
        Invariant.P3_ONCE,
        () ->
            "%s starts with %d attempts on record, of %d"
                .formatted(
                    run,
                    progress.attempts(position.stream(), position.seq()),
                    attempts.get().max()));
    run.message.markedStarts += suspect.isPresent() ? 1 : 0;
    run.isSuspect = suspect.isPresent();
    run.takeovers = suspect.map(Suspect::takeovers).orElse(0);
    if (isBlocking) {
      onlyAfterAnAnswer(run);
    }
  }

  /** With in-doubt: block a message starts again only if the end of its last call is known. */
  static void onlyAfterAnAnswer(HandlerRun run) {
    for (HandlerRun before :
        run.message.starts.subList(run.message.pardoned, run.message.starts.size())) {
      require(
          before.endedByItself || before.invocation.token() < run.message.pardonedBelow,
          Invariant.P3_ONCE,
          () -> "%s starts again, and it is not known how %s ended".formatted(run, before));
    }
  }

  /** What a takeover has found started runs alone among the suspects of its process. */
  void alone(HandlerRun run, Map<SessionId, List<HandlerRun>> open) {
    if (!run.isSuspect) {
      return;
    }
    open.values().stream()
        .flatMap(List::stream)
        .filter(other -> other.isSuspect && !other.excused)
        .filter(other -> other.worker.process() == run.worker.process() && !other.worker.isGone())
        .filter(other -> !other.message.session.equals(run.message.session))
        .forEach(
            other ->
                require(
                    other.takeovers == 0 && run.takeovers == 0,
                    Invariant.P5_LIVENESS,
                    () -> "%s starts beside %s, and one of them may kill".formatted(run, other)));
  }
}
