package io.twinbus.proving.endurance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Series as a soak sees them: which leaks its rules notice, and what they leave alone. */
class FigureTest {

  private static final int IN_THREE_MINUTES = 12;
  private static final int IN_HALF_AN_HOUR = 29;

  @Test
  void whatComesAndGoesIsLeftAlone() {
    List<ReceiverReading> calm =
        looks(
            IN_THREE_MINUTES,
            i ->
                new ProcessUse(
                    27 + i % 3, 850 + 60 * (i % 2), 2, 139 + i % 4, 20 + i % 9, 143 + i % 3, 60));

    assertThat(objections(calm)).isEmpty();
  }

  @Test
  void aSocketThatIsLostWithEveryBreakOfHalfAnHourIsNoticed() {
    List<ReceiverReading> leaking = looks(IN_HALF_AN_HOUR, i -> use(27, 850, 2, 143 + i, 60));

    assertThat(objections(leaking))
        .containsExactly("The file handles of east-1 rose from 155.0 to 166.0.");
  }

  @Test
  void twoSocketsALookAreNoticedInThreeMinutes() {
    List<ReceiverReading> leaking = looks(IN_THREE_MINUTES, i -> use(27, 850, 2, 143 + 2 * i, 60));

    assertThat(objections(leaking)).singleElement().asString().contains("file handles");
  }

  @Test
  void aThreadThatIsLeftWithEveryLookIsNoticed() {
    List<ReceiverReading> leaking =
        looks(IN_THREE_MINUTES, i -> new ProcessUse(27, 850, 2, 140 + 2 * i, 30, 143, 60));

    assertThat(objections(leaking)).singleElement().asString().startsWith("The threads of east-1");
  }

  @Test
  void elasticPoolsMayGrowToTheirBoundAndNoFurther() {
    int most = 60 * Runtime.getRuntime().availableProcessors();

    assertThat(objections(looks(12, i -> new ProcessUse(27, 850, 2, 140, most - 11 + i, 143, 60))))
        .isEmpty();
    assertThat(objections(looks(12, i -> new ProcessUse(27, 850, 2, 140, most - 10 + i, 143, 60))))
        .containsExactly(
            "The elastic threads of east-1 reached %d; the bound is %d.".formatted(most + 1, most));
  }

  @Test
  void sessionsThatAreNotLetGoAreNoticedByTheirObjects() {
    List<ReceiverReading> leaking = looks(IN_THREE_MINUTES, i -> use(27, 850 + 40 * i, 2, 143, 60));

    assertThat(objections(leaking)).singleElement().asString().contains("own objects");
  }

  @Test
  void aHeapThatGrowsIsNoticed() {
    List<ReceiverReading> leaking = looks(IN_HALF_AN_HOUR, i -> use(27 + 0.3 * i, 850, 2, 143, 60));

    assertThat(objections(leaking)).singleElement().asString().startsWith("The heap of east-1");
  }

  @Test
  void lostConnectionsThatTheSdkKeepsForAWhileAreNoLeak() {
    List<ReceiverReading> keeping =
        IntStream.range(0, IN_THREE_MINUTES)
            .mapToObj(i -> new ReceiverReading(use(27 + 0.5 * i, 850, 1 + i, 143, 60), i))
            .toList();

    assertThat(objections(keeping)).isEmpty();
  }

  @Test
  void connectionsThatTheSdkKeepsForGoodAreNoticed() {
    List<ReceiverReading> keeping =
        IntStream.range(0, IN_HALF_AN_HOUR)
            .mapToObj(
                i -> new ReceiverReading(use(27 + 0.5 * i, 850, 1 + i, 143, 60), Math.min(i, 19)))
            .toList();

    assertThat(objections(keeping))
        .containsExactly("The connections too many of east-1 reached 8; the bound is 0.");
  }

  @Test
  void aPoolMayGrowWithABacklogAndNotForEver() {
    assertThat(objections(looks(IN_THREE_MINUTES, i -> use(27, 850, 2, 143, 12 * i)))).isEmpty();
    assertThat(objections(looks(IN_THREE_MINUTES, i -> use(27, 850, 2, 143, 60 * i))))
        .containsExactly("The HTTP pools of east-1 rose from 270.0 to 540.0.");
  }

  private static List<String> objections(List<ReceiverReading> looks) {
    return Figure.ALL.stream()
        .map(figure -> figure.objection("east-1", looks))
        .flatMap(Optional::stream)
        .toList();
  }

  private static ProcessUse use(
      double heap, double objects, double connections, double handles, double pooled) {
    return new ProcessUse(heap, objects, connections, 140, 30, handles, pooled);
  }

  private static List<ReceiverReading> looks(int count, IntFunction<ProcessUse> use) {
    return IntStream.range(0, count).mapToObj(i -> new ReceiverReading(use.apply(i), 1)).toList();
  }
}
