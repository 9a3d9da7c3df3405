package io.twinbus.local.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.twinbus.local.storage.Changes;
import io.twinbus.local.storage.DataDirectory;
import io.twinbus.local.storage.DataDirectory.Durability;
import io.twinbus.local.storage.DataDirectoryException;
import io.twinbus.local.storage.KeptMap;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a data directory gives back, and what it refuses. */
class DataDirectoryTest {
  private static final Duration BOUND = Duration.ofSeconds(20);

  @TempDir private Path directory;

  @Test
  void whatWasKeptIsThereAfterTheNextStart() {
    // Given
    try (DataDirectory data = open()) {
      KeptMap colours = data.map("colours");
      KeptMap sizes = data.map("sizes");
      put(data, colours, "grass", "green");
      put(data, colours, "sky", "grey");
      put(data, sizes, "grass", "small");
      put(data, colours, "sky", "blue");
      remove(data, colours, "grass");
    }

    // When
    try (DataDirectory data = open()) {
      // Then
      assertThat(data.names()).containsExactly("colours", "sizes");
      assertThat(contents(data, "colours")).isEqualTo(Map.of("sky", "blue"));
      assertThat(contents(data, "sizes")).isEqualTo(Map.of("grass", "small"));
    }
  }

  @Test
  void aGroupThatWasCutOffIsThereNotAtAll() throws IOException {
    // Given
    long whole;
    try (DataDirectory data = open()) {
      put(data, data.map("m"), "1", "kept");
      await().atMost(BOUND).until(() -> data.isKept(1));
      whole = Files.size(log());
      Changes group = new Changes();
      group.put(data.map("m"), "1", bytes("half"));
      group.put(data.map("m"), "2", bytes("half"));
      data.write(group);
    }
    try (RandomAccessFile file = new RandomAccessFile(log().toFile(), "rw")) {
      assertThat(file.length()).isGreaterThan(whole);
      file.setLength(file.length() - 1);
    }

    // When
    try (DataDirectory data = open()) {
      // Then
      assertThat(contents(data, "m")).isEqualTo(Map.of("1", "kept"));
      put(data, data.map("m"), "3", "later");
    }
    try (DataDirectory data = open()) {
      assertThat(contents(data, "m")).isEqualTo(Map.of("1", "kept", "3", "later"));
    }
  }

  @Test
  void aTailOfZerosIsWhatALossOfPowerLeavesAndIsDropped() throws IOException {
    // Given
    try (DataDirectory data = open()) {
      put(data, data.map("m"), "1", "kept");
    }
    Files.write(log(), new byte[100_000], StandardOpenOption.APPEND);

    // When
    try (DataDirectory data = open()) {
      // Then
      assertThat(contents(data, "m")).isEqualTo(Map.of("1", "kept"));
    }
  }

  @Test
  void damageIsRefusedWhereverItIs() throws IOException {
    // Given
    try (DataDirectory data = open()) {
      for (int i = 0; i < 5; i++) {
        put(data, data.map("m"), "key" + i, "value");
        long group = i + 1L;
        await().atMost(BOUND).until(() -> data.isKept(group));
      }
    }
    byte[] sound = Files.readAllBytes(log());
    int lastGroup = sound.length - 12 - "1mmmm____key4____value".length();

    // When
    for (int at = 0; at < lastGroup; at++) {
      byte[] damaged = sound.clone();
      damaged[at] ^= 0x10;
      Files.write(log(), damaged);
      // Then
      assertThatThrownBy(this::open)
          .as("byte %d", at)
          .isInstanceOf(DataDirectoryException.class)
          .hasMessageMatching("[^.]*\\.log (is|was) [^.]*\\.");
    }
  }

  @Test
  void aFileOfANewerVersionIsRefused() throws IOException {
    // Given
    open().close();
    byte[] bytes = Files.readAllBytes(log());
    bytes[11] = 2;
    Files.write(log(), bytes);

    // When, Then
    assertThatThrownBy(this::open)
        .isInstanceOf(DataDirectoryException.class)
        .hasMessageContaining("newer version of Twinbus (format 2, this one reads 1)");
  }

  @Test
  void aDirectoryInUseIsRefused() {
    try (DataDirectory first = open()) {
      assertThatThrownBy(this::open)
          .isInstanceOf(DataDirectoryException.class)
          .hasMessageContaining(first.path().toString())
          .hasMessageContaining("in use by another local stack");
    }
    open().close();
  }

  @Test
  void theFileDoesNotGrowForEver() {
    // Given
    byte[] megabyte = new byte[1 << 20];
    try (DataDirectory data = open()) {
      KeptMap map = data.map("m");
      put(data, map, "constant", "here");

      // When
      for (int i = 0; i < 200; i++) {
        Changes group = new Changes();
        group.put(map, "changing", megabyte);
        data.write(group);
      }
      put(data, map, "last", "here, too");
    }

    // Then
    assertThat(log()).satisfies(file -> assertThat(Files.size(file)).isLessThan(150L << 20));
    try (DataDirectory data = open()) {
      Map<String, String> contents = contents(data, "m");
      assertThat(contents).containsEntry("constant", "here").containsEntry("last", "here, too");
      assertThat(contents.get("changing")).hasSize(1 << 20);
    }
  }

  private DataDirectory open() {
    return DataDirectory.open(directory, Durability.PROCESS_KILL);
  }

  private Path log() {
    return directory.resolve("twinbus-local.log");
  }

  private static void put(DataDirectory data, KeptMap map, String key, String value) {
    Changes changes = new Changes();
    changes.put(map, key, bytes(value));
    data.write(changes);
  }

  private static void remove(DataDirectory data, KeptMap map, String key) {
    Changes changes = new Changes();
    changes.remove(map, key);
    data.write(changes);
  }

  private static byte[] bytes(String value) {
    return value.getBytes(StandardCharsets.UTF_8);
  }

  private static Map<String, String> contents(DataDirectory data, String map) {
    Map<String, String> text = new TreeMap<>();
    data.take(data.map(map))
        .forEach((key, value) -> text.put(key, new String(value, StandardCharsets.UTF_8)));
    return text;
  }
}
