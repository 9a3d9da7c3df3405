package io.twinbus.sender.unit;

import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.settings.EntitySettings;
import io.twinbus.protocol.settings.RegionSettings;
import io.twinbus.sender.link.RegionLink;
import io.twinbus.sender.link.RegionLinks;
import io.twinbus.sender.pipeline.BatchId;
import io.twinbus.sender.pipeline.Effect;
import io.twinbus.sender.pipeline.Event;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** Links that answer at once, or not before they are told. */
final class FakeLinks implements RegionLinks {

  private record Held(Consumer<Event> outcome, Event event) {}

  private final Function<BatchId, Event> answer;
  private final List<Held> held = new ArrayList<>();
  private boolean holding;
  private int closed;

  FakeLinks(Function<BatchId, Event> answer) {
    this.answer = answer;
  }

  /** Links to regions that take everything. */
  static FakeLinks accepting() {
    return new FakeLinks(Event.Accepted::new);
  }

  @Override
  public RegionLink open(RegionSettings region, EntitySettings entity, Duration timeBudget) {
    RegionName name = region.name();
    return new RegionLink() {
      @Override
      public void send(Effect.SendBatch batch, Consumer<Event> outcome) {
        deliver(outcome, answer.apply(batch.batch()));
      }

      @Override
      public void close() {
        countClosed();
      }

      @Override
      public String toString() {
        return name.value();
      }
    };
  }

  /** Keeps answers back from now on. */
  synchronized void hold() {
    holding = true;
  }

  /** Hands out what was kept back, and answers at once again. */
  synchronized void release() {
    holding = false;
    held.forEach(each -> each.outcome().accept(each.event()));
    held.clear();
  }

  /** How many answers are kept back. */
  synchronized int held() {
    return held.size();
  }

  synchronized int closed() {
    return closed;
  }

  private synchronized void countClosed() {
    closed++;
  }

  private synchronized void deliver(Consumer<Event> outcome, Event event) {
    if (holding) {
      held.add(new Held(outcome, event));
    } else {
      outcome.accept(event);
    }
  }
}
