package io.twinbus.ledger.unit;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.Act;
import io.twinbus.ledger.Directive;
import io.twinbus.ledger.Directive.Scope;
import io.twinbus.ledger.EntityKey;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.rules.DirectiveRule;
import io.twinbus.ledger.rules.DirectiveRule.Wish;
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

  private static final EntityKey ORDERS = EntityKey.ofQueue("orders");
  private static final EntityKey EVENTS = EntityKey.ofQueue("events");
  private static final Scope ORDERS_EAST = new Scope(ORDERS, EAST);
  private static final Instant LATER = Instant.EPOCH.plusSeconds(1_800);

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

  @Test
  void aPauseOfAQueueInARegionStopsThoseReceiversAloneUntilItsTime() {
    Directive paused = DirectiveRule.paused(none, ORDERS_EAST, LATER, ORDER).orElseThrow();

    assertThat(wish(paused, ORDERS, EAST, LATER.minusMillis(1))).isEqualTo(Wish.PAUSE);
    assertThat(wish(paused, ORDERS, WEST, Instant.EPOCH)).isEqualTo(Wish.WORK);
    assertThat(wish(paused, EVENTS, EAST, Instant.EPOCH)).isEqualTo(Wish.WORK);
    assertThat(wish(paused, ORDERS, EAST, LATER)).as("it ends by itself").isEqualTo(Wish.WORK);
  }

  @Test
  void aPauseSaysWhoWhySinceAndUntilWhenAndStaysInTheHistory() {
    Directive paused = DirectiveRule.paused(none, Scope.ALL, LATER, ORDER).orElseThrow();

    assertThat(DirectiveRule.pause(paused, ORDERS, EAST, Instant.EPOCH))
        .contains(new Directive.Pause(Scope.ALL, "ann", "change 12", Instant.EPOCH, LATER));
    assertThat(paused.acts())
        .singleElement()
        .satisfies(
            act -> {
              assertThat(act.kind()).isEqualTo(Act.Kind.PAUSE);
              assertThat(act.effect()).isEqualTo("all receivers paused until 1970-01-01T00:30:00Z");
            });
  }

  @Test
  void aSecondPauseOfTheSameReceiversTakesThePlaceOfTheFirst() {
    Directive once = DirectiveRule.paused(none, Scope.ALL, LATER, ORDER).orElseThrow();

    assertThat(DirectiveRule.paused(once, Scope.ALL, LATER, ORDER)).isEmpty();
    Directive longer =
        DirectiveRule.paused(once, Scope.ALL, LATER.plusSeconds(60), ORDER).orElseThrow();

    assertThat(longer.paused())
        .singleElement()
        .satisfies(pause -> assertThat(pause.until()).isEqualTo(LATER.plusSeconds(60)));
  }

  @Test
  void aResumeEndsThePausesWithinItsScopeAndNoEvacuation() {
    Directive evacuated = DirectiveRule.evacuated(none, EAST, ORDER).orElseThrow();
    Directive both =
        DirectiveRule.paused(
                DirectiveRule.paused(evacuated, ORDERS_EAST, LATER, ORDER).orElseThrow(),
                new Scope(EVENTS, null),
                LATER,
                ORDER)
            .orElseThrow();

    Directive resumed = DirectiveRule.resumed(both, new Scope(null, EAST), ORDER).orElseThrow();

    assertThat(resumed.paused())
        .extracting(Directive.Pause::scope)
        .containsExactly(new Scope(EVENTS, null));
    assertThat(wish(resumed, ORDERS, EAST, Instant.EPOCH)).isEqualTo(Wish.EVACUATE);
    assertThat(wish(resumed, ORDERS, WEST, Instant.EPOCH)).isEqualTo(Wish.WORK);
    assertThat(DirectiveRule.resumed(resumed, new Scope(ORDERS, EAST), ORDER)).isEmpty();
  }

  @Test
  void aReturnEndsTheEvacuationAndNoPause() {
    Directive both =
        DirectiveRule.paused(
                DirectiveRule.evacuated(none, EAST, ORDER).orElseThrow(), Scope.ALL, LATER, ORDER)
            .orElseThrow();

    Directive returned = DirectiveRule.returned(both, EAST, ORDER).orElseThrow();

    assertThat(wish(returned, ORDERS, EAST, Instant.EPOCH)).isEqualTo(Wish.PAUSE);
  }

  @Test
  void whatIsOverIsDroppedAtTheNextChangeAndCannotBeResumed() {
    Directive paused = DirectiveRule.paused(none, Scope.ALL, LATER, ORDER).orElseThrow();
    Directive believed = DirectiveRule.believed(paused, Scope.ALL, LATER, ORDER);
    OperatorOrder late = new OperatorOrder("bob", "later", WriteMark.of(new WriteId("x"), LATER));

    assertThat(DirectiveRule.resumed(believed, Scope.ALL, late)).isEmpty();
    Directive next = DirectiveRule.evacuated(believed, EAST, late).orElseThrow();

    assertThat(next.paused()).isEmpty();
    assertThat(next.believed()).isEmpty();
    assertThat(next.acts()).hasSize(3);
  }

  @Test
  void aDirectiveHoldsSixtyFourPausesAndKeepsTheNewest() {
    Directive full = none;
    for (int i = 0; i < DirectiveRule.MAX_ENTRIES; i++) {
      assertThat(DirectiveRule.hasRoom(full, Instant.EPOCH)).isTrue();
      Scope scope = new Scope(EntityKey.ofQueue("queue-" + i), null);
      full = DirectiveRule.paused(full, scope, LATER, ORDER).orElseThrow();
    }

    assertThat(DirectiveRule.hasRoom(full, Instant.EPOCH)).isFalse();
    assertThat(DirectiveRule.hasRoom(full, LATER)).isTrue();
    Directive over = DirectiveRule.paused(full, Scope.ALL, LATER, ORDER).orElseThrow();
    assertThat(over.paused()).hasSize(DirectiveRule.MAX_ENTRIES);
    assertThat(wish(over, EVENTS, WEST, Instant.EPOCH)).isEqualTo(Wish.PAUSE);
  }

  @Test
  void aDirectiveHoldsSixtyFourBeliefsThatAreInForce() {
    Directive full = none;
    for (int i = 0; i < DirectiveRule.MAX_ENTRIES; i++) {
      assertThat(DirectiveRule.hasRoom(full, Instant.EPOCH)).isTrue();
      Scope scope = new Scope(EntityKey.ofQueue("queue-" + i), null);
      full = DirectiveRule.believed(full, scope, LATER, ORDER);
    }

    assertThat(full.believed()).hasSize(DirectiveRule.MAX_ENTRIES);
    assertThat(DirectiveRule.hasRoom(full, Instant.EPOCH)).isFalse();
    assertThat(DirectiveRule.hasRoom(full, LATER)).isTrue();
  }

  @Test
  void aSecondBeliefOfTheSameReceiversTakesThePlaceOfTheFirst() {
    Directive both =
        DirectiveRule.believed(
            DirectiveRule.believed(none, ORDERS_EAST, LATER, ORDER), Scope.ALL, LATER, ORDER);

    Directive longer = DirectiveRule.believed(both, ORDERS_EAST, LATER.plusSeconds(60), ORDER);

    assertThat(longer.believed())
        .containsExactly(belief(Scope.ALL, LATER), belief(ORDERS_EAST, LATER.plusSeconds(60)));
  }

  @Test
  void aResumeNamesThePausesThatItEnded() {
    Directive paused = DirectiveRule.paused(none, ORDERS_EAST, LATER, ORDER).orElseThrow();

    Directive resumed = DirectiveRule.resumed(paused, Scope.ALL, ORDER).orElseThrow();

    assertThat(resumed.acts())
        .extracting(Act::effect)
        .contains("%s resumed".formatted(ORDERS_EAST));
  }

  private static Directive.Belief belief(Scope scope, Instant until) {
    return new Directive.Belief(scope, "ann", "change 12", Instant.EPOCH, until);
  }

  private static Wish wish(Directive directive, EntityKey queue, RegionName region, Instant now) {
    return DirectiveRule.wish(directive, queue, region, now);
  }
}
