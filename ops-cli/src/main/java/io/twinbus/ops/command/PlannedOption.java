package io.twinbus.ops.command;

import io.twinbus.ledger.rules.OperatorDecision;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that binds a deed to the plan that the same command has shown without --yes. */
public final class PlannedOption {

  @Option(
      names = "--as-planned",
      paramLabel = "EFFECT",
      description =
          "Do it only where it still is this, as the same command says it without --yes; a session"
              + " that has gone on since is left alone.")
  private @Nullable String effect;

  /** {@code decision}, or its refusal where it would change something else than was planned. */
  public OperatorDecision check(OperatorDecision decision) {
    return effect == null
            || !(decision instanceof OperatorDecision.Write write)
            || write.effect().equals(effect)
        ? decision
        : new OperatorDecision.Refuse(
            "It would be '%s' now, and not '%s' as planned: nothing was done, look at it and decide again."
                .formatted(write.effect(), effect));
  }
}
