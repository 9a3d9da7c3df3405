package io.twinbus.ops.ledger;

import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.ExitCode;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for what the ledger answers, within a bound. */
public final class Answers {

  private static final long BOUND_SECONDS = 30;

  private Answers() {}

  /**
   * The answer.
   *
   * @throws CommandFailure when there is none within 30 s
   */
  public static <T> T await(CompletionStage<T> answer) {
    try {
      return answer.toCompletableFuture().get(BOUND_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException | ExecutionException e) {
      throw new CommandFailure(ExitCode.FAILURE, "The ledger does not answer; try again.", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandFailure(ExitCode.FAILURE, "Interrupted while asking the ledger.", e);
    }
  }
}
