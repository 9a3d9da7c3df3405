package com.example.parcels;

import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.Invocation;
import io.twinbus.receiver.Message;
import java.nio.charset.StandardCharsets;

/**
 * A handler that blocks: it may write to a database or a file. Thread-safe: calls for one parcel
 * come one after the other, those for different parcels at the same time.
 */
final class ScanLog {

  HandlerOutcome handle(Message message, Invocation call) {
    String place = new String(message.body().toBytes(), StandardCharsets.UTF_8);
    if (place.isBlank()) {
      return new HandlerOutcome.DeadLetter("NoPlace", "The scan names no place.");
    }
    System.out.println(message.session() + " was scanned in " + place);
    return new HandlerOutcome.Completed();
  }
}
