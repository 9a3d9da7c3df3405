package io.twinbus.local.cosmos.regions;

import io.twinbus.local.cosmos.store.Change;
import io.twinbus.local.cosmos.store.ChangeLog;
import java.util.List;

/** Keeps the documents of an account, as its write region has them. Thread-safe. */
public interface AccountJournal extends ChangeLog {

  /** Keeps nothing: documents live in memory. */
  AccountJournal NONE =
      new AccountJournal() {
        @Override
        public List<Change> contents() {
          return List.of();
        }

        @Override
        public int era() {
          return 0;
        }

        @Override
        public void era(int era) {}

        @Override
        public void append(Change change) {}

        @Override
        public void replaced(List<Change> contents) {}

        @Override
        public void awaitKept() {}
      };

  /** What was kept when the last process ended, as changes to an empty account; asked once. */
  List<Change> contents();

  /** A number above all eras that were kept, so that no tag is given twice. */
  int era();

  /** The write region is another one now, and this its number. */
  void era(int era);

  /** After a loss, this is all there is. */
  void replaced(List<Change> contents);

  /** Waits until all that was told is kept. */
  void awaitKept();
}
