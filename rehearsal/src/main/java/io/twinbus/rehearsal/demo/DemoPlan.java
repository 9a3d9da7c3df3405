package io.twinbus.rehearsal.demo;

import io.twinbus.rehearsal.fault.Fault;
import io.twinbus.rehearsal.input.MessageBatch;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a demo is to do, checked before anything is started.
 *
 * <p>Immutable and thread-safe.
 *
 * @param input what to send
 * @param ends for each session the text that its last {@code after} must be, if that is known
 * @param traffic how to send and receive it
 * @param faults what strikes on the way
 * @param applied where to write every effect, if anywhere
 */
public record DemoPlan(
    MessageBatch input,
    Optional<Map<String, String>> ends,
    Traffic traffic,
    List<Fault> faults,
    Optional<Path> applied) {

  /**
   * How messages are sent and received.
   *
   * @param perSecond messages a second
   * @param home {@code by-session} or a region
   * @param receiversPerRegion how many receiver processes each region has
   * @param queues how many queues each of them serves; a session has its messages in one of them
   * @param account the ledger's account
   */
  public record Traffic(
      double perSecond, String home, int receiversPerRegion, int queues, Account account) {

    /** With an account that fails no partition over. */
    public Traffic(
        double perSecond, String home, int receiversPerRegion, int queues, String writeRegion) {
      this(perSecond, home, receiversPerRegion, queues, new Account(writeRegion, Optional.empty()));
    }
  }

  /**
   * The account of the ledger.
   *
   * @param writeRegion the region that is written: witness, east or west
   * @param partitionFailOverAfter after how long without its write region the account has a
   *     container be written in another one; never where it is empty
   */
  public record Account(String writeRegion, Optional<Duration> partitionFailOverAfter) {}

  /** Copies {@code faults}. */
  public DemoPlan {
    faults = List.copyOf(faults);
  }
}
