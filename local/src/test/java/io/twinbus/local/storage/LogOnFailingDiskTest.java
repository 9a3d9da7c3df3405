package io.twinbus.local.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The log on a disk of which a call fails, whichever it is, in a machine that loses its power
 * before or within any call: every group that was kept is there whole, and none beside the one that
 * was being written.
 */
class LogOnFailingDiskTest {

  private static final Path PATH = Path.of("/data/twinbus-local.log");
  private static final LogFile.Keeping KEEPING = new LogFile.Keeping(true, 400);
  private static final KeptMap MAP = new KeptMap(1, "things");
  private static final int GROUPS = 14;

  private final Random random = new Random(5);

  /** What is left of a disk at a moment, and how many groups had been kept by then. */
  private record Image(FailingDisk disk, int kept, int call) {}

  private record Life(List<Image> images, int calls) {}

  @Test
  void everyCallMayFailAndPowerMayBeLostAtEveryCall() throws IOException {
    int calls = live(0).calls();
    assertThat(calls).as("the log was rewritten on the way").isGreaterThan(2 * GROUPS + 5);

    for (int failing = 0; failing <= calls; failing++) {
      for (Image image : live(failing).images()) {
        String what = "call %d failed, power was lost at call %d".formatted(failing, image.call());
        assertThat(contents(image.disk()))
            .as(what)
            .isIn(after(image.kept()), after(image.kept() + 1));
      }
    }
  }

  @Test
  void whatAKilledProcessDidNotForceIsForcedByItsSuccessor() throws IOException {
    FailingDisk disk = new FailingDisk();
    LogFile killed = LogFile.open(disk, PATH, new LogFile.Keeping(false, 400)).log();
    killed.name(MAP);
    killed.append(List.of(group(1)));

    LogFile.Opened next = LogFile.open(disk, PATH, KEEPING);

    assertThat(texts(next.read())).isEqualTo(after(1));
    assertThat(contents(disk.afterPowerLoss(new LeastRandom()))).isEqualTo(after(1));
  }

  /** A log from its beginning until a call fails. */
  private Life live(int failing) {
    FailingDisk disk = new FailingDisk();
    List<Image> images = new ArrayList<>();
    int[] kept = {0};
    disk.failWhen(call -> call == failing);
    disk.beforeEach(
        () -> images.add(new Image(disk.afterPowerLoss(random), kept[0], disk.calls())));
    try {
      LogFile log = LogFile.open(disk, PATH, KEEPING).log();
      log.name(MAP);
      for (int i = 1; i <= GROUPS; i++) {
        log.append(List.of(group(i)));
        kept[0] = i;
        log.rewriteIfWorthwhile();
      }
      log.close();
    } catch (IOException e) {
      assertThat(e).hasMessage("Input/output error");
    }
    images.add(new Image(disk.afterPowerLoss(random), kept[0], disk.calls()));
    return new Life(images, disk.calls());
  }

  /** Each group writes over one of three values, so that a rewrite is worth it. */
  private static Changes group(int number) {
    Changes changes = new Changes();
    changes.put(MAP, "k" + number % 3, value(number).getBytes(StandardCharsets.UTF_8));
    changes.put(MAP, "last", Integer.toString(number).getBytes(StandardCharsets.UTF_8));
    return changes;
  }

  private static String value(int number) {
    return number + "-".repeat(40);
  }

  /** What the map holds after so many groups. */
  private static Map<String, String> after(int groups) {
    Map<String, String> held = new TreeMap<>();
    for (int i = 1; i <= groups; i++) {
      held.put("k" + i % 3, value(i));
      held.put("last", Integer.toString(i));
    }
    return held;
  }

  private static Map<String, String> contents(FailingDisk disk) throws IOException {
    return texts(LogFile.open(disk, PATH, KEEPING).read());
  }

  private static Map<String, String> texts(LogReader read) {
    return read.contents().getOrDefault(MAP.name(), new HashMap<>()).entrySet().stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey,
                entry -> new String(entry.getValue(), StandardCharsets.UTF_8),
                (one, other) -> one,
                TreeMap::new));
  }

  /** Nothing that was not forced has reached the disk. */
  private static final class LeastRandom extends Random {
    private static final long serialVersionUID = 1L;

    @Override
    public int nextInt(int bound) {
      return 0;
    }
  }
}
