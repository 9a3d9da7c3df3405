package io.twinbus.certify.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.certify.run.Belongings;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class BelongingsTest {

  private final Belongings belongings = new Belongings();
  private final List<String> done = new ArrayList<>();

  @Test
  void theNewestIsRemovedFirstAndOnce() throws Exception {
    belongings.make("a", () -> done.add("+a"), () -> done.add("-a"));
    belongings.make("b", () -> done.add("+b"), () -> done.add("-b"));

    assertThat(belongings.removeAll()).isEmpty();
    assertThat(belongings.removeAll()).isEmpty();

    assertThat(done).containsExactly("+a", "+b", "-b", "-a");
    assertThat(belongings.names()).containsExactly("a", "b");
  }

  @Test
  void whatMayHaveBeenMadeIsRemovedToo() {
    assertThatThrownBy(
            () ->
                belongings.make(
                    "a",
                    () -> {
                      throw new IllegalStateException("no answer");
                    },
                    () -> done.add("-a")))
        .hasMessage("no answer");

    assertThat(belongings.removeAll()).isEmpty();
    assertThat(done).containsExactly("-a");
  }

  @Test
  void whatCannotBeRemovedIsSaidAndTriedAgain() throws Exception {
    List<String> refusals = new ArrayList<>(List.of("busy"));
    belongings.make(
        "a",
        () -> {},
        () -> {
          if (!refusals.isEmpty()) {
            throw new IllegalStateException(refusals.remove(0));
          }
          done.add("-a");
        });
    belongings.make("b", () -> {}, () -> done.add("-b"));

    assertThat(belongings.removeAll()).containsExactly("a (busy)");
    assertThat(belongings.removeAll()).isEmpty();
    assertThat(done).containsExactly("-b", "-a");
  }

  @Test
  void nothingIsMadeAfterTheRemoval() {
    assertThat(belongings.removeAll()).isEmpty();

    assertThatThrownBy(() -> belongings.make("a", () -> done.add("+a"), () -> done.add("-a")))
        .isInstanceOf(IllegalStateException.class);
    assertThat(done).isEmpty();
  }

  @Test
  void theRemovalWaitsForWhatIsBeingMade() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch mayEnd = new CountDownLatch(1);
    CompletableFuture<Void> making =
        CompletableFuture.runAsync(
            () -> {
              try {
                belongings.make(
                    "a",
                    () -> {
                      begun.countDown();
                      assertThat(mayEnd.await(60, TimeUnit.SECONDS)).isTrue();
                      done.add("+a");
                    },
                    () -> done.add("-a"));
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
    CompletableFuture<List<String>> removal = CompletableFuture.supplyAsync(belongings::removeAll);
    mayEnd.countDown();
    var unused = making.get(60, TimeUnit.SECONDS);

    assertThat(removal.get(60, TimeUnit.SECONDS)).isEmpty();
    assertThat(done).containsExactly("+a", "-a");
  }
}
