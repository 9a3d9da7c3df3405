package io.twinbus.receiver.session.message;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.EndState;
import io.twinbus.ledger.EndedRange;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageKey;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.Overflow;
import io.twinbus.ledger.rules.OverflowRule;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.ledger.write.PendingWrite;
import io.twinbus.ledger.write.RecordWriter;
import io.twinbus.protocol.ParsedHeaders;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.SequencedHeaders;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.session.WorkerFact;
import io.twinbus.receiver.session.state.DeadLetters;
import io.twinbus.receiver.session.state.RecordChange;
import io.twinbus.receiver.session.state.SessionState;
import io.twinbus.receiver.session.state.WorkerState;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Ended ranges that the session record has no room for ({@link OverflowRule}):
 *
 * <ol>
 *   <li>Under the claim, before ranges are added to a full record, its oldest ones are written to
 *       pages, and then taken out of it.
 *   <li>A copy at or below the cursor of which the record itself does not say how it ended waits
 *       until the page is read that does: the newest first, then by halves. The last page that was
 *       read is kept.
 *   <li>A page that is not there any more has expired, and so has what it said: beyond the horizon.
 * </ol>
 */
public final class OverflowSteps {

  /** A copy that waits for a page, and how many there are of its stream. */
  private record Doubtful(Delivery copy, Overflow overflow) {}

  private final WorkerState state;
  private final MessageWriter writer;
  private final Deque<Doubtful> doubtful = new ArrayDeque<>();
  private List<MessageContent.Page> pages = List.of();
  private int written;
  private @Nullable ClaimId under;
  private @Nullable PageSearch search;
  private MessageContent.@Nullable Page latest;

  public OverflowSteps(WorkerState state) {
    this.state = state;
    this.writer = new MessageWriter(state.effects::add);
  }

  /** How many copies wait for a page. */
  public int size() {
    return doubtful.size();
  }

  public void onRead(MessageKey key, ReadOutcome<MessageRecord> outcome, Now now) {
    writer.onRead(key, outcome, now.monotonic()).ifPresent(result -> on(result, now));
  }

  public void onWritten(MessageKey key, WriteOutcome outcome, Now now) {
    writer.onWritten(key, outcome, now.monotonic()).ifPresent(result -> on(result, now));
  }

  /** Issues again what is due. */
  public void poll(Now now) {
    writer.poll(now.monotonic()).ifPresent(state.effects::wakeAt);
  }

  /** Whether room is being made: nothing else begins meanwhile. The record is not being written. */
  public boolean makesRoom(SessionState.Claimed claimed, Now now) {
    if (!pages.isEmpty() && !claimed.claim().equals(under)) {
      pages = List.of();
    }
    if (pages.isEmpty() && writer.pending().isPresent()) {
      return true; // its answer is to an earlier list, and says nothing of the next one
    }
    if (pages.isEmpty()) {
      pages = OverflowRule.due(state.view.progress(), state.settings.records().maxEnded());
      written = 0;
      under = claimed.claim();
    }
    if (pages.isEmpty()) {
      return false;
    }
    if (search == null && !writer.isBusy()) {
      if (written < pages.size()) {
        write(pages.get(written), Optional.empty(), now);
      } else {
        state.writes.change(claimed, new RecordChange.MoveOut(pages), now);
        pages = List.of();
      }
    }
    return true;
  }

  private void write(MessageContent.Page page, Optional<Version> over, Now now) {
    MessageRecord record = new MessageRecord(state.identity.session(), page, state.stamp(now));
    writer.write(record, over);
  }

  /** Takes in a copy of which a page may say how it ended. */
  public void add(Delivery copy, Overflow overflow) {
    doubtful.add(new Doubtful(copy, overflow));
  }

  /** Settles what the page at hand speaks of, and reads the next one. */
  public void lookUp(Now now) {
    while (!writer.isBusy() && search == null && !doubtful.isEmpty()) {
      Delivery copy = doubtful.getFirst().copy();
      Position position = headers(copy).position();
      MessageContent.Page page = latest;
      if (page != null
          && page.stream().equals(position.stream())
          && page.from() <= position.seq()
          && position.seq() <= page.to()) {
        settle(copy, in(page, position), now);
        continue;
      }
      search = PageSearch.of(position, doubtful.getFirst().overflow().pages());
      look();
    }
  }

  private void look() {
    PageSearch next = search;
    if (next != null) {
      writer.read(MessageKey.ofPage(next.position().stream(), next.page()));
    }
  }

  private void on(RecordWriter.Result<MessageRecord> result, Now now) {
    if (result instanceof RecordWriter.Answered<MessageRecord> read) {
      onRead(read.outcome(), now);
    } else if (result instanceof PendingWrite.Landed<MessageRecord>) {
      written++;
    } else {
      onPageThere(((PendingWrite.Overwritten<MessageRecord>) result).seen(), now);
    }
  }

  /** Another worker wrote the page and died, or was late: what it says is true as well. */
  private void onPageThere(ReadOutcome<MessageRecord> seen, Now now) {
    if (written >= pages.size()) {
      return;
    }
    MessageContent.Page page = pages.get(written);
    if (!(seen instanceof ReadOutcome.Found<MessageRecord> found)
        || !(found.record().content() instanceof MessageContent.Page other)) {
      write(page, Optional.empty(), now);
      return;
    }
    MessageContent.Page joined = OverflowRule.joined(page, other);
    if (joined.ranges().equals(other.ranges())) {
      written++;
    } else {
      write(joined, Optional.of(found.version()), now);
    }
  }

  private void onRead(ReadOutcome<MessageRecord> outcome, Now now) {
    PageSearch running = search;
    if (running == null) {
      return;
    }
    search = null;
    Optional<PageSearch> next = Optional.empty();
    Optional<EndedRange> end = Optional.empty();
    if (!(outcome instanceof ReadOutcome.Found<MessageRecord> found)
        || !(found.record().content() instanceof MessageContent.Page page)) {
      next = running.afterAbsent();
    } else {
      latest = page;
      next = running.after(page);
      end = Optional.of(in(page, running.position()));
    }
    if (next.isPresent()) {
      search = next.get();
      look();
    } else if (state.isWorking() && !doubtful.isEmpty()) {
      boolean isForgotten = end.isEmpty() || (running.hasMissed() && isDone(end.get()));
      settle(
          doubtful.getFirst().copy(), isForgotten ? forgotten(running.position()) : end.get(), now);
    }
  }

  private static boolean isDone(EndedRange end) {
    return end.state() == EndState.DONE;
  }

  private void settle(Delivery copy, EndedRange end, Now now) {
    doubtful.removeIf(each -> each.copy().equals(copy));
    state.times.moved(now);
    state.effects.report(new WorkerFact.DuplicateDropped(WorkerFact.Subject.of(copy)));
    state.effects.settle(copy, state.inbox.settlementFor(headers(copy), end, now.wall()));
  }

  private static SequencedHeaders headers(Delivery copy) {
    return ((ParsedHeaders.Sequenced) copy.headers()).headers();
  }

  private static EndedRange in(MessageContent.Page page, Position position) {
    return page.ranges().stream()
        .filter(range -> range.covers(position.stream(), position.seq()))
        .findFirst()
        .orElseGet(() -> done(position));
  }

  private static EndedRange done(Position position) {
    return new EndedRange(position.stream(), position.seq(), position.seq(), EndState.DONE, "");
  }

  private static EndedRange forgotten(Position position) {
    return new EndedRange(
        position.stream(),
        position.seq(),
        position.seq(),
        EndState.DEAD,
        DeadLetters.BEYOND_RETENTION.reason());
  }
}
