package io.twinbus.simulation;

import static io.twinbus.simulation.MutatedShell.Place.SHARES_OF_THE_RECEIVER;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every bug that is put into what queues of one process share is found. */
class SharingMutationsTest {

  record Bug(String name, long play, String type, String right, String wrong) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Bug> bugs() {
    return Stream.of(places(), bytes(), turns()).flatMap(each -> each);
  }

  private static Stream<Bug> places() {
    String type = "rules/SharedPlaces";
    return Stream.of(
        new Bug(
            "a queue's first place is lent",
            AlteredSharing.PLACES,
            type,
            "free > othersWithout();",
            "free > 0;"),
        new Bug(
            "a borrower gives nothing back",
            AlteredSharing.PLACES,
            type,
            "Math.min(share.used() - share.guaranteed(), lacking)",
            "0"),
        new Bug(
            "a borrower takes again what it gave back",
            AlteredSharing.PLACES,
            type,
            "isFirstOfOthersLeft && !isAnyShort()",
            "isFirstOfOthersLeft"),
        new Bug(
            "every queue is guaranteed all places",
            AlteredSharing.PLACES,
            type,
            "total / Math.max(1, shares.size())",
            "total"));
  }

  private static Stream<Bug> bytes() {
    String type = "bytes/CopyBudget";
    return Stream.of(
        new Bug(
            "a queue takes all that is free",
            AlteredSharing.BYTES,
            type,
            "shares.size() == 1 ? free() : (free() - taken - kept()) / 2",
            "free()"),
        new Bug(
            "no room is left for the first sessions of others",
            AlteredSharing.BYTES,
            type,
            " + sizes.bytes() * others",
            ""),
        new Bug(
            "what a closed session had stays its queue's",
            AlteredSharing.BYTES,
            type,
            "          share.taken -= mine;\n",
            ""));
  }

  private static Stream<Bug> turns() {
    String type = "rules/WaitingWrites";
    return Stream.of(
        new Bug(
            "queues do not take turns",
            AlteredSharing.TURNS,
            type,
            "          goLast(queue.getKey(), queue.getValue());\n",
            ""),
        new Bug(
            "a throttled write goes to the end of its line",
            AlteredSharing.TURNS,
            type,
            "line(queue, priority).addFirst(write)",
            "line(queue, priority).addLast(write)"));
  }

  @ParameterizedTest
  @MethodSource("bugs")
  void everyBugIsFound(Bug bug) throws Exception {
    LongFunction<Optional<String>> plays =
        MutatedShell.with(
            SHARES_OF_THE_RECEIVER, bug.type(), bug.right(), bug.wrong(), AlteredSharing.class);

    Optional<String> wrong = plays.apply(bug.play());

    assertThat(wrong).as("%s survives its play", bug).isPresent();
    wrong.ifPresent(found -> System.out.printf("%-50s %s%n", bug, found));
  }

  @Test
  void withoutABugEachQueueHasItsShare() {
    AlteredSharing plays = new AlteredSharing();

    assertThat(plays.apply(AlteredSharing.PLACES)).isEmpty();
    assertThat(plays.apply(AlteredSharing.BYTES)).isEmpty();
    assertThat(plays.apply(AlteredSharing.TURNS)).isEmpty();
  }
}
