package io.twinbus.ops.ledger;

import io.twinbus.ledger.Directive;
import io.twinbus.ledger.InstanceId;
import io.twinbus.ledger.InstanceVitals;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.store.BeatsOutcome;
import io.twinbus.ledger.store.InstanceStores;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.VitalsOutcome;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.protocol.SessionId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What commands read of the ledger, or one sentence why they cannot. */
public final class Reads {

  private Reads() {}

  /**
   * The record of {@code session}.
   *
   * @throws CommandFailure when there is none, or the ledger does not say
   */
  public static ReadOutcome.Found<SessionRecord> record(OpenLedger ledger, SessionId session) {
    ReadOutcome<SessionRecord> outcome = Answers.await(ledger.sessions().read(session));
    if (outcome instanceof ReadOutcome.Found<SessionRecord> found) {
      return found;
    }
    if (outcome instanceof ReadOutcome.Unknown<SessionRecord> unknown) {
      throw new CommandFailure(
          ExitCode.FAILURE, "The ledger could not read the session: " + unknown.why());
    }
    throw new CommandFailure(
        ExitCode.NOT_FOUND, "The ledger knows no session '%s'.".formatted(session.value()));
  }

  /**
   * All instances and the directive.
   *
   * @throws CommandFailure when the ledger does not say
   */
  public static InstancesView instances(OpenLedger ledger) {
    InstanceStores stores = ledger.instances();
    BeatsOutcome beats = Answers.await(stores.leases().readAll());
    if (!(beats instanceof BeatsOutcome.Found found)) {
      throw unread("the leases", ((BeatsOutcome.Unknown) beats).why());
    }
    VitalsOutcome vitals = Answers.await(stores.vitals().readAll());
    if (!(vitals instanceof VitalsOutcome.Found told)) {
      throw unread("what instances tell", ((VitalsOutcome.Unknown) vitals).why());
    }
    Map<InstanceId, InstanceVitals> byInstance = new HashMap<>();
    told.vitals().forEach(each -> byInstance.put(each.instance(), each));
    return new InstancesView(
        found.beats().stream().map(beat -> view(beat, byInstance.get(beat.instance()))).toList(),
        directive(stores));
  }

  private static InstanceView view(BeatsOutcome.Beat beat, @Nullable InstanceVitals told) {
    return told == null ? InstanceView.silent(beat) : new InstanceView(beat, told);
  }

  private static Optional<Directive> directive(InstanceStores stores) {
    ReadOutcome<Directive> outcome = Answers.await(stores.directives().read());
    if (outcome instanceof ReadOutcome.Unknown<Directive> unknown) {
      throw unread("the directive to the regions", unknown.why());
    }
    return outcome instanceof ReadOutcome.Found<Directive> found
        ? Optional.of(found.record())
        : Optional.empty();
  }

  private static CommandFailure unread(String what, String why) {
    return new CommandFailure(
        ExitCode.FAILURE, "The ledger could not read %s: %s".formatted(what, why));
  }
}
