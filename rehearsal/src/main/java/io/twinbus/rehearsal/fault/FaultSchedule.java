package io.twinbus.rehearsal.fault;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The faults still to come, by how much has been sent when they strike. Not thread-safe. */
public final class FaultSchedule {

  private final long total;
  private final List<Fault> pending;

  /** A schedule of {@code faults} over {@code total} messages. */
  public FaultSchedule(List<Fault> faults, long total) {
    this.total = total;
    this.pending = new ArrayList<>(faults);
    pending.sort(Comparator.comparingInt(Fault::percent));
  }

  /** Takes out the faults that are due when {@code sent} messages have been sent. */
  public List<Fault> due(long sent) {
    List<Fault> due = new ArrayList<>();
    while (!pending.isEmpty() && pending.get(0).threshold(total) <= sent) {
      due.add(pending.remove(0));
    }
    return due;
  }
}
