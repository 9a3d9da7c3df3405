package io.twinbus.simulation;

import io.twinbus.protocol.StreamId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an application has at hand when its sender was killed and a new one starts. */
final class Keeping {

  /** What it is. */
  enum Kind {
    NOTHING,
    JOURNAL,
    NUMBERS
  }

  final SenderAudit audit;

  /** Where each message is written before it is sent; null: nowhere. */
  final @Nullable SimulatedJournal journal;

  /** The numbers that it gives itself; null: its sender numbers. */
  final @Nullable OwnNumbers numbers;

  private long tickets;
  private int streams;

  private Keeping(
      SenderAudit audit, @Nullable SimulatedJournal journal, @Nullable OwnNumbers numbers) {
    this.audit = audit;
    this.journal = journal;
    this.numbers = numbers;
  }

  /** Nothing: what was not acknowledged is forgotten, and a restart begins new streams. */
  static Keeping nothing(World world, String name) {
    return new Keeping(new SenderAudit(world, name, Kind.NOTHING), null, null);
  }

  /** A journal, on a quick disk or a slow one: streams and their numbers go on over restarts. */
  static Keeping journal(World world, String name) {
    double percentSlow = world.ground().chance().pick(List.of(3, 3, 40));
    SimulatedJournal journal = new SimulatedJournal(percentSlow);
    return new Keeping(new SenderAudit(world, name, Kind.JOURNAL), journal, null);
  }

  /** Its messages and their numbers, in one stream for each session. */
  static Keeping numbers(World world, String name) {
    OwnNumbers numbers = new OwnNumbers(new StreamId(name + "own"));
    return new Keeping(new SenderAudit(world, name, Kind.NUMBERS), null, numbers);
  }

  boolean isNothing() {
    return journal == null && numbers == null;
  }

  long nextTicket() {
    return ++tickets;
  }

  StreamId nextStream(String name) {
    return new StreamId(name + ++streams);
  }
}
