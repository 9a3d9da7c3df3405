package io.twinbus.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Owners of idle sessions hear who waits for them, and nothing depends on the long linger's end.
 */
class KeptClaimsTest {

  private static final int HISTORIES = Integer.getInteger("simulation.kept.seeds", 10);

  private static final int MANY = 100;

  /** Among so many each mutation is found. */
  private static final int SEEDS = 20;

  @Test
  void everyInvariantHoldsWhereIdleClaimsOutlastTheHistory() {
    play(1, HISTORIES);
  }

  @Test
  @Tag("long")
  void itHoldsInManyMoreHistories() {
    play(HISTORIES + 1, MANY);
  }

  private static void play(long first, long last) {
    LongStream.rangeClosed(first, last)
        .parallel()
        .mapToObj(KeptClaimHistories::played)
        .toList()
        .forEach(result -> assertThat(result.failure()).as(result::story).isEmpty());
  }

  @ParameterizedTest
  @Tag("long")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          WantedReads    | wanted = ofOthers(read.vitals());  | wanted = Set.of();
          WantedReads    | keeper.releaseWanted();            | wanted.isEmpty();
          WantedReads    | if (keeper.keepsIdleSessions()) {  | if (wanted.size() > 0) {
          SessionRunners | among.test(one.session()))         | false)
          """)
  void anOwnerThatDoesNotHearOfItIsFound(String type, String right, String wrong) throws Exception {
    LongFunction<Optional<String>> histories =
        MutatedShell.with(KeptClaimHistories.class, type, right, wrong);

    OptionalLong found =
        LongStream.rangeClosed(1, SEEDS)
            .filter(seed -> histories.apply(seed).isPresent())
            .findFirst();

    assertThat(found).as("%s: %s", type, right).isPresent();
    found.ifPresent(
        seed -> System.out.printf("seed %d: %s%n", seed, histories.apply(seed).orElse("")));
  }
}
