package io.twinbus.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random histories of the product's receivers find every bug that is put into their shells. */
@Tag("long")
class ShellMutationsTest {

  private static final int SEEDS = Integer.getInteger("simulation.mutation.seeds", 200);

  record Bug(String name, String type, String right, String wrong) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Bug> bugs() {
    return Stream.of(
        new Bug(
            "a wake-up is lost: what is posted within a turn is left lying",
            "Mailbox",
            "      next = take(AT_A_TIME - done);\n    }\n    if (waiting.addAndGet(-done) > 0) {\n      schedule();\n    }",
            "      next = List.of();\n    }\n    waiting.addAndGet(-done);"),
        new Bug(
            "the mailbox hands in twice",
            "Mailbox",
            "      reader.accept(next);",
            "      reader.accept(next);\n      if (next.size() > 2) {\n        reader.accept(next);\n      }"),
        new Bug(
            "the mailbox hands in while its reader is at work",
            "Mailbox",
            "if (waiting.getAndIncrement() == 0) {",
            "if (waiting.getAndIncrement() >= 0) {"),
        new Bug(
            "the place of an accept that throws is not given back",
            "AcceptLoop",
            "      return CompletableFuture.failedFuture(e);",
            "      return new CompletableFuture<>();"),
        new Bug(
            "a session is not given back when handing it over throws",
            "AcceptLoop",
            "it is given back.\", session.session(), e);\n    session.close();",
            "it is given back.\", session.session(), e);"),
        new Bug(
            "a session that came early is handed over without a place",
            "AcceptLoop",
            "          keep(granted.session());",
            "          take(granted.session(), late);"),
        new Bug(
            "a runner that could not start keeps its place",
            "QueueWork",
            "      runners.remove(runner);\n      throw e;",
            "      throw e;"),
        new Bug(
            "sessions that leave are counted as places for ever",
            "SessionRunners",
            "leaving.remove(runner)",
            "leaving.contains(runner)"),
        new Bug(
            "an alarm's timer is not cancelled",
            "Alarm",
            "      running.cancel(false);",
            "      running.isDone();"),
        new Bug(
            "a deadline stays set after the answer",
            "Deadlines",
            "deadline.cancel(false)",
            "deadline.isDone()"),
        new Bug(
            "no deadline: what is never answered is waited for",
            "Deadlines",
            "answer.completeExceptionally(new TimeoutException())",
            "answer.isDone()"),
        new Bug(
            "the release is forgotten when a runner dies",
            "SessionRunner",
            "    ports.orphans().release(who, remains, callsReturned);",
            "    ports.orphans();"),
        new Bug(
            "a dead worker's broker session stays open",
            "SessionRunner",
            "from now on\n    end();",
            "from now on\n    ended.set(true);"),
        new Bug(
            "an orphan is freed while its handler runs",
            "OrphanRelease",
            ".within(setting.handlerGrace(), callsReturned)",
            ".within(java.time.Duration.ZERO, CompletableFuture.completedFuture(null))"),
        new Bug(
            "a released orphan is answered for all the same",
            "OrphanRelease",
            "      remains.claims().forEach(claims::unserve);\n",
            ""),
        new Bug(
            "a lost lease is heard by nobody",
            "LeaseLoop",
            "        listener.lost(lost.why());",
            "        troubled = true;"));
  }

  @ParameterizedTest
  @MethodSource("bugs")
  void everyBugIsFound(Bug bug) throws Exception {
    LongFunction<Optional<String>> histories =
        MutatedShell.with(bug.type(), bug.right(), bug.wrong());

    OptionalLong found =
        LongStream.rangeClosed(1, SEEDS)
            .filter(seed -> histories.apply(seed).isPresent())
            .findFirst();

    assertThat(found).as("%s: survives %d histories", bug, SEEDS).isPresent();
    found.ifPresent(
        seed ->
            System.out.printf("%-60s seed %3d: %s%n", bug, seed, histories.apply(seed).orElse("")));
  }
}
