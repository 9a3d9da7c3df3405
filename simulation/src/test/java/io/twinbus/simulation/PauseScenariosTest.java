package io.twinbus.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.Directive;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Receivers that operators pause, and the bugs that {@link PauseScenarios} notice. */
class PauseScenariosTest {

  record Bug(String name, String type, String right, String wrong) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Bug> bugs() {
    return Stream.of(
        new Bug(
            "a paused instance keeps its claims",
            "QueueWork",
            "      accepts.hold();\n      runners.sendAway();",
            "      accepts.hold();"),
        new Bug(
            "a paused instance accepts",
            "DirectiveWatch",
            "DirectiveRule.wish(all, queue, region, now.wall())",
            "DirectiveRule.Wish.WORK"),
        new Bug(
            "a paused instance stops beating",
            "ReceiverInstance",
            "    queues.forEach(queue -> queue.applyDirective(directive, now));",
            """
                queues.forEach(queue -> queue.applyDirective(directive, now));
                if (directive.isPresent()) {
                  stopSigns();
                }"""),
        new Bug(
            "a pause does not end by itself",
            "DirectiveWatch",
            "DirectiveRule.wish(all, queue, region, now.wall())",
            "DirectiveRule.wish(all, queue, region, java.time.Instant.EPOCH)"),
        new Bug(
            "a resumed instance takes no work",
            "StandDown",
            "return next.isWork() ? Step.COME_BACK : Step.LEAVE;",
            "return Step.LEAVE;"));
  }

  @Test
  void aPausedReceiverReleasesTakesNothingAndBeats() {
    PauseScenarios.aPausedReceiverReleasesTakesNothingAndBeats();
  }

  @Test
  void aPauseEndsByItself() {
    PauseScenarios.aPauseEndsByItself();
  }

  @Test
  void aResumeLeavesAnEvacuation() {
    PauseScenarios.aResumeLeavesAnEvacuation();
  }

  @ParameterizedTest
  @MethodSource("bugs")
  void everyBugIsFound(Bug bug) throws Exception {
    LongFunction<Optional<String>> scenarios =
        MutatedShell.with(PauseScenarios.class, bug.type(), bug.right(), bug.wrong());

    assertThat(
            LongStream.range(0, PauseScenarios.ALL)
                .anyMatch(number -> scenarios.apply(number).isPresent()))
        .as("%s is found", bug)
        .isTrue();
  }

  @Test
  void theProductLoadedTheSameWayHasNone() throws Exception {
    String line = "accepts.hold();\n      runners.sendAway();";
    LongFunction<Optional<String>> scenarios =
        MutatedShell.with(PauseScenarios.class, "QueueWork", line, line);

    for (int number = 0; number < PauseScenarios.ALL; number++) {
      assertThat(scenarios.apply(number)).isEmpty();
    }
  }

  @Test
  void aResumeThatUndoesAnEvacuationIsFound() throws Throwable {
    List<String> found = new ArrayList<>();
    Stage.under(
        () ->
            new Wiring() {
              @Override
              public Directive resumed(Directive before, Directive real) {
                return new Directive(
                    new TreeMap<>(), real.paused(), real.believed(), real.acts(), real.stamp());
              }
            },
        () -> new PauseScenarios().apply(2).ifPresent(found::add));

    assertThat(found).singleElement().asString().contains("evacuated region");
  }
}
