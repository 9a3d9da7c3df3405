package io.twinbus.console.web;

import io.twinbus.console.commands.CommandRuns;
import io.twinbus.console.view.Templates;
import io.twinbus.console.watch.Board;
import java.time.Instant;
import java.util.function.Supplier;

/**
 * What every page is made of.
 *
 * <p>Immutable; thread-safe as its parts are.
 *
 * @param board the last look
 * @param runs the operators' commands
 * @param templates the templates
 * @param viewers who watches
 * @param now the present
 * @param formToken what forms carry
 * @param planTokens what binds a deed to the plan that was shown
 * @param access what callers may do
 * @param hasSeveralQueues whether the cluster has other queues than the one that pages show
 */
public record ConsoleParts(
    Supplier<Board> board,
    CommandRuns runs,
    Templates templates,
    Viewers viewers,
    Supplier<Instant> now,
    FormToken formToken,
    PlanTokens planTokens,
    AccessRule access,
    boolean hasSeveralQueues) {

  /** The console's parts serve in this environment alone: a receiver may share its class path. */
  public static final String ENVIRONMENT = "twinbus-console";
}
