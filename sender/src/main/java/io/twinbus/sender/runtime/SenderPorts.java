package io.twinbus.sender.runtime;

import io.twinbus.protocol.ids.RecordedIds;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.sender.journal.JournalFiles;
import io.twinbus.sender.link.RegionLinks;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * What a running sender needs from outside: the regions, the disk, the time and chance.
 *
 * @param links opens a link to each region
 * @param journals opens the files of a journal in its directory
 * @param clocks tells the time
 * @param random draws the names of streams
 * @param ids the form in which ids are logged
 */
public record SenderPorts(
    RegionLinks links,
    Function<Path, JournalFiles> journals,
    Clocks clocks,
    RandomGenerator random,
    RecordedIds ids) {

  /** Ports of a sender that logs clear ids. */
  public SenderPorts(
      RegionLinks links,
      Function<Path, JournalFiles> journals,
      Clocks clocks,
      RandomGenerator random) {
    this(links, journals, clocks, random, RecordedIds.CLEAR);
  }
}
