package io.twinbus.testkit.ledger.contract;

import static io.twinbus.testkit.ledger.contract.Outcomes.await;
import static io.twinbus.testkit.ledger.contract.Outcomes.conflict;
import static io.twinbus.testkit.ledger.contract.Outcomes.unknown;
import static io.twinbus.testkit.ledger.contract.Outcomes.written;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.twinbus.ledger.EndState;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.MessageKey;
import io.twinbus.ledger.MessageRecord;
import io.twinbus.ledger.store.MessageStore;
import io.twinbus.ledger.store.ReadOutcome;
import io.twinbus.ledger.store.SessionStore;
import io.twinbus.ledger.store.Version;
import io.twinbus.ledger.store.WriteOutcome;
import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.SessionId;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What every {@link MessageStore} must do; a test class inherits it and says which store it means.
 *
 * <p>Sessions have new names in each test, so that the suite also runs against an account that
 * remembers.
 */
public abstract class MessageStoreContract {

  private static final int WRITERS = 16;
  private static final MessageId MESSAGE = new MessageId("m-1");

  /** For the class that says which store it means. */
  protected MessageStoreContract() {}

  /** The store. */
  protected abstract MessageStore store();

  /** The session records of the same ledger. */
  protected abstract SessionStore sessions();

  /**
   * Makes the next replace commit and its reply get lost; false when this store's network cannot be
   * touched.
   */
  protected abstract boolean loseNextReply();

  @Test
  void aMessageNobodyWroteIsAbsent() {
    SessionId session = Samples.session("nobody");

    assertThat(await(store().read(session, MessageKey.of(MESSAGE))))
        .isInstanceOf(ReadOutcome.Absent.class);
  }

  @Test
  void creatingTwiceIsAConflictAndTheFirstRecordStays() {
    MessageRecord first = taken(Samples.session("twice"));
    Version version = written(store().create(first));

    conflict(store().create(taken(first.session())));

    assertThat(found(first)).isEqualTo(new ReadOutcome.Found<>(first, version));
  }

  @Test
  void aReplaceAtTheCurrentVersionIsWrittenAndOneAtAnOlderIsAConflict() {
    MessageRecord first = taken(Samples.session("replaced"));
    Version before = written(store().create(first));
    MessageRecord over = over(first);

    Version after = written(store().replace(over, before));
    conflict(store().replace(taken(first.session()), before));

    assertThat(found(first)).isEqualTo(new ReadOutcome.Found<>(over, after));
  }

  @Test
  void aReplaceOfAnAbsentRecordIsAConflictAndWritesNothing() {
    Version other = written(store().create(taken(Samples.session("other"))));
    MessageRecord absent = taken(Samples.session("absent"));

    conflict(store().replace(absent, other));

    assertThat(await(store().read(absent.session(), absent.key())))
        .isInstanceOf(ReadOutcome.Absent.class);
  }

  @Test
  void ofManyCreatesAtOnceOneIsWritten() {
    SessionId session = Samples.session("race");
    List<MessageRecord> records =
        IntStream.range(0, WRITERS).mapToObj(i -> taken(session)).toList();

    List<WriteOutcome> outcomes = Race.run(WRITERS, i -> store().create(records.get(i)));

    assertOneWinner(records, outcomes);
  }

  @Test
  void ofManyReplacesAtOnceOneIsWritten() {
    MessageRecord first = taken(Samples.session("race"));
    Version version = written(store().create(first));
    List<MessageRecord> records =
        IntStream.range(0, WRITERS).mapToObj(i -> taken(first.session())).toList();

    List<WriteOutcome> outcomes = Race.run(WRITERS, i -> store().replace(records.get(i), version));

    assertOneWinner(records, outcomes);
  }

  @Test
  void aReplaceWhoseReplyIsLostIsFoundByItsOwnWriteId() {
    MessageRecord first = taken(Samples.session("lost"));
    Version version = written(store().create(first));
    MessageRecord next = over(first);
    assumeTrue(loseNextReply(), "no faults on this store");

    unknown(store().replace(next, version));
    conflict(store().replace(next, version));

    assertThat(found(first).record().stamp().writeId()).isEqualTo(next.stamp().writeId());
  }

  @ParameterizedTest
  @MethodSource("contents")
  void everyFieldReturnsAsItWasWritten(MessageContent content) {
    MessageRecord record = new MessageRecord(Samples.session("a/b ü"), content, Samples.stamp());

    Version version = written(store().create(record));

    assertThat(found(record)).isEqualTo(new ReadOutcome.Found<>(record, version));
  }

  static Stream<MessageContent> contents() {
    return Samples.contents().stream();
  }

  @ParameterizedTest
  @MethodSource("oddIds")
  void anyMessageIdIsAKeyOfItsOwn(String id) {
    SessionId session = Samples.session("odd");
    MessageRecord plain = taken(session);
    MessageRecord odd = Samples.open(session, new MessageId(id), Samples.owner(Samples.EAST));
    written(store().create(plain));

    written(store().create(odd));

    assertThat(found(odd).record()).isEqualTo(odd);
    assertThat(found(plain).record()).isEqualTo(plain);
  }

  static Stream<String> oddIds() {
    return Stream.of("a/b\\c?d#e", "M-1", "m-1 ", "session", "größe 🚀", "x".repeat(1024));
  }

  @Test
  void theSameMessageIdInTwoSessionsIsTwoRecords() {
    MessageRecord one = taken(Samples.session("one"));
    MessageRecord other = taken(Samples.session("other"));
    written(store().create(one));

    written(store().create(other));

    assertThat(found(one).record()).isEqualTo(one);
  }

  @Test
  void aSessionsOwnRecordIsAnotherOne() {
    MessageRecord message = taken(Samples.session("beside"));
    written(store().create(message));

    assertThat(await(sessions().read(message.session()))).isInstanceOf(ReadOutcome.Absent.class);
    written(sessions().create(Samples.idle(message.session())));

    assertThat(found(message).record()).isEqualTo(message);
  }

  private static MessageRecord taken(SessionId session) {
    return Samples.open(session, MESSAGE, Samples.owner(Samples.EAST));
  }

  private static MessageRecord over(MessageRecord record) {
    return new MessageRecord(
        record.session(),
        ((MessageContent.Open) record.content()).over(EndState.DONE, ""),
        Samples.stamp());
  }

  private ReadOutcome.Found<MessageRecord> found(MessageRecord record) {
    ReadOutcome<MessageRecord> outcome = await(store().read(record.session(), record.key()));
    assertThat(outcome).isInstanceOf(ReadOutcome.Found.class);
    return (ReadOutcome.Found<MessageRecord>) outcome;
  }

  private void assertOneWinner(List<MessageRecord> records, List<WriteOutcome> outcomes) {
    List<Integer> winners =
        IntStream.range(0, outcomes.size())
            .filter(i -> outcomes.get(i) instanceof WriteOutcome.Written)
            .boxed()
            .toList();
    assertThat(winners).hasSize(1);
    assertThat(outcomes).filteredOn(WriteOutcome.Conflict.class::isInstance).hasSize(WRITERS - 1);
    assertThat(found(records.get(0)).record()).isEqualTo(records.get(winners.get(0)));
  }
}
