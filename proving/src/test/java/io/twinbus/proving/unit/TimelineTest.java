package io.twinbus.proving.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.proving.bench.trace.Span;
import io.twinbus.proving.bench.trace.Timeline;
import io.twinbus.proving.bench.trace.Trace;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What a trace keeps, and how it is drawn. */
class TimelineTest {

  private long now = 1_000;
  private final Trace trace = new Trace(() -> now);

  @Test
  void whatBeganBeforeIsDrawnFromTheLeftEdgeAndAMomentAsAStroke() {
    List<Span> spans =
        List.of(
            new Span("broker", "accept", millis(-5), millis(30)),
            new Span("handler", "call", millis(30), millis(30)),
            new Span("ledger", "replace", millis(30), millis(60)));

    assertThat(Timeline.draw(spans))
        .containsExactly(
            "                                            from ms   to ms  0"
                + " ".repeat(55)
                + "60.0",
            " ".repeat(61) + "-".repeat(60),
            "broker   accept                                   <    30.0  " + "=".repeat(31),
            "handler  call                                  30.0          " + " ".repeat(30) + "|",
            "ledger   replace                               30.0    60.0  "
                + " ".repeat(30)
                + "=".repeat(30));
  }

  @Test
  void noSpansAreNotDrawn() {
    assertThat(Timeline.draw(List.of())).isEmpty();
  }

  @Test
  void aSpanEndsNoEarlierThanItBegins() {
    assertThatThrownBy(() -> new Span("ledger", "read", 2, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("'read' ends before it begins.");
  }

  @Test
  void aStageIsKeptWhenItHasEndedAndWhatEndedBeforeTheBeginIsNot() {
    CompletableFuture<String> early = new CompletableFuture<>();
    CompletableFuture<String> late = new CompletableFuture<>();
    var unused = trace.until("ledger", "early", () -> early);
    var neither = trace.until("broker", () -> late, outcome -> "accept: " + outcome);
    early.complete("");
    now += 10;
    trace.begin();
    now += 10;
    trace.moment("handler", "call");
    late.complete("s1");

    assertThat(trace.spans())
        .containsExactly(
            new Span("broker", "accept: s1", -10, 10), new Span("handler", "call", 10, 10));
  }

  @Test
  void anOutcomeWithoutWordsAndAFailureAreNotKept() {
    var blank = trace.until("broker", () -> CompletableFuture.completedFuture(1), outcome -> "");
    var failed =
        trace.until(
            "ledger", "read", () -> CompletableFuture.failedFuture(new IllegalStateException()));

    assertThat(trace.spans()).isEmpty();
    assertThat(blank).isCompletedWithValue(1);
    assertThat(failed).isCompletedExceptionally();
  }

  @Test
  void itKeepsAThousandSpansAtMost() {
    for (int i = 0; i <= Trace.MOST; i++) {
      trace.moment("broker", "copy " + i);
    }

    assertThat(trace.spans()).hasSize(Trace.MOST);
  }

  private static long millis(int millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }
}
