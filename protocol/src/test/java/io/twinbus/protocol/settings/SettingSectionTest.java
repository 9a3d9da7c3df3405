package io.twinbus.protocol.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class SettingSectionTest {

  private final SettingSection section =
      new SettingSection("Parcels", "twinbus.parcels.", "What is sent.");

  @Test
  void aSettingStandsInItsSectionWithAllThatIsSaidOfIt() {
    Setting<Integer> weight =
        section
            .define("weight", ValueType.integer(1, 40), "What a parcel weighs.")
            .unit("kg")
            .atLimit("It stays behind.")
            .secret()
            .otherwise(2);

    assertThat(section.settings()).containsExactly(weight);
    assertThat(weight.name()).isEqualTo("twinbus.parcels.weight");
    assertThat(weight.otherwiseText()).contains("2");
    assertThat(weight.notes())
        .isEqualTo(
            new SettingNotes(
                "What a parcel weighs.",
                Optional.of("kg"),
                Optional.of("It stays behind."),
                true,
                Optional.empty()));
  }

  @Test
  void aRequiredSettingSaysWhatItNamesAndNeitherItNorAnOptionalOneHasADefault() {
    Setting<String> sender =
        section.define("sender", ValueType.text(), "Who sends.").required("the one who pays");
    Setting<String> label = section.define("label", ValueType.text(), "What it says.").optional();

    assertThat(section.settings()).containsExactly(sender, label);
    assertThat(sender.notes().required()).contains("the one who pays");
    assertThat(sender.otherwise()).isEmpty();
    assertThat(label.notes()).isEqualTo(SettingNotes.of("What it says."));
    assertThat(label.otherwise()).isEmpty();
  }
}
