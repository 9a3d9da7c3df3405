package io.twinbus.protocol.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.protocol.MessageId;
import io.twinbus.protocol.Secret;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.ids.RecordedIds;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.protocol.settings.InvalidSettingException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecordedIdsTest {

  private static final String KEY = "a key of thirty-two characters..";
  private static final SessionId SESSION = new SessionId("customer-4711");
  private static final MessageId MESSAGE = new MessageId("invoice-7");
  private final RecordedIds hashed = RecordedIds.hashed(new Secret(KEY));

  @Test
  void aHashIsKeyedAndNamesItsPurpose() {
    // Computed with Python's hmac and base64 modules over 'session', a line feed, and the id.
    assertThat(hashed.of(SESSION).value())
        .isEqualTo("hmac-ThsjR9A15JuOv05A9LEcFO1fFoTijDEPPLULd7b_BbM");
    assertThat(hashed.of(new MessageId("customer-4711")).value())
        .isEqualTo("hmac-4XkoOPYimpLEvOU0AfHjLN9Io94by6wOtWnkAwvca2c");
    RecordedIds other = RecordedIds.hashed(new Secret(KEY + "."));
    assertThat(other.of(SESSION)).isNotEqualTo(hashed.of(SESSION));
    assertThat(other.fingerprint()).isPresent().isNotEqualTo(hashed.fingerprint());
    assertThat(hashed.fingerprint().orElseThrow()).doesNotContain(KEY);
    assertThat(hashed).hasToString("hashed");
  }

  @Test
  void clearIdsStayAsTheyAre() {
    assertThat(RecordedIds.CLEAR.of(SESSION)).isEqualTo(SESSION);
    assertThat(RecordedIds.CLEAR.named(SESSION)).isEqualTo(SESSION);
    assertThat(RecordedIds.CLEAR.named(MESSAGE)).isEqualTo(MESSAGE);
    assertThat(RecordedIds.CLEAR.fingerprint()).isEmpty();
    assertThat(RecordedIds.CLEAR.isRecordedAs("customer-4711", SESSION)).isTrue();
  }

  @Test
  void onlyWhatAPersonTypedMayBeARecordedFormAlready() {
    SessionId recorded = hashed.of(SESSION);

    assertThat(hashed.named(recorded)).isEqualTo(recorded);
    assertThat(hashed.named(SESSION)).isEqualTo(recorded);
    assertThat(hashed.named(MESSAGE)).isEqualTo(hashed.of(MESSAGE));
    assertThat(hashed.named(hashed.of(MESSAGE))).isEqualTo(hashed.of(MESSAGE));
    assertThat(hashed.of(recorded)).as("a sender's choice").isNotEqualTo(recorded);
    assertThat(hashed.isRecordedAs(recorded.value(), recorded)).as("a sender's choice").isFalse();
    assertThat(hashed.isRecordedAs(SESSION.value(), recorded)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "hashed, , ids-key is not set",
    "hashed, short, ids-key is too short",
    "clear, a key of thirty-two characters.., set that to hashed",
    "secret, , 'give one of clear, hashed'"
  })
  void aMistakeIsOneSentenceWithoutTheKey(String form, String key, String sentence) {
    Map<String, String> values =
        key == null
            ? Map.of("twinbus.ledger.ids", form)
            : Map.of("twinbus.ledger.ids", form, "twinbus.ledger.ids-key", key);

    assertThatThrownBy(() -> FlatSettings.of(values).collect(RecordedIds::from))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining(sentence)
        .hasMessageNotContaining("thirty-two");
  }

  @ParameterizedTest
  @ValueSource(strings = {"hashed", "secret"})
  void aReadingGoesOnWithClearIdsWhereTheSettingsAreRefused(String form) {
    assertThatThrownBy(
            () ->
                FlatSettings.of(Map.of("twinbus.ledger.ids", form))
                    .collect(
                        flat -> {
                          assertThat(RecordedIds.from(flat)).isSameAs(RecordedIds.CLEAR);
                          return "";
                        }))
        .isInstanceOf(InvalidSettingException.class);
  }

  @Test
  void settingsNameFormAndKey() {
    RecordedIds read =
        FlatSettings.of(Map.of("twinbus.ledger.ids", "hashed", "twinbus.ledger.ids-key", KEY))
            .collect(RecordedIds::from);

    assertThat(read.of(SESSION)).isEqualTo(hashed.of(SESSION));
    assertThat(FlatSettings.of(Map.of()).collect(RecordedIds::from).areHashed()).isFalse();
  }
}
