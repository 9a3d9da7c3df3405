package io.twinbus.receiver.session.message;

import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageKey;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.rules.ColdRule;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.ledger.write.PendingWrite;
import io.twinbus.ledger.write.RecordWriter;
import io.twinbus.protocol.StreamId;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.session.state.ColdStreams;
import io.twinbus.receiver.session.state.Inbox;
import io.twinbus.receiver.session.state.RecordChange;
import io.twinbus.receiver.session.state.SessionState;
import io.twinbus.receiver.session.state.StreamHeads;
import io.twinbus.receiver.session.state.WorkerState;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Streams that the session record has no room for ({@link ColdRule}):
 *
 * <ol>
 *   <li>Under the claim, when the record is full, the streams that have been idle longest are
 *       written to documents of their own, and then taken out of it. The stream of the next message
 *       stays.
 *   <li>While the record counts such streams, a message of a stream that it says nothing of waits
 *       until the stream's document is read. Messages that arrived after it wait, too.
 *   <li>What a read shows holds for the claim since which, or for the version of the record after
 *       which it was made, and for the claim that replaced this version. Then it is read again.
 *   <li>A copy that the document covers is settled at once. For any other one the stream's cursor
 *       returns to the record: in the claim, under it, or before its gap is reported.
 *   <li>Without a claim a stream is looked up only when nothing can be worked on before it. Before
 *       a takeover all are, because the takeover marks the head of each stream in hand.
 * </ol>
 */
public final class ColdSteps {

  private final WorkerState state;
  private final MessageWriter writer;
  private final Set<StreamId> contradicted = new HashSet<>();
  private List<MessageContent.Cold> documents = List.of();
  private int written;
  private boolean looksForAll;
  private @Nullable ClaimId under;
  private @Nullable StreamId looking;
  private ColdStreams.@Nullable Basis lookingOn;

  public ColdSteps(WorkerState state) {
    this.state = state;
    this.writer = new MessageWriter(state.effects::add);
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

  /** Forgets what does not hold any longer. */
  public void refresh() {
    if (!(state.session() instanceof SessionState.Claimed held) || !held.claim().equals(under)) {
      documents = List.of();
    }
    if (state.session() instanceof SessionState.Claimed claimed) {
      state.cold.standOn(new ColdStreams.UnderClaim(claimed.claim()));
      looksForAll = false;
    } else if (state.session() instanceof SessionState.Unclaimed) {
      state
          .view
          .found()
          .ifPresent(found -> state.cold.standOn(new ColdStreams.OverVersion(found.version())));
    }
  }

  /** Reads the document of the stream whose message arrived first, of those not known. */
  public void lookUp(StreamHeads heads) {
    if (heads.held().isEmpty()) {
      return;
    }
    boolean isFree = state.session() instanceof SessionState.Unclaimed;
    boolean isDue =
        isFree
            ? looksForAll || heads.next().isEmpty()
            : state.session() instanceof SessionState.Claimed;
    if (isDue && !writer.isBusy()) {
      heads.held().stream()
          .map(Inbox.Held::stream)
          .filter(stream -> state.cold.isUnknown(state.progress(), stream))
          .findFirst()
          .ifPresent(this::read);
    }
  }

  /** Whether streams in hand are to be looked up before a takeover. */
  public boolean looksBeforeTakeover(Now now) {
    StreamHeads heads = state.heads(now);
    looksForAll = !heads.held().isEmpty();
    lookUp(heads);
    return looksForAll;
  }

  private void read(StreamId stream) {
    looking = stream;
    lookingOn = state.cold.basis();
    writer.read(MessageKey.ofCold(stream));
  }

  /** The stream of {@code first} is known to be cold: its cursor returns to the record. */
  public void bringBack(SessionState.Claimed claimed, Inbox.Held first, Now now) {
    Optional<MessageContent.Cold> document = state.coldDocument(first.stream());
    if (document.isPresent() && !state.writer.isBusy()) {
      state.writes.change(claimed, new RecordChange.Return(document.get()), now);
    }
  }

  /** Whether room is being made: nothing else begins meanwhile. The record is not being written. */
  public boolean makesRoom(SessionState.Claimed claimed, Now now) {
    if (!claimed.claim().equals(under)) {
      contradicted.clear();
      under = claimed.claim();
    }
    if (documents.isEmpty() && writer.pending().isPresent()) {
      return true; // its answer is to an earlier list, and says nothing of the next one
    }
    if (documents.isEmpty()) {
      documents = new ArrayList<>(due());
      documents.removeIf(document -> contradicted.contains(document.stream()));
      nextStream(now).ifPresent(next -> documents.removeIf(one -> one.stream().equals(next)));
      written = 0;
    }
    if (documents.isEmpty()) {
      return false;
    }
    if (!writer.isBusy()) {
      if (written < documents.size()) {
        write(documents.get(written), Optional.empty(), now);
      } else {
        state.writes.change(claimed, new RecordChange.Leave(documents), now);
        documents = List.of();
      }
    }
    return true;
  }

  /** Its cursor would have to return at once. */
  private Optional<StreamId> nextStream(Now now) {
    return documents.isEmpty()
        ? Optional.empty()
        : state.heads(now).next().map(head -> head.position().stream());
  }

  private List<MessageContent.Cold> due() {
    Progress progress = state.view.progress();
    int most = state.settings.records().maxStreams();
    return ColdRule.isFull(progress, most)
        ? ColdRule.due(progress, state.inbox.streams(), most)
        : List.of();
  }

  private void write(MessageContent.Cold document, Optional<Version> over, Now now) {
    writer.write(new MessageRecord(state.identity.session(), document, state.stamp(now)), over);
  }

  private void on(RecordWriter.Result<MessageRecord> result, Now now) {
    if (result instanceof RecordWriter.Answered<MessageRecord> read) {
      onRead(read.outcome(), now);
    } else if (result instanceof PendingWrite.Landed<MessageRecord>) {
      written++;
    } else {
      onThere(((PendingWrite.Overwritten<MessageRecord>) result).seen(), now);
    }
  }

  private void onRead(ReadOutcome<MessageRecord> outcome, Now now) {
    StreamId stream = looking;
    boolean holds = lookingOn != null && lookingOn.equals(state.cold.basis());
    looking = null;
    if (stream != null && holds) {
      Optional<MessageContent.Cold> document =
          document(outcome)
              .filter(cold -> !state.settings.horizon().isForgotten(cold.cursor(), now.wall()));
      state.cold.learn(stream, document, state.inbox.streams());
    }
  }

  private static Optional<MessageContent.Cold> document(ReadOutcome<MessageRecord> outcome) {
    return outcome instanceof ReadOutcome.Found<MessageRecord> found
            && found.record().content() instanceof MessageContent.Cold cold
        ? Optional.of(cold)
        : Optional.empty();
  }

  /** The stream was cold before, or another worker wrote the document and died. */
  private void onThere(ReadOutcome<MessageRecord> seen, Now now) {
    if (written >= documents.size()) {
      return;
    }
    MessageContent.Cold mine = documents.get(written);
    if (!(seen instanceof ReadOutcome.Found<MessageRecord> found)
        || !(found.record().content() instanceof MessageContent.Cold there)) {
      write(mine, Optional.empty(), now);
      return;
    }
    MessageContent.Cold joined = ColdRule.joined(mine, there);
    if (joined.cursor().seq() > mine.cursor().seq()) {
      contradicted.add(mine.stream());
    }
    documents.set(written, joined);
    if (joined.equals(there)) {
      written++;
    } else {
      write(joined, Optional.of(found.version()), now);
    }
  }
}
