package io.twinbus.simulation;

import io.twinbus.ledger.EndState;
import io.twinbus.ledger.MessageAttempts;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageKey;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.SessionRecord;
import io.twinbus.ledger.rules.ClaimScope;
import io.twinbus.ledger.store.MessageStore;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.Now;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.broker.Settlement;
import io.twinbus.receiver.runtime.SessionCore;
import io.twinbus.receiver.session.FlowSettings;
import io.twinbus.receiver.session.WorkerContext;
import io.twinbus.receiver.session.WorkerEffect;
import io.twinbus.receiver.session.WorkerEvent;
import io.twinbus.receiver.session.WorkerIdentity;
import io.twinbus.receiver.session.worker.SessionWorker;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Bugs about messages and end states that have records of their own. */
final class MessageMutations {

  private MessageMutations() {}

  /** Message records that lie, and are otherwise what they are. */
  abstract static class Altered extends Wiring implements MessageStore {

    private @Nullable MessageStore wired;

    @Override
    public final MessageStore messages(MessageStore store) {
      wired = store;
      return this;
    }

    final MessageStore real() {
      return Objects.requireNonNull(wired, "Wired before anybody asks.");
    }

    final Optional<ReadOutcome.Found<MessageRecord>> current(MessageRecord record) {
      ReadOutcome<MessageRecord> outcome =
          real().read(record.session(), record.key()).toCompletableFuture().join();
      return outcome instanceof ReadOutcome.Found<MessageRecord> found
          ? Optional.of(found)
          : Optional.empty();
    }

    @Override
    public CompletionStage<ReadOutcome<MessageRecord>> read(SessionId session, MessageKey key) {
      return real().read(session, key);
    }

    @Override
    public CompletionStage<WriteOutcome> create(MessageRecord record) {
      return real().create(record);
    }

    @Override
    public CompletionStage<WriteOutcome> replace(MessageRecord record, Version version) {
      return real().replace(record, version);
    }
  }

  /** That there is a record is taken for the message's end. */
  static Wiring conflictIsDone() {
    return new Altered() {
      @Override
      public CompletionStage<ReadOutcome<MessageRecord>> read(SessionId session, MessageKey key) {
        return real().read(session, key).thenApply(MessageMutations::asDone);
      }
    };
  }

  private static ReadOutcome<MessageRecord> asDone(ReadOutcome<MessageRecord> outcome) {
    return outcome instanceof ReadOutcome.Found<MessageRecord> found
            && found.record().content() instanceof MessageContent.Open open
        ? new ReadOutcome.Found<>(
            new MessageRecord(
                found.record().session(), open.over(EndState.DONE, ""), found.record().stamp()),
            found.version())
        : outcome;
  }

  /** A message record is replaced whatever version is there. */
  static Wiring messageWithoutIfMatch() {
    return new Altered() {
      @Override
      public CompletionStage<WriteOutcome> replace(MessageRecord record, Version version) {
        return real().replace(record, current(record).orElseThrow().version());
      }
    };
  }

  /** What is on record against a message is forgotten. */
  static Wiring triesForgotten() {
    return new Altered() {
      @Override
      public CompletionStage<WriteOutcome> replace(MessageRecord record, Version version) {
        MessageContent content = record.content();
        return real()
            .replace(
                content instanceof MessageContent.Open open
                    ? new MessageRecord(
                        record.session(),
                        open.withTries(
                            MessageAttempts.first(open.tries().pardons())
                                .withStarted(open.tries().started())),
                        record.stamp())
                    : record,
                version);
      }
    };
  }

  /** Ended ranges leave the session record before a page has them. */
  static Wiring rangesLeaveBeforeTheirPage() {
    return new Altered() {
      @Override
      public CompletionStage<WriteOutcome> create(MessageRecord record) {
        return record.content() instanceof MessageContent.Page
            ? CompletableFuture.completedStage(new WriteOutcome.Written(new Version("?")))
            : real().create(record);
      }
    };
  }

  /** The session record does not say that pages hold what it has no room for. */
  static Wiring overflowReadsAsDone() {
    return new LedgerMutations.Altered() {
      @Override
      public CompletionStage<WriteOutcome> replace(SessionRecord record, Version version) {
        Progress progress = record.progress();
        return real()
            .replace(
                record.withProgress(
                    progress.withAnnex(progress.annex().withOverflow(new TreeMap<>()))),
                version);
      }
    };
  }

  /** A message's end is noted without the state that it made. */
  static Wiring stateApartFromTheNote() {
    return new LedgerMutations.Altered() {
      @Override
      public CompletionStage<WriteOutcome> replace(SessionRecord record, Version version) {
        SessionRecord now = current(record.session()).orElseThrow().record();
        boolean isNoted = !now.progress().annex().noted().equals(record.progress().annex().noted());
        return real().replace(isNoted ? record.withState(now.state()) : record, version);
      }
    };
  }

  /** A write of a message record whose outcome is unknown is taken for written. */
  static Wiring unknownMessageIsWritten() {
    return WorkerMutations.hearing(
        event ->
            event instanceof WorkerEvent.MessageWriteAnswered answered
                    && answered.outcome() instanceof WriteOutcome.Unknown
                ? new WorkerEvent.MessageWriteAnswered(
                    answered.key(), new WriteOutcome.Written(new Version("?")))
                : event);
  }

  /** That a message was taken under a later claim than one's own is not seen. */
  static Wiring laterTokensAreNotSeen() {
    return WorkerMutations.working((real, standing) -> new UnseenTokens(real));
  }

  /** A foreign message's copy is completed when its handler has ended well. */
  static Wiring settleBeforeItsRecordEnds() {
    return WorkerMutations.working(
        (real, standing) ->
            new AlteredWorker(real) {
              private final Map<Long, Delivery> calls = new HashMap<>();

              @Override
              List<WorkerEffect> on(WorkerEvent event, Now now) {
                List<WorkerEffect> effects = new ArrayList<>(said(event, now));
                if (event instanceof WorkerEvent.HandlerReturned returned
                    && returned.outcome() instanceof HandlerOutcome.Completed
                    && calls.containsKey(returned.call())) {
                  effects.add(
                      new WorkerEffect.Settle(
                          calls.get(returned.call()), new Settlement.Complete()));
                }
                for (WorkerEffect effect : effects) {
                  if (effect instanceof WorkerEffect.StartHandler start
                      && start.delivery().position().isEmpty()) {
                    calls.put(start.call(), start.delivery());
                  }
                }
                return effects;
              }
            });
  }

  /** Foreign messages are claimed by themselves, beside whoever has the session. */
  static Wiring foreignWithoutTheSessionsClaim() {
    return new Wiring() {
      @Override
      public SessionCore worker(
          WorkerIdentity who, FlowSettings flow, WorkerContext around, Now now) {
        return new ForeignApart(
            super.worker(who, flow, around, now), new SessionWorker(who, apart(flow), around, now));
      }
    };
  }

  private static FlowSettings apart(FlowSettings flow) {
    return flow.withRecords(
        new FlowSettings.Records(ClaimScope.MESSAGE, flow.records().maxEnded()));
  }
}
