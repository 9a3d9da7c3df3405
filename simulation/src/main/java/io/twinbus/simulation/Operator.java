package io.twinbus.simulation;

import io.twinbus.ledger.Block;
import io.twinbus.ledger.Custody;
import io.twinbus.ledger.Directive;
import io.twinbus.ledger.EndState;
import io.twinbus.ledger.Gap;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.rules.ColdRule;
import io.twinbus.ledger.rules.DirectiveRule;
import io.twinbus.ledger.rules.GapRule;
import io.twinbus.ledger.rules.OperatorDecision;
import io.twinbus.ledger.rules.OperatorOrder;
import io.twinbus.ledger.rules.OperatorRule;
import io.twinbus.ledger.rules.OwnerState;
import io.twinbus.ledger.rules.ProgressRule;
import io.twinbus.ledger.rules.SuspectRule;
import io.twinbus.ledger.store.DirectiveStore;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Somebody who writes records beside the workers, by plain If-Match, and does not insist. */
final class Operator implements Actor {

  private final World world;
  private final Writer writer = Writer.operator();

  Operator(World world) {
    this.world = world;
  }

  @Override
  public String name() {
    return writer.name();
  }

  @Override
  public void hand(Runnable work) {
    work.run();
  }

  void block(SessionId session) {
    change(
        session,
        record -> {
          Custody custody = record.custody();
          Block block = new Block("by hand", null, "operator", Instant.EPOCH);
          return with(
              record,
              new Custody(SessionStatus.BLOCKED, custody.owner(), custody.token(), block),
              record.progress());
        });
  }

  void unblock(SessionId session) {
    skipPoison(session);
    change(
        session,
        record -> {
          Custody custody = record.custody();
          if (custody.status() != SessionStatus.BLOCKED) {
            return record;
          }
          boolean isFree = custody.owner() == null;
          Block block = custody.block();
          boolean isOwn = block != null && block.by().equals(writer.name());
          return with(
              record,
              new Custody(
                  isFree ? SessionStatus.IDLE : SessionStatus.WORKING,
                  custody.owner(),
                  custody.token(),
                  null),
              isOwn ? record.progress() : settled(session, record.progress()));
        });
  }

  /** What kills and has a record of its own is ended there. */
  private void skipPoison(SessionId session) {
    SessionRecord record = world.sessions().current(session);
    if (record == null || record.status() != SessionStatus.BLOCKED) {
      return;
    }
    for (SentMessage message : world.messages().singles()) {
      if (message.isPoison
          && message.session.equals(session)
          && world.records().found(session, message.key())
              instanceof ReadOutcome.Found<MessageRecord> found
          && found.record().content() instanceof MessageContent.Open open) {
        WriteMark stamp = WriteMark.of(WriteId.random(world.ground().chance().fork()), now());
        MessageContent end = open.over(EndState.SKIPPED, "operator");
        world.records().writesNow(writer);
        var unused =
            world.records().replace(new MessageRecord(session, end, stamp), found.version());
      }
    }
  }

  /** What kills is skipped; anything else may run again, and begins anew. */
  private Progress settled(SessionId session, Progress progress) {
    Progress settled = progress;
    for (SentMessage message : world.messages().of(session)) {
      Position position = message.position();
      if (message.isPoison
          && progress.suspect(position.stream(), position.seq()).isPresent()
          && progress.cursor(position.stream()) >= position.prev()) {
        settled = ProgressRule.ended(settled, position, EndState.SKIPPED, "operator", now());
      }
    }
    return SuspectRule.forgiven(settled);
  }

  /** Ends the next message of every stream as SKIPPED. */
  void skipNext(SessionId session) {
    change(
        session,
        record -> {
          Progress progress = record.progress();
          for (SentMessage message : world.messages().of(session)) {
            if (!ColdRule.mayBeCold(progress, message.position().stream())
                && message.position().prev() == progress.cursor(message.position().stream())
                && message.position().seq() == message.position().prev() + 1) {
              world.ground().score().count("operator skips");
              return with(
                  record,
                  record.custody(),
                  ProgressRule.ended(
                      progress, message.position(), EndState.SKIPPED, "operator", now()));
            }
          }
          return record;
        });
  }

