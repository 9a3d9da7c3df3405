package io.twinbus.simulation;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.Custody;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.SessionStatus;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.rules.Ownership;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.runtime.SessionCore;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerEvent;
import io.twinbus.receiver.session.WorkerFact;
import io.twinbus.receiver.session.WorkerIdentity;
import io.twinbus.receiver.session.worker.SessionWorker;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A bug to be found: a worker that waits at a gap claims its session all the same, gives it back
 * after its next look, and claims it again at once.
 */
final class GapClaimer extends AlteredWorker {

  private final WorkerIdentity who;
  private final Ownership standing;
  private final Random random;
  private final Deque<WorkerEvent> heldBack = new ArrayDeque<>();
  private boolean waitsAtGap;
  private @Nullable ClaimId claim;
  private @Nullable SessionRecord writing;
  private Version over = new Version("none");
  private ReadOutcome.@Nullable Found<SessionRecord> held;
  private WorkerEffect.@Nullable Stop stop;

  GapClaimer(SessionCore real, WorkerIdentity who, Ownership standing, Random random) {
    super(real);
    this.who = who;
    this.standing = standing;
    this.random = random;
  }

  @Override
  List<WorkerEffect> on(WorkerEvent event, Now now) {
    List<WorkerEffect> effects = new ArrayList<>();
    SessionRecord mine = writing;
    if (mine == null) {
      hear(event, now, effects);
    } else if (event instanceof WorkerEvent.WriteAnswered answered) {
      if (answered.outcome() instanceof WriteOutcome.Unknown) {
        effects.add(new WorkerEffect.Replace(mine, over));
        return effects;
      }
      writing = null;
      answered(mine, answered.outcome(), now, effects);
      while (writing == null && !heldBack.isEmpty()) {
        hear(heldBack.remove(), now, effects);
      }
    } else {
      heldBack.add(event);
    }
    return effects;
  }

  private void hear(WorkerEvent event, Now now, List<WorkerEffect> effects) {
    List<WorkerEffect> said = said(event, now);
    for (WorkerEffect effect : said) {
      if (effect instanceof WorkerEffect.Stop last) {
        stop(last, now, effects);
      } else {
        effects.add(effect);
      }
      if (effect instanceof WorkerEffect.Report report
          && report.fact() instanceof WorkerFact.Parked parked) {
        waitsAtGap =
            parked.why().startsWith("the message after")
                || parked.why().endsWith("a gap is to be reported");
      }
    }
    boolean isFree =
        said.stream()
            .noneMatch(
                effect ->
                    effect instanceof WorkerEffect.ReadRecord
                        || effect instanceof WorkerEffect.Create
                        || effect instanceof WorkerEffect.Replace
                        || effect instanceof WorkerEffect.Stop);
    if (isFree
        && event instanceof WorkerEvent.RecordRead read
        && read.outcome() instanceof ReadOutcome.Found<SessionRecord> found) {
      ClaimId held = claim;
      if (held != null && found.record().custody().isHeldBy(held)) {
        write(found.record(), found.record().custody().released(), found.version(), now, effects);
      } else if (waitsAtGap && isFree(found.record().status())) {
        claim(found.record(), found.version(), now, effects);
      }
    }
  }

  private static boolean isFree(SessionStatus status) {
    return status == SessionStatus.IDLE || status == SessionStatus.PENDING;
  }

  private void answered(
      SessionRecord mine, WriteOutcome outcome, Now now, List<WorkerEffect> effects) {
    WorkerEffect.Stop last = stop;
    if (last != null) {
      forget();
      effects.add(last);
      return;
    }
    boolean isReleased = mine.custody().owner() == null;
    if (!(outcome instanceof WriteOutcome.Written written)) {
      forget();
    } else if (isReleased) {
      forget();
      if (waitsAtGap) {
        claim(mine, written.version(), now, effects);
      }
    } else {
      held = new ReadOutcome.Found<>(mine, written.version());
    }
  }

  /** Gives the claim back first, as the real worker would. */
  private void stop(WorkerEffect.Stop last, Now now, List<WorkerEffect> effects) {
    ReadOutcome.Found<SessionRecord> mine = held;
    if (mine == null || !standing.mayWork(now.monotonic())) {
      forget();
      effects.add(last);
    } else {
      stop = last;
      write(mine.record(), mine.record().custody().released(), mine.version(), now, effects);
    }
  }

  private void claim(SessionRecord record, Version version, Now now, List<WorkerEffect> effects) {
    ClaimId next = ClaimId.random(random);
    claim = next;
    standing.serve(next);
    Owner owner = new Owner(who.region(), who.instance(), next);
    write(record, record.custody().claimedBy(owner), version, now, effects);
  }

  private void write(
      SessionRecord record, Custody custody, Version version, Now now, List<WorkerEffect> effects) {
    WriteMark stamp = WriteMark.of(WriteId.random(random), now.wall());
    SessionRecord next = record.withCustody(custody).withStamp(stamp);
    writing = next;
    over = version;
    effects.add(new WorkerEffect.Replace(next, version));
  }

  private void forget() {
    if (claim != null) {
      standing.unserve(claim);
      claim = null;
    }
    held = null;
  }

  @Override
  public SessionWorker.Remains remains() {
    Set<ClaimId> claims = new HashSet<>(super.remains().claims());
    if (claim != null) {
      claims.add(claim);
    }
    SessionWorker.Remains remains = super.remains();
    return new SessionWorker.Remains(
        claims, remains.pending(), remains.message(), remains.called());
  }
}
