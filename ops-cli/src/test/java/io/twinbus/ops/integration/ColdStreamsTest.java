package io.twinbus.ops.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.twinbus.ledger.EndState;
import io.twinbus.ledger.EndedRange;
import io.twinbus.protocol.StreamId;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What commands say of a stream that has left its session's record. */
class ColdStreamsTest {

  @AutoClose private final Site site = new Site();

  @BeforeEach
  void endOneAndSendItAgain() throws Exception {
    site.run("ledger", "init", "--yes");
    EndedRange end = new EndedRange(new StreamId("web-1"), 1, 1, EndState.DEAD, "poison");
    site.create(SampleRecords.cold("cold", end));
    site.create(SampleRecords.withColdStream("cold"));
    site.send("cold", 1, "east");
  }

  @Test
  void aMessagesEndIsReadFromTheStreamsDocument() {
    Site.Answer answer = site.run("messages", "trace", "cold-1");

    assertThat(answer.code()).as(answer.err()).isZero();
    assertThat(answer.out()).contains("DEAD", "poison");
  }

  @Test
  void aSessionSaysThatStreamsHaveLeftItAndWhichCopiesAreInDoubt() {
    Site.Answer answer = site.run("sessions", "show", "cold");

    assertThat(answer.out())
        .containsPattern("cold +streams have left the record 1 times")
        .contains("its stream may be cold: 'messages trace' says whether it has ended");
  }

  @Test
  void aLetterWhoseStreamIsColdIsKnownToHaveEnded() throws Exception {
    site.kill("cold", "east");

    assertThat(site.run("dlq", "show", "cold-1", "-o", "json").out()).contains("DEAD");
  }
}
