package io.twinbus.sender.runtime;

import io.twinbus.sender.message.DeliveryStatus;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.message.Receipt;
import java.util.concurrent.CompletableFuture;

/**
 * A send whose futures are not complete yet.
 *
 * @param ticket the name of the message in events and effects
 * @param message the message
 * @param bytes the bytes that it takes of the window
 * @param receipt completes when the message is acknowledged
 * @param ended completes when no copy is pending any more
 */
record PendingSend(
    long ticket,
    OutboundMessage message,
    int bytes,
    CompletableFuture<Receipt> receipt,
    CompletableFuture<DeliveryStatus> ended) {

  PendingSend(long ticket, OutboundMessage message, int bytes, ReceiptFuture receipt) {
    this(ticket, message, bytes, receipt, new CompletableFuture<>());
  }
}
