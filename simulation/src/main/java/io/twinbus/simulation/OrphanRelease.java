package io.twinbus.simulation;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.store.Version;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerEvent;
import io.twinbus.receiver.session.worker.Release;
import io.twinbus.receiver.session.worker.SessionWorker;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Runs the release of what a worker that died in a living process has left claimed, as a shell
 * does: after the dead worker's handler call has returned, or a bounded time.
 */
final class OrphanRelease {

  private static final Duration AGAIN = Duration.ofMillis(300);

  private final World world;
  private final WorkerHost dead;
  private final SessionWorker.Remains remains;
  private final Release release;
  private final Consumer<OrphanRelease> over;
  private final Duration waitsUntil;

  OrphanRelease(
      World world, WorkerHost dead, SessionWorker.Remains remains, Consumer<OrphanRelease> over) {
    this.world = world;
    this.dead = dead;
    this.remains = remains;
    this.release = Release.of(remains, world.ground().chance().fork());
    this.over = over;
    this.waitsUntil = world.ground().timeline().now().plus(world.flow().pace().handlerGrace());
  }

  boolean answersFor(ClaimId claim) {
    return remains.claims().contains(claim);
  }

  void begin() {
    ReceiverProcess process = dead.process();
    if (dead.hasOpenRuns() && world.ground().timeline().now().compareTo(waitsUntil) < 0) {
      process.at(process.clock().now().monotonic().plus(AGAIN), this::begin);
    } else {
      carryOut(release.begin());
    }
  }

  private void hand(WorkerEvent event) {
    carryOut(release.on(event, dead.process().clock().now()));
  }

  private void carryOut(List<WorkerEffect> effects) {
    for (WorkerEffect effect : effects) {
      if (effect instanceof WorkerEffect.ReadRecord) {
        world
            .ledger()
            .read(
                dead.process(),
                dead.session(),
                outcome -> hand(new WorkerEvent.RecordRead(outcome)));
      } else if (effect instanceof WorkerEffect.Create create) {
        write(new WorkerHost.OpenWrite(create.record(), Optional.empty()));
      } else if (effect instanceof WorkerEffect.Replace replace) {
        write(new WorkerHost.OpenWrite(replace.record(), Optional.of(replace.version())));
      } else if (effect instanceof WorkerEffect.ReadMessage look) {
        world
            .ledger()
            .readMessage(
                dead.process(),
                dead.session(),
                look.key(),
                outcome -> hand(new WorkerEvent.MessageRead(look.key(), outcome)));
      } else if (effect instanceof WorkerEffect.CreateMessage create) {
        writeMessage(create.record(), Optional.empty());
      } else if (effect instanceof WorkerEffect.ReplaceMessage replace) {
        writeMessage(replace.record(), Optional.of(replace.version()));
      } else if (effect instanceof WorkerEffect.WakeAt wake) {
        dead.process().at(wake.time(), () -> hand(new WorkerEvent.Tick()));
      } else if (effect instanceof WorkerEffect.Stop stop) {
        world.ground().trace().say(dead.writer().name(), stop::why);
        remains.claims().forEach(dead.process().registry()::unserve);
        over.accept(this);
      }
    }
  }

  private void writeMessage(MessageRecord record, Optional<Version> over) {
    world
        .ledger()
        .writeMessage(
            dead.process(),
            dead.writer(),
            record,
            over,
            outcome -> hand(new WorkerEvent.MessageWriteAnswered(record.key(), outcome)));
  }

  private void write(WorkerHost.OpenWrite write) {
    world
        .ledger()
        .write(
            dead.process(),
            dead.writer(),
            write.record(),
            write.over(),
            outcome -> hand(new WorkerEvent.WriteAnswered(outcome)));
  }
}