  /** Ends the claim of an owner who is dead as far as some receiver can tell. */
  void release(SessionId session) {
    change(
        session,
        record ->
            decided(
                record,
                "operator releases",
                OperatorRule.release(record, judged(record.custody().owner()), order())));
  }

  /** Passes over a gap that a region reports, where no region has what is missing. */
  void skipGap(SessionId session) {
    change(
        session,
        record ->
            record.progress().waiting().keySet().stream()
                .filter(stream -> isNowhere(record, stream))
                .findFirst()
                .map(
                    stream ->
                        decided(
                            record,
                            "operator skips a gap",
                            OperatorRule.skipGap(
                                record, stream, judged(record.custody().owner()), order())))
                .orElse(record));
  }

  private boolean isNowhere(SessionRecord record, StreamId stream) {
    Gap gap = record.progress().gap(stream).orElseThrow();
    if (gap.reports().isEmpty()) {
      return false;
    }
    for (long seq = gap.cursor() + 1; seq <= GapRule.lastMissing(gap); seq++) {
      SentMessage message = world.messages().find(record.session(), stream, seq);
      if (message != null && !world.isNowhere(message)) {
        return false;
      }
    }
    return true;
  }

  private SessionRecord decided(SessionRecord record, String what, OperatorDecision decision) {
    if (world.wiring().decides(record, decision) instanceof OperatorDecision.Write write) {
      world.ground().score().count(what);
      return write.record();
    }
    return record;
  }

  /** As a receiver that is up judges the owner. */
  private OwnerState judged(@Nullable Owner owner) {
    boolean isDead =
        owner != null
            && world.processes().stream().anyMatch(each -> each.isUp() && each.judgesDead(owner));
    return isDead ? OwnerState.DEAD : OwnerState.ALIVE;
  }

  private OperatorOrder order() {
    return new OperatorOrder(
        writer.name(),
        "a drill",
        WriteMark.of(WriteId.random(world.ground().chance().fork()), now()));
  }

  /** Says whether {@code region} is to take no work. */
  void evacuate(RegionName region, boolean isWanted) {
    direct(
        (directive, order) ->
            isWanted
                ? DirectiveRule.evacuated(directive, region, order)
                : DirectiveRule.returned(directive, region, order));
  }

  /** Pauses the receivers of {@code scope} for {@code time}. */
  void pause(Directive.Scope scope, Duration time) {
    world.ground().score().count("operator pauses");
    direct((directive, order) -> DirectiveRule.paused(directive, scope, now().plus(time), order));
  }

  /** Ends the pauses of {@code scope}. */
  void resume(Directive.Scope scope) {
    direct(
        (directive, order) ->
            DirectiveRule.resumed(directive, scope, order)
                .map(resumed -> world.wiring().resumed(directive, resumed)));
  }

  private void direct(BiFunction<Directive, OperatorOrder, Optional<Directive>> change) {
    DirectiveStore store = world.directives();
    ReadOutcome<Directive> seen = store.read().toCompletableFuture().join();
    OperatorOrder order = order();
    if (seen instanceof ReadOutcome.Found<Directive> found) {
      change
          .apply(found.record(), order)
          .ifPresent(
              next -> {
                var unused = store.replace(next, found.version());
              });
    } else {
      change
          .apply(DirectiveRule.none(order), order)
          .ifPresent(
              next -> {
                var unused = store.create(next);
              });
    }
  }

  private void change(SessionId session, UnaryOperator<SessionRecord> change) {
    world
        .ledger()
        .read(
            this,
            session,
            outcome -> {
              if (outcome instanceof ReadOutcome.Found<SessionRecord> found) {
                SessionRecord changed = change.apply(found.record());
                if (!changed.equals(found.record())) {
                  world
                      .ledger()
                      .write(this, writer, changed, Optional.of(found.version()), answer -> {});
                }
              }
            });
  }

  private Instant now() {
    return ProcessClock.START.plus(world.ground().timeline().now());
  }

  private SessionRecord with(SessionRecord record, Custody custody, Progress progress) {
    WriteMark stamp = WriteMark.of(WriteId.random(world.ground().chance().fork()), now());
    return record.withCustody(custody).withProgress(progress).withStamp(stamp);
  }
}
