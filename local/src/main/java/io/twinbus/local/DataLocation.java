package io.twinbus.local;

import io.twinbus.local.storage.DataDirectory;
import io.twinbus.local.storage.DataDirectory.Durability;
import java.nio.file.Path;

/**
 * Where a local stack keeps its data, and what it survives there. Immutable.
 *
 * @param directory made if it is not there
 * @param durability default: the end of the process, however it ends
 */
public record DataLocation(Path directory, Durability durability) {

  DataDirectory open() {
    return DataDirectory.open(directory, durability);
  }
}
