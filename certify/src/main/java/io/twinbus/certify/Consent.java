package io.twinbus.certify;

import io.twinbus.certify.check.Cost;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import io.twinbus.ops.command.CommonOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** Says what a run costs, and asks whether it may begin. */
final class Consent {

  private final CommonOptions common;
  private final Terminal terminal;

  Consent(CommonOptions common, Terminal terminal) {
    this.common = common;
    this.terminal = terminal;
  }

  /**
   * Whether {@code run} may begin.
   *
   * @param mostCost operations and request units that it may consume together; null: any
   * @param yes the answer, if it was given with the command
   * @throws CommandFailure when it may cost more, or nobody can be asked
   */
  boolean isGiven(CertifyRun run, @Nullable Integer mostCost, boolean yes) {
    Cost cost = run.cost();
    tell(run, cost);
    if (mostCost != null && cost.total() > mostCost) {
      throw new CommandFailure(
          ExitCode.USAGE,
          "That may be %d operations and request units together, and --most-cost allows %d: allow more."
              .formatted(cost.total(), mostCost));
    }
    return yes || isAnsweredYes();
  }

  private void tell(CertifyRun run, Cost cost) {
    common.tell(
        ("%d checks in %s and the ledger; at most %d operations of Service Bus and %d request units"
                + " of Cosmos DB, and %d min.")
            .formatted(
                run.size(),
                String.join(", ", run.places()),
                cost.operations(),
                cost.requestUnits(),
                run.bound().toMinutes()));
    if (run.commands().isEmpty()) {
      common.tell(
          "A database of 400 request units a second is made and removed: Azure bills it for one"
              + " hour, in each of the account's regions.");
    } else {
      common.tell(
          "An identity cannot make a database. So the checks of the ledger want one that a person"
              + " has made, once:");
      run.commands().forEach(line -> common.tell("  " + line));
    }
  }

  private boolean isAnsweredYes() {
    if (!terminal.isThere().getAsBoolean()) {
      throw new CommandFailure(
          ExitCode.USAGE, "There is no terminal to ask at: say --yes to begin.");
    }
    common.err().print("Begin? [y/N] ");
    common.err().flush();
    try {
      String answer = terminal.answers().get().readLine();
      return answer != null && answer.strip().equalsIgnoreCase("y");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
