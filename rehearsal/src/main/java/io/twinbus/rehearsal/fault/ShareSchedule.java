package io.twinbus.rehearsal.fault;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The faults still to come, by how much has been sent when they strike. Not thread-safe. */
public final class ShareSchedule {

  private static final double PERCENT = 100;

  private final long total;
  private final List<Fault> pending;

  /** A schedule of {@code faults} over {@code total} messages. */
  public ShareSchedule(List<Fault> faults, long total) {
    this.total = total;
    this.pending = new ArrayList<>(faults);
    pending.sort(Comparator.comparingLong(this::threshold));
  }

  /** Takes out the faults that are due when {@code sent} messages have been sent. */
  public List<Fault> due(long sent) {
    List<Fault> due = new ArrayList<>();
    while (!pending.isEmpty() && threshold(pending.get(0)) <= sent) {
      due.add(pending.remove(0));
    }
    return due;
  }

  private long threshold(Fault fault) {
    if (fault.when() instanceof When.Share share) {
      return Math.round(total * (share.percent() / PERCENT));
    }
    throw new IllegalArgumentException(fault + " strikes by time, not by what has been sent.");
  }
}
