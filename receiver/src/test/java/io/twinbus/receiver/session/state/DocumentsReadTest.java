package io.twinbus.receiver.session.state;

import static io.twinbus.receiver.session.state.Copies.A;
import static io.twinbus.receiver.session.state.Copies.B;
import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.BesideRecord;
import io.twinbus.ledger.ClaimId;
import io.twinbus.ledger.Cursor;
import io.twinbus.ledger.MessageContent;
import io.twinbus.ledger.Progress;
import io.twinbus.ledger.store.Version;
import io.twinbus.protocol.StreamId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a worker knows of the streams that have documents of their own. */
class DocumentsReadTest {

  private static final Progress SOME_ARE_COLD =
      Progress.NONE.withAnnex(BesideRecord.NONE.withMoreCold(2));
  private static final MessageContent.Cold DOCUMENT =
      new MessageContent.Cold(A, new Cursor(7, Instant.EPOCH), List.of(), Optional.empty());
  private static final ColdStreams.Basis VERSION = new ColdStreams.OverVersion(new Version("v1"));
  private static final ClaimId CLAIM = new ClaimId("mine");

  private final ColdStreams streams = new ColdStreams();

  @Test
  void aStreamIsUnknownUntilItsDocumentIsRead() {
    assertThat(streams.isUnknown(SOME_ARE_COLD, A)).isTrue();

    streams.learn(A, Optional.empty(), Set.of(A));

    assertThat(streams.isUnknown(SOME_ARE_COLD, A)).isFalse();
    assertThat(streams.isUnknown(SOME_ARE_COLD, B)).isTrue();
  }

  @Test
  void noStreamIsUnknownWhileNoneHasADocument() {
    assertThat(streams.isUnknown(Progress.NONE, A)).isFalse();
  }

  @Test
  void theDocumentSaysHowFarItsStreamHasCome() {
    streams.learn(A, Optional.of(DOCUMENT), Set.of(A));

    assertThat(streams.document(SOME_ARE_COLD, A)).contains(DOCUMENT);
    assertThat(streams.document(SOME_ARE_COLD, B)).isEmpty();
    assertThat(streams.over(SOME_ARE_COLD, () -> Set.of(A)).cursor(A)).isEqualTo(7);
  }

  @Test
  void onlyTheStreamsThatAreAskedForAreAddedToTheProgress() {
    streams.learn(A, Optional.of(DOCUMENT), Set.of(A));

    assertThat(streams.over(SOME_ARE_COLD, () -> Set.of(B)).cursor(A)).isZero();
  }

  @Test
  void aDocumentSaysNothingWhileNoStreamIsCold() {
    streams.learn(A, Optional.of(DOCUMENT), Set.of(A));

    assertThat(streams.document(Progress.NONE, A)).isEmpty();
    assertThat(streams.over(Progress.NONE, () -> Set.of(A))).isEqualTo(Progress.NONE);
  }

  @Test
  void aDocumentThatHasChangedIsUnknownAgain() {
    streams.learn(A, Optional.of(DOCUMENT), Set.of(A));

    streams.forget(A);

    assertThat(streams.isUnknown(SOME_ARE_COLD, A)).isTrue();
  }

  @Test
  void whatWasReadHoldsOnForTheSameVersion() {
    streams.standOn(VERSION);
    streams.learn(A, Optional.of(DOCUMENT), Set.of(A));

    streams.standOn(new ColdStreams.OverVersion(new Version("v1")));

    assertThat(streams.isUnknown(SOME_ARE_COLD, A)).isFalse();
    assertThat(streams.basis()).isEqualTo(VERSION);
  }

  @Test
  void whatWasReadIsForgottenWithAnotherVersion() {
    streams.standOn(VERSION);
    streams.learn(A, Optional.of(DOCUMENT), Set.of(A));

    streams.standOn(new ColdStreams.OverVersion(new Version("v2")));

    assertThat(streams.isUnknown(SOME_ARE_COLD, A)).isTrue();
  }

  @Test
  void whatWasReadHoldsOnUnderTheClaimThatReplacedTheVersion() {
    streams.standOn(VERSION);
    streams.learn(A, Optional.of(DOCUMENT), Set.of(A));
    streams.claiming(CLAIM, new Version("v1"));

    streams.standOn(new ColdStreams.UnderClaim(CLAIM));

    assertThat(streams.isUnknown(SOME_ARE_COLD, A)).isFalse();
  }

  @Test
  void whatWasReadIsForgottenUnderAClaimThatReplacedAnotherVersion() {
    streams.standOn(VERSION);
    streams.learn(A, Optional.of(DOCUMENT), Set.of(A));
    streams.claiming(CLAIM, new Version("v2"));

    streams.standOn(new ColdStreams.UnderClaim(CLAIM));

    assertThat(streams.isUnknown(SOME_ARE_COLD, A)).isTrue();
  }

  @Test
  void whatWasReadIsForgottenUnderAClaimThatWasNotTried() {
    streams.standOn(VERSION);
    streams.learn(A, Optional.of(DOCUMENT), Set.of(A));

    streams.standOn(new ColdStreams.UnderClaim(CLAIM));

    assertThat(streams.isUnknown(SOME_ARE_COLD, A)).isTrue();
  }

  @Test
  void whenManyWereReadOnlyThoseOfCopiesInHandAreKept() {
    for (int n = 0; n < 255; n++) {
      streams.learn(new StreamId("s" + n), Optional.empty(), Set.of());
    }
    streams.learn(A, Optional.empty(), Set.of());
    assertThat(streams.isUnknown(SOME_ARE_COLD, new StreamId("s0"))).as("256 are kept").isFalse();

    streams.learn(B, Optional.empty(), Set.of(A));

    assertThat(streams.isUnknown(SOME_ARE_COLD, A)).isFalse();
    assertThat(streams.isUnknown(SOME_ARE_COLD, B)).isFalse();
    assertThat(streams.isUnknown(SOME_ARE_COLD, new StreamId("s0"))).isTrue();
  }
}
