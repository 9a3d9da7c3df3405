package io.twinbus.simulation;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.InstanceLease;
import io.twinbus.ledger.Owner;
import io.twinbus.ledger.rules.OwnerState;
import io.twinbus.ledger.rules.Ownership;
import io.twinbus.ledger.rules.StartGate;
import io.twinbus.ledger.store.BeatsOutcome;
import io.twinbus.ledger.store.LeaseStore;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.time.MonotonicTime;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.runtime.SessionCore;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.WorkerContext;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerEvent;
import io.twinbus.receiver.session.WorkerIdentity;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Bugs that show in what an instance believes of itself and the others. */
final class StandingMutations {

  private StandingMutations() {}

  static class Believing implements Ownership {
    private final Ownership real;

    Believing(Ownership real) {
      this.real = real;
    }

    @Override
    public boolean mayWork(MonotonicTime now) {
      return real.mayWork(now);
    }

    @Override
    public OwnerState judge(Owner owner) {
      return real.judge(owner);
    }

    @Override
    public void serve(ClaimId claim) {
      real.serve(claim);
    }

    @Override
    public StartGate gate() {
      return real.gate();
    }

    @Override
    public void unserve(ClaimId claim) {
      real.unserve(claim);
    }
  }

  private static Wiring judging(UnaryOperator<OwnerState> judgement) {
    return new Wiring() {
      @Override
      public Ownership standing(Ownership real) {
        return new Believing(real) {
          @Override
          public OwnerState judge(Owner owner) {
            return judgement.apply(super.judge(owner));
          }
        };
      }
    };
  }

  /** A claim whose worker is gone, in one's own process, is left alone. */
  static Wiring noReclaimOfOwnOrphan() {
    return judging(state -> state == OwnerState.ORPHAN ? OwnerState.ALIVE : state);
  }

  /** Nor is it released: nobody in its process knows of a worker that died. */
  static Wiring orphansAreLeft() {
    return new Wiring() {
      @Override
      public Ownership standing(Ownership real) {
        return noReclaimOfOwnOrphan().standing(real);
      }

      @Override
      public boolean supervises() {
        return false;
      }
    };
  }

  /** A claim has no expiry: nobody is ever judged dead. */
  static Wiring noTakeover() {
    return judging(state -> state == OwnerState.DEAD ? OwnerState.ALIVE : state);
  }

  /** A claim does not keep others out. */
  static Wiring claimsDoNotExclude() {
    return judging(state -> state == OwnerState.ALIVE ? OwnerState.DEAD : state);
  }

  /** A worker goes on though its instance's lease has run out. */
  static Wiring noSelfFencing() {
    return new Wiring() {
      @Override
      public SessionCore worker(
          WorkerIdentity who, FlowSettings flow, WorkerContext around, Now now) {
        SessionCore real = super.worker(who, flow, around, now);
        return new AlteredWorker(real) {
          @Override
          List<WorkerEffect> on(WorkerEvent event, Now moment) {
            return event instanceof WorkerEvent.LeaseLost ? List.of() : said(event, moment);
          }
        };
      }

      @Override
      public Ownership standing(Ownership real) {
        return new Believing(real) {
          @Override
          public boolean mayWork(MonotonicTime now) {
            return true;
          }
        };
      }
    };
  }

  /** A worker does not say which claim it answers for. */
  static Wiring claimsNotServed() {
    return new Wiring() {
      @Override
      public Ownership standing(Ownership real) {
        return new Believing(real) {
          @Override
          public void serve(ClaimId claim) {
            // The mutation: nobody is told.
          }
        };
      }
    };
  }

  /** The claim of a worker that died is left to whoever meets it. */
  static Wiring noSupervision() {
    return new Wiring() {
      @Override
      public boolean supervises() {
        return false;
      }
    };
  }

  /** A read of the leases that failed is taken for one that shows no new beat. */
  static Wiring failedReadsCount() {
    return new Wiring() {
      private final Map<String, BeatsOutcome> last = new HashMap<>();

      @Override
      public BeatsOutcome seenLeases(String process, BeatsOutcome real) {
        if (real instanceof BeatsOutcome.Found) {
          last.put(process, real);
        }
        return last.getOrDefault(process, new BeatsOutcome.Found(List.of()));
      }
    };
  }

  /** After it has fenced itself an instance goes on under its old name. */
  static Wiring sameInstanceIdAfterSelfFencing() {
    return new Wiring() {
      @Override
      public InstanceId nextInstance(@Nullable InstanceId before, Random random) {
        return before == null ? super.nextInstance(null, random) : before;
      }

      @Override
      public LeaseStore leases(LeaseStore real) {
        return new LeaseStore() {
          @Override
          public CompletionStage<BeatsOutcome> readAll() {
            return real.readAll();
          }

          @Override
          public CompletionStage<BeatsOutcome> readSome(Set<InstanceId> instances) {
            return real.readSome(instances);
          }

          @Override
          public CompletionStage<ReadOutcome<InstanceLease>> read(InstanceId instance) {
            return real.read(instance);
          }

          @Override
          public CompletionStage<WriteOutcome> create(InstanceLease lease) {
            return real.read(lease.instance()).toCompletableFuture().join()
                    instanceof ReadOutcome.Found<InstanceLease> found
                ? real.replace(lease, found.version())
                : real.create(lease);
          }

          @Override
          public CompletionStage<WriteOutcome> replace(InstanceLease lease, Version version) {
            return real.replace(lease, version);
          }
        };
      }
    };
  }
}
