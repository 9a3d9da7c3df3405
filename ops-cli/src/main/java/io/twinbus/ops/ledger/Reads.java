package io.twinbus.ops.ledger;

import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.store.LeasesOutcome;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.protocol.SessionId;

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
   * All leases and the directive.
   *
   * @throws CommandFailure when the ledger does not say
   */
  public static LeasesOutcome.Found leases(OpenLedger ledger) {
    LeasesOutcome outcome = Answers.await(ledger.leases().readAll());
    if (outcome instanceof LeasesOutcome.Found found) {
      return found;
    }
    throw new CommandFailure(
        ExitCode.FAILURE,
        "The ledger could not read the leases: " + ((LeasesOutcome.Unknown) outcome).why());
  }
}
