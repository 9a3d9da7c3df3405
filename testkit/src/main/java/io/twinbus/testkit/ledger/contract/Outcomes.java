package io.twinbus.testkit.ledger.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** What a suite expects of an outcome; waits for it within a bound. */
final class Outcomes {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private Outcomes() {}

  static <T> T await(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("The test was interrupted.", e);
    } catch (ExecutionException e) {
      throw new AssertionError("A store's stage ended exceptionally, which none may.", e);
    } catch (TimeoutException e) {
      throw new AssertionError("A store has not answered for " + PATIENCE + ".", e);
    }
  }

  static Version written(CompletionStage<WriteOutcome> write) {
    WriteOutcome outcome = await(write);
    assertThat(outcome).isInstanceOf(WriteOutcome.Written.class);
    return ((WriteOutcome.Written) outcome).version();
  }

  static void conflict(CompletionStage<WriteOutcome> write) {
    assertThat(await(write)).isInstanceOf(WriteOutcome.Conflict.class);
  }

  static void unknown(CompletionStage<WriteOutcome> write) {
    WriteOutcome outcome = await(write);
    assertThat(outcome).isInstanceOf(WriteOutcome.Unknown.class);
    assertThat(((WriteOutcome.Unknown) outcome).why()).isNotBlank();
  }

  static ReadOutcome.Found<SessionRecord> found(CompletionStage<ReadOutcome<SessionRecord>> read) {
    ReadOutcome<SessionRecord> outcome = await(read);
    assertThat(outcome).isInstanceOf(ReadOutcome.Found.class);
    return (ReadOutcome.Found<SessionRecord>) outcome;
  }
}
