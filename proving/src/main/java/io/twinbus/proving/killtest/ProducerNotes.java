package io.twinbus.proving.killtest;

import io.twinbus.rehearsal.producer.ReceiptLines;
import java.util.BitSet;

/** What a producer said before it was killed: which lines it began to send, which are safe. */
final class ProducerNotes {
  private final BitSet safe = new BitSet();
  private long sent;
  private long failed;

  synchronized void line(String text) {
    ReceiptLines.Receipt.parse(text).ifPresent(this::note);
  }

  private void note(ReceiptLines.Receipt receipt) {
    switch (receipt.event()) {
      case SENT -> sent = Math.max(sent, receipt.line());
      case SAFE -> safe.set((int) receipt.line());
      case FAILED -> failed++;
    }
  }

  /** The last line that it began to send. */
  synchronized long sent() {
    return sent;
  }

  synchronized long failed() {
    return failed;
  }

  synchronized BitSet safe() {
    return (BitSet) safe.clone();
  }
}
