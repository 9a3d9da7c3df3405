package io.twinbus.ledger.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.Act;
import io.twinbus.ledger.Directive;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.rules.DirectiveRule;
import io.twinbus.ledger.rules.OperatorOrder;
import io.twinbus.protocol.RegionName;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DirectiveRuleTest {

  private static final RegionName EAST = new RegionName("east");
  private static final RegionName WEST = new RegionName("west");
  private static final Set<RegionName> BOTH = Set.of(EAST, WEST);
  private static final OperatorOrder ORDER =
      new OperatorOrder("ann", "change 12", WriteMark.of(new WriteId("w"), Instant.EPOCH));

  private final Directive none = DirectiveRule.none(ORDER);

  @Test
  void nothingIsEvacuatedAtFirst() {
    assertThat(none.isEvacuated(EAST)).isFalse();
    assertThat(DirectiveRule.leavesOne(none, EAST, BOTH)).isTrue();
  }

  @Test
  void anEvacuationSaysWhoWhyAndSinceWhenAndStaysInTheHistory() {
    Directive evacuated = DirectiveRule.evacuated(none, EAST, ORDER).orElseThrow();

    assertThat(evacuated.evacuated().get(EAST))
        .isEqualTo(new Directive.Evacuation("ann", "change 12", Instant.EPOCH));
    assertThat(evacuated.acts())
        .singleElement()
        .satisfies(
            act -> {
              assertThat(act.kind()).isEqualTo(Act.Kind.EVACUATE);
              assertThat(act.effect()).isEqualTo("region east evacuated");
            });
    assertThat(evacuated.isEvacuated(WEST)).isFalse();
  }

  @Test
  void theLastRegionThatTakesWorkIsKnown() {
    Directive evacuated = DirectiveRule.evacuated(none, EAST, ORDER).orElseThrow();

    assertThat(DirectiveRule.leavesOne(evacuated, WEST, BOTH)).isFalse();
    assertThat(DirectiveRule.leavesOne(evacuated, EAST, BOTH)).isTrue();
  }

  @Test
  void whatStandsSoAlreadyIsNotWritten() {
    Directive evacuated = DirectiveRule.evacuated(none, EAST, ORDER).orElseThrow();

    assertThat(DirectiveRule.evacuated(evacuated, EAST, ORDER)).isEmpty();
    assertThat(DirectiveRule.returned(none, EAST, ORDER)).isEmpty();
  }

  @Test
  void aReturnEndsItAndBothStayInTheHistory() {
    Directive evacuated = DirectiveRule.evacuated(none, EAST, ORDER).orElseThrow();

    Directive open = DirectiveRule.returned(evacuated, EAST, ORDER).orElseThrow();

    assertThat(open.evacuated()).isEmpty();
    assertThat(open.acts())
        .extracting(Act::kind)
        .containsExactlyInAnyOrder(Act.Kind.EVACUATE, Act.Kind.RETURN);
  }
}
