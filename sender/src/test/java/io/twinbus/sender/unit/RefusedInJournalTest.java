package io.twinbus.sender.unit;

import static io.twinbus.sender.unit.LaneHarness.EAST;
import static io.twinbus.sender.unit.LaneHarness.WEST;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.sender.journal.JournalRecord;
import io.twinbus.sender.message.DeliveryStatus;
import io.twinbus.sender.message.GiveUpReason;
import io.twinbus.sender.pipeline.Effect;
import io.twinbus.sender.pipeline.Event;
import io.twinbus.sender.pipeline.RefusalKind;
import io.twinbus.sender.settings.Acknowledge;
import io.twinbus.sender.settings.AfterFailure;
import io.twinbus.sender.settings.SenderSettingsBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A message that every region refuses is passed over when the journal has noted it. */
class RefusedInJournalTest {

  private final LaneHarness lanes = LaneHarness.withJournal(journaled().build(), List.of());

  @Test
  void holds_back_what_passes_over_it_until_its_refusal_is_durable() {
    long refused = sendThree();

    refuseEverywhere();

    assertThat(lanes.idsOnTheWay(EAST)).containsExactly("of another session");
    assertThat(lanes.failed(refused)).isEmpty();
    lanes.accept(EAST);
    assertThat(lanes.idsOnTheWay(EAST)).isEmpty();
    lanes.write();
    assertThat(lanes.failed(refused)).isPresent();
    assertThat(lanes.wire(EAST, "behind").headers().position().prev()).isZero();
  }

  @Test
  void is_in_its_place_again_when_the_sender_dies_before() {
    sendThree();
    refuseEverywhere();
    List<JournalRecord> appended = lanes.appended();

    LaneHarness next =
        LaneHarness.withJournal(journaled().build(), appended.subList(0, appended.size() - 1));
    LaneHarness other = LaneHarness.withJournal(journaled().build(), appended);

    assertThat(next.idsOnTheWay(WEST)).containsExactly("refused", "behind", "of another session");
    assertThat(next.wire(WEST, "behind").headers().position().prev()).isEqualTo(1);
    assertThat(other.idsOnTheWay(WEST)).containsExactly("behind", "of another session");
    assertThat(other.wire(WEST, "behind").headers().position().prev()).isZero();
  }

  /**
   * Found by a random history: east may have it from before the crash, and is owed older copies.
   */
  @Test
  void is_not_failed_while_a_region_that_is_behind_may_have_it() {
    lanes.offer("t", "owed to east");
    lanes.write();
    lanes.accept(WEST);
    lanes.offer("s", "unsure");
    lanes.offer("s", "behind");
    lanes.write();

    LaneHarness next = LaneHarness.withJournal(journaled().build(), lanes.appended());
    next.refuse(WEST, RefusalKind.MESSAGE); // both, in one batch
    next.refuse(WEST, RefusalKind.MESSAGE); // the first alone
    next.write();

    assertThat(next.all(Effect.Failed.class)).isEmpty();
    assertThat(next.idsOnTheWay(EAST)).contains("unsure");
    next.accept(EAST);
    assertThat(next.wire(WEST, "behind").headers().position().prev()).isEqualTo(1);
    assertThat(next.all(Effect.Failed.class)).isEmpty();
  }

  @Test
  void is_in_the_window_until_then_when_the_journal_has_acknowledged_it() {
    LaneHarness early =
        LaneHarness.withJournal(journaled().acknowledge(Acknowledge.JOURNAL).build(), List.of());
    long refused = early.offer("s", "refused");
    early.write();
    assertThat(early.acknowledged(refused)).isPresent();

    early.refuse(EAST, RefusalKind.MESSAGE);
    early.refuse(WEST, RefusalKind.MESSAGE);

    assertThat(early.all(Effect.Undeliverable.class)).hasSize(1);
    assertThat(early.all(Effect.Settled.class)).isEmpty();
    assertThat(early.ended(refused)).isEmpty();
    assertThat(early.lanes().isIdle()).isFalse();
    early.write();
    assertThat(early.all(Effect.Settled.class)).hasSize(1);
    assertThat(early.ended(refused)).isPresent();
    assertThat(early.lanes().isIdle()).isTrue();
  }

  @Test
  void fails_what_is_queued_behind_it_no_earlier() {
    LaneHarness failing =
        LaneHarness.withJournal(
            journaled().afterFailure(AfterFailure.FAIL_QUEUED).build(), List.of());
    long refused = failing.offer("s", "refused");
    failing.write();
    long behind = failing.offer("s", "behind");
    failing.write();

    failing.refuse(EAST, RefusalKind.MESSAGE);
    failing.refuse(WEST, RefusalKind.MESSAGE);

    assertThat(failing.all(Effect.Failed.class)).isEmpty();
    failing.write();
    assertThat(failing.failed(refused)).isPresent();
    assertThat(failing.failed(behind)).isPresent();
    assertThat(failing.lanes().isIdle()).isTrue();
  }

  @Test
  void waits_for_both_when_two_were_refused_one_behind_the_other() {
    lanes.offer("s", "first");
    lanes.write();
    lanes.offer("s", "second");
    lanes.offer("s", "behind");
    lanes.write();
    refuseEverywhere();
    lanes.write();
    refuseEverywhere(); // the second and what is behind it, in one batch
    refuseEverywhere(); // the second alone

    assertThat(lanes.idsOnTheWay(EAST)).isEmpty();
    lanes.write();
    assertThat(lanes.wire(EAST, "behind").headers().position().prev()).isZero();
  }

  @Test
  void is_reported_when_the_sender_closes_over_a_disk_that_does_not_write() {
    long refused = sendThree();
    refuseEverywhere();

    lanes.on(List.of(new Event.Closed()));

    DeliveryStatus delivery = lanes.failed(refused).orElseThrow();
    assertThat(delivery.failures().values())
        .allMatch(failure -> failure.reason() == GiveUpReason.REFUSED);
    assertThat(lanes.all(Effect.Failed.class)).hasSize(3);
  }

  private static SenderSettingsBuilder journaled() {
    return LaneHarness.journaled(Acknowledge.ANY);
  }

  /** One that is on its way, and durable ones that wait: the next of its session, and another. */
  private long sendThree() {
    long first = lanes.offer("s", "refused");
    lanes.write();
    lanes.offer("s", "behind");
    lanes.offer("t", "of another session");
    lanes.write();
    return first;
  }

  private void refuseEverywhere() {
    lanes.refuse(EAST, RefusalKind.MESSAGE);
    lanes.refuse(WEST, RefusalKind.MESSAGE);
  }
}
