package io.twinbus.simulation;

import static io.twinbus.simulation.MutatedShell.Place.ADMISSION_TO_THE_LEDGER;
import static io.twinbus.simulation.MutatedShell.Place.RULES_OF_THE_LEDGER;
import static io.twinbus.simulation.MutatedShell.Place.RUNTIME_OF_THE_RECEIVER;
import static io.twinbus.simulation.MutatedShell.Place.SHARES_OF_THE_RECEIVER;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every bug that is put into the admission to the ledger, or into reads of leases, is found. */
@Tag("long")
class AdmissionMutationsTest {

  private static final int SEEDS = 20;

  record Bug(
      String name, long play, MutatedShell.Place place, String type, String right, String wrong) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Bug> bugs() {
    return Stream.of(
        new Bug(
            "the limit does not halve",
            AlteredPlays.SATURATED,
            ADMISSION_TO_THE_LEDGER,
            "AdmissionLimit",
            "    limit = Math.max(1, used / 2);",
            "    limit = Math.max(limit, used);"),
        new Bug(
            "a write in doubt holds its slot",
            AlteredPlays.SATURATED,
            RUNTIME_OF_THE_RECEIVER,
            "LedgerAdmission",
            "      onTheWay--;\n      tell(now);",
            "      onTheWay -= retryAfter.isEmpty() && outcome instanceof WriteOutcome.Unknown ? 0"
                + " : 1;"),
        new Bug(
            "claims go before commits",
            AlteredPlays.SATURATED,
            SHARES_OF_THE_RECEIVER,
            "rules/WaitingWrites",
            "      for (Deque<W> line : queue.getValue().values()) {",
            """
                  java.util.List<Deque<W>> urgentLast =
                      new java.util.ArrayList<>(queue.getValue().values());
                  java.util.Collections.reverse(urgentLast);
                  for (Deque<W> line : urgentLast) {"""),
        new Bug(
            "new sessions are accepted while held ones wait",
            AlteredPlays.SATURATED,
            RUNTIME_OF_THE_RECEIVER,
            "QueueWork",
            "    return !shared.admission().isCongested(queue.key())",
            "    return true"),
        new Bug(
            "one hot partition stops the rest",
            AlteredPlays.HOT,
            ADMISSION_TO_THE_LEDGER,
            "RecentAnswers",
            " && !isOneAlone();",
            ";"),
        new Bug(
            "silent leases are not looked at closer",
            AlteredPlays.TAKEOVER,
            RULES_OF_THE_LEDGER,
            "LeaseReads",
            "    if (silent.isEmpty()) {",
            "    if (silent.size() >= 0) {"));
  }

  @ParameterizedTest
  @MethodSource("bugs")
  void everyBugIsFound(Bug bug) throws Exception {
    LongFunction<Optional<String>> plays =
        MutatedShell.with(bug.place(), bug.type(), bug.right(), bug.wrong(), AlteredPlays.class);

    Optional<String> wrong = plays.apply(bug.play());

    assertThat(wrong).as("%s survives its play", bug).isPresent();
    wrong.ifPresent(found -> System.out.printf("%-50s %s%n", bug, found));
  }

  @Test
  void anOwnerThatIsJudgedFromOneReadIsFoundAlive() throws Exception {
    LongFunction<Optional<String>> histories =
        MutatedShell.with(
            RULES_OF_THE_LEDGER,
            "FailureDetector",
            "    return sight.unchanged().compareTo(lease) >= 0;",
            "    return !sight.unchanged().isZero();",
            AlteredHistory.class);

    OptionalLong found =
        LongStream.rangeClosed(1, SEEDS)
            .filter(seed -> histories.apply(seed).isPresent())
            .findFirst();

    assertThat(found).isPresent();
    found.ifPresent(
        seed -> System.out.printf("seed %d: %s%n", seed, histories.apply(seed).orElse("")));
  }
}
