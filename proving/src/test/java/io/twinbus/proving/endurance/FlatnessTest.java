package io.twinbus.proving.endurance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FlatnessTest {

  private static final double ALLOWANCE = 2;

  @Test
  void whatGrowsWhileItWarmsUpIsFlat() {
    List<Double> samples = of(1, 5, 9, 13, 20, 21, 20, 22, 20, 21, 20, 21);

    assertThat(Flatness.of(samples, ALLOWANCE)).isEqualTo(new Flatness(20, 21, ALLOWANCE));
    assertThat(Flatness.of(samples, ALLOWANCE).isFlat()).isTrue();
  }

  @Test
  void whatGrowsAllTheTimeIsNot() {
    assertThat(Flatness.of(linear(20, 0.5), ALLOWANCE).isFlat()).isFalse();
  }

  @Test
  void aFewOutliersDoNotCount() {
    List<Double> samples = linear(20, 0);
    samples.set(30, 500.0);
    samples.set(35, 500.0);

    assertThat(Flatness.of(samples, ALLOWANCE).isFlat()).isTrue();
  }

  @Test
  void theAllowanceIsAllowedAndNoMore() {
    assertThat(new Flatness(100, 102, ALLOWANCE).isFlat()).isTrue();
    assertThat(new Flatness(100, 102.1, ALLOWANCE).isFlat()).isFalse();
    assertThat(new Flatness(3, 1, ALLOWANCE).isFlat()).isTrue();
  }

  @Test
  void tooFewSamplesSayNothing() {
    List<Double> few = of(1, 2, 3);

    assertThatThrownBy(() -> Flatness.of(few, ALLOWANCE))
        .hasMessage("3 samples say nothing: take at least 8.");
  }

  private static List<Double> linear(double from, double each) {
    return IntStream.range(0, 40)
        .mapToObj(i -> from + i * each)
        .collect(Collectors.toCollection(java.util.ArrayList::new));
  }

  private static List<Double> of(double... values) {
    return DoubleStream.of(values).boxed().toList();
  }
}
