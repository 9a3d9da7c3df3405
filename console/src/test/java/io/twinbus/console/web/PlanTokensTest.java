package io.twinbus.console.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.console.web.PlanTokens.Plan;
import io.twinbus.protocol.time.MonotonicTime;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A deed is that of the plan which was shown: once, soon, and by the same person. */
class PlanTokensTest {

  private static final Caller OLGA = new Caller(Role.OPERATOR, "olga");
  private static final Map<String, String> FIELDS = Map.of("id", "order-1", "reason", "ticket 1");
  private static final Plan SHOWN = new Plan("block", FIELDS, OLGA);

  private MonotonicTime now = new MonotonicTime(0);
  private final PlanTokens tokens = new PlanTokens(() -> now);

  @Test
  void theShownPlanIsConfirmedOnce() {
    String token = tokens.issue(SHOWN);

    assertThat(tokens.refusal(token, SHOWN)).isEmpty();
    assertThat(tokens.refusal(token, SHOWN))
        .hasValueSatisfying(why -> assertThat(why).contains("confirmed before", "timeline"));
  }

  static Stream<Plan> others() {
    return Stream.of(
        new Plan("unblock", FIELDS, OLGA),
        new Plan("block", Map.of("id", "order-2", "reason", "ticket 1"), OLGA),
        new Plan("block", Map.of("id", "order-1", "reason", "ticket 2"), OLGA),
        new Plan("block", Map.of("id", "order-1", "reason", "ticket 1", "how", "skip"), OLGA),
        new Plan("block", FIELDS, new Caller(Role.OPERATOR, "mallory")),
        new Plan("block", FIELDS, new Caller(Role.READER, "olga")));
  }

  @ParameterizedTest
  @MethodSource("others")
  void anotherPlanIsRefusedAndUsesTheTokenUp(Plan other) {
    String token = tokens.issue(SHOWN);

    assertThat(tokens.refusal(token, other))
        .hasValueSatisfying(why -> assertThat(why).contains("not the plan that was shown"));
    assertThat(tokens.refusal(token, SHOWN)).isPresent();
  }

  @Test
  void anEmptyFieldSaysNothing() {
    String token = tokens.issue(new Plan("pause", Map.of("region", "", "reason", "r"), OLGA));

    assertThat(tokens.refusal(token, new Plan("pause", Map.of("reason", "r"), OLGA))).isEmpty();
  }

  @Test
  void aPlanExpiresAfterTenMinutes() {
    String early = tokens.issue(SHOWN);
    String late = tokens.issue(SHOWN);

    now = now.plus(Duration.ofMinutes(10).minusNanos(1));
    assertThat(tokens.refusal(early, SHOWN)).isEmpty();
    now = now.plus(Duration.ofNanos(1));
    assertThat(tokens.refusal(late, SHOWN))
        .hasValueSatisfying(why -> assertThat(why).contains("more than 10 minutes ago"));
  }

  @Test
  void theOldestGivesWay() {
    String oldest = tokens.issue(SHOWN);
    String second = tokens.issue(SHOWN);
    for (int more = 0; more < PlanTokens.MAX - 1; more++) {
      var unused = tokens.issue(SHOWN);
    }

    assertThat(tokens.refusal(oldest, SHOWN)).isPresent();
    assertThat(tokens.refusal(second, SHOWN)).isEmpty();
  }

  @Test
  void aWordThatIsNoTokenIsRefused() {
    assertThat(tokens.refusal("", SHOWN)).isPresent();
  }
}
