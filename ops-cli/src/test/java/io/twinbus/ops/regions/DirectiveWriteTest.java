package io.twinbus.ops.regions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.ledger.Directive;
import io.twinbus.ledger.WriteId;
import io.twinbus.ledger.WriteMark;
import io.twinbus.ledger.rules.DirectiveRule;
import io.twinbus.ledger.rules.OperatorOrder;
import io.twinbus.ledger.store.DirectiveStore;
import io.twinbus.ledger.store.InstanceStores;
import io.twinbus.ledger.store.LeaseStore;
import io.twinbus.ledger.store.LedgerQueries;
import io.twinbus.ledger.store.MessageStore;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.SessionStore;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.VitalsStore;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.ops.CommandFailure;
import io.twinbus.ops.command.CliContext;
import io.twinbus.ops.ledger.OpenLedger;
import io.twinbus.ops.servicebus.QueueAccess;
import io.twinbus.ops.unit.AuditDouble;
import io.twinbus.ops.unit.UnaskedPort;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.time.Clocks;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The directive is written once, whatever the ledger answers. */
class DirectiveWriteTest {

  private static final RegionName EAST = new RegionName("east");
  private static final RegionName WEST = new RegionName("west");

  /** What becomes of a write. */
  private enum Fate {
    WRITTEN,
    LANDS_UNHEARD,
    LOST,
    OTHERS_ARE_FASTER
  }

  private final AuditDouble audit = new AuditDouble();
  private final Deque<Fate> fates = new ArrayDeque<>();
  private final List<WriteId> issued = new ArrayList<>();
  private @Nullable Directive stored;
  private int version;
  private int orders;

  @Test
  void isWrittenOnce() {
    assertThat(evacuateEast()).isTrue();

    assertThat(evacuated()).containsExactly(EAST);
    assertThat(issued).hasSize(1);
  }

  @Test
  void theSameWriteGoesAgainAfterAnUnknownOutcome() {
    fates.add(Fate.LOST);
    fates.add(Fate.LOST);

    assertThat(evacuateEast()).isTrue();

    assertThat(issued).hasSize(3).containsOnly(issued.get(0));
  }

  @Test
  void itsOwnWriteIsRecognisedThoughItsAnswerWasLost() {
    fates.add(Fate.LANDS_UNHEARD);

    assertThat(evacuateEast()).isTrue();

    assertThat(version).as("written once").isEqualTo(1);
    assertThat(orders).isEqualTo(1);
  }

  @Test
  void itIsDecidedAnewWhereAnotherOperatorWasFaster() {
    fates.add(Fate.OTHERS_ARE_FASTER);

    assertThat(evacuateEast()).isTrue();

    assertThat(evacuated()).containsExactly(EAST, WEST);
    assertThat(issued).hasSize(2).doesNotHaveDuplicates();
  }

  @Test
  void anOutcomeThatStaysUnknownIsSaidSo() {
    fates.addAll(Collections.nCopies(100, Fate.LOST));

    assertThatThrownBy(this::evacuateEast)
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("not known whether the directive was written");
    assertThat(issued).hasSizeLessThan(100).containsOnly(issued.get(0));
  }

  private boolean evacuateEast() {
    OpenLedger ledger =
        new OpenLedger(
            UnaskedPort.of(SessionStore.class),
            UnaskedPort.of(MessageStore.class),
            new InstanceStores(
                UnaskedPort.of(LeaseStore.class),
                UnaskedPort.of(VitalsStore.class),
                new Scripted()),
            UnaskedPort.of(LedgerQueries.class),
            audit,
            Optional::empty,
            () -> 0,
            () -> {});
    CliContext context =
        new CliContext(
            settings -> ledger,
            UnaskedPort.of(QueueAccess.class),
            Clocks.system(),
            time -> {},
            Map.of());
    return new DirectiveWrite(ledger, context, AuditDouble.trail(ledger, context))
        .carryOut(
            (directive, order) -> DirectiveRule.evacuated(directive, EAST, order), this::order);
  }

  private OperatorOrder order() {
    WriteId id = new WriteId("write-" + ++orders);
    return new OperatorOrder("tom", "a drill", WriteMark.of(id, Instant.EPOCH));
  }

  private Iterable<RegionName> evacuated() {
    return stored == null ? List.of() : stored.evacuated().keySet();
  }

  private final class Scripted implements DirectiveStore {

    @Override
    public CompletionStage<ReadOutcome<Directive>> read() {
      Directive now = stored;
      return CompletableFuture.completedFuture(
          now == null
              ? new ReadOutcome.Absent<>()
              : new ReadOutcome.Found<>(now, new Version("" + version)));
    }

    @Override
    public CompletionStage<WriteOutcome> create(Directive directive) {
      return CompletableFuture.completedFuture(write(directive, 0));
    }

    @Override
    public CompletionStage<WriteOutcome> replace(Directive directive, Version over) {
      return CompletableFuture.completedFuture(write(directive, Integer.parseInt(over.etag())));
    }

    private WriteOutcome write(Directive directive, int over) {
      issued.add(directive.stamp().writeId());
      Fate fate = fates.isEmpty() ? Fate.WRITTEN : fates.remove();
      if (fate == Fate.LOST) {
        return new WriteOutcome.Unknown("the wire was cut");
      }
      if (fate == Fate.OTHERS_ARE_FASTER) {
        WriteMark theirs = WriteMark.of(new WriteId("theirs"), Instant.EPOCH);
        OperatorOrder order = new OperatorOrder("eve", "hers", theirs);
        Directive before = stored == null ? DirectiveRule.none(order) : stored;
        stored = DirectiveRule.evacuated(before, WEST, order).orElseThrow();
        version++;
      }
      if (over != version) {
        return new WriteOutcome.Conflict();
      }
      stored = directive;
      version++;
      return fate == Fate.LANDS_UNHEARD
          ? new WriteOutcome.Unknown("no answer")
          : new WriteOutcome.Written(new Version("" + version));
    }
  }
}
