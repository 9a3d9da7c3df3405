package io.twinbus.proving.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.twinbus.proving.bench.Budget;
import io.twinbus.proving.bench.Machine;
import io.twinbus.proving.bench.Result;
import io.twinbus.proving.bench.ResultsPage;
import io.twinbus.proving.bench.Samples;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class BenchResultTest {

  private static final Samples ROUNDS = new Samples(List.of(4.0, 1.0, 10.0));

  @Test
  void theMedianIsTheOneInTheMiddleOfAllThatWereMeasured() {
    assertThat(ROUNDS.median()).isEqualTo(4);
    assertThat(new Samples(List.of(4.0, 1.0, 10.0, 2.0)).median()).isEqualTo(3);
    assertThat(ROUNDS.least()).isEqualTo(1);
    assertThat(ROUNDS.most()).isEqualTo(10);
    assertThatThrownBy(() -> new Samples(List.of())).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void ratiosAreTakenRoundByRound() {
    Samples other = new Samples(List.of(2.0, 2.0));

    assertThat(ROUNDS.per(other).values()).containsExactly(2.0, 0.5);
  }

  @Test
  void aBudgetIsMetByTheMedianAlone() {
    Result result = Result.of("sends", "/s", ROUNDS);

    assertThat(result.within(Budget.atLeast(4)).met()).isTrue();
    assertThat(result.within(Budget.atLeast(4.1)).met()).isFalse();
    assertThat(result.within(Budget.atMost(4)).met()).isTrue();
    assertThat(result.within(Budget.atMost(3.9)).met()).isFalse();
    assertThat(result.met()).as("without a budget").isTrue();
  }

  @Test
  void aRowSaysWhatWasMeasuredAndWhetherItIsEnough() {
    Result result = Result.of("sends", "/s", new Samples(List.of(4321.0, 1.5, 98765.4)));

    assertThat(result.within(Budget.atLeast(5000)).remarking("a word").row())
        .matches("sends +4,321/s +1\\.50 \\.\\. 98,765 +>= 5,000/s +NO +a word");
    assertThat(Result.of("sends", " x", Samples.once(0.25)).row()).matches("sends +0\\.25 x +once");
  }

  @Test
  void aPageSaysTheSameAndNeedsNothingElse() {
    Machine machine = new Machine(2, 0.5, "17");
    Result sends = Result.of("sends <b>", "/s", ROUNDS).remarking("a & b");

    String page =
        new ResultsPage(
                "send",
                Instant.EPOCH,
                machine,
                machine,
                List.of(sends.within(Budget.atLeast(5)), sends.within(Budget.atMost(5)), sends))
            .html();

    assertThat(page)
        .contains("1 of 2 budgets are missed.", "1970-01-01 00:00:00 UTC")
        .contains("sends &lt;b&gt;", "a &amp; b", "1.00 .. 10.0", "&gt;= 5.00/s", ">missed<")
        .doesNotContain("<b>", "<script", "http:", "https:", "src=", "<link");
  }

  @Test
  void machinesReadEveryRound() {
    JsonNode json = Result.of("ratio", " x", ROUNDS).within(Budget.atMost(5)).toJson();

    assertThat(json.path("unit").asText()).isEqualTo("x");
    assertThat(json.path("median").asDouble()).isEqualTo(4, within(1e-9));
    assertThat(json.path("least").asDouble()).isEqualTo(1, within(1e-9));
    assertThat(json.path("most").asDouble()).isEqualTo(10, within(1e-9));
    assertThat(json.path("rounds")).hasSize(3);
    assertThat(json.path("budget").asDouble()).isEqualTo(5, within(1e-9));
    assertThat(json.path("atMost").asBoolean()).isTrue();
    assertThat(json.path("met").asBoolean()).isTrue();
    assertThat(Result.of("ratio", " x", ROUNDS).toJson().has("met")).isFalse();
  }
}
