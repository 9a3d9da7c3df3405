package io.twinbus.proving.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twinbus.proving.bench.Distances;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DistancesTest {

  @Test
  void azureIsAProfileWithAName() {
    assertThat(Distances.parse("azure")).isEqualTo(new Distances(8, 75, 3, 145));
    assertThat(Distances.parse("AZURE")).isEqualTo(Distances.AZURE);
  }

  @Test
  void aProfileNamesSomeOfThemInAnyOrder() {
    assertThat(Distances.parse("write=30ms, sb=2ms")).isEqualTo(new Distances(2, 75, 3, 30));
    assertThat(Distances.parse("sb=0ms,sb-far=0ms,read=0ms,write=0ms"))
        .isEqualTo(new Distances(0, 0, 0, 0));
  }

  @Test
  void itsTextCanBeReadAgain() {
    assertThat(Distances.parse(Distances.AZURE.toString())).isEqualTo(Distances.AZURE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "aws", "sb=8", "sb=8s", "sb=8ms,", "sb=8ms,sb=9ms", "sb=-8ms"})
  void anythingElseIsRefusedInOneSentence(String text) {
    assertThatThrownBy(() -> Distances.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "A profile is azure, or says each of these once at most:"
                + " sb=8ms,sb-far=75ms,read=3ms,write=145ms.");
  }

  @Test
  void distancesHaveBounds() {
    assertThatThrownBy(() -> Distances.parse("sb-far=2001ms"))
        .hasMessage("A distance goes from 0ms to 2000ms.");
    assertThatThrownBy(() -> Distances.parse("read=5ms,write=4ms"))
        .hasMessage("A write of the ledger takes no less time than a read.");
  }
}
