package io.twinbus.sender.runtime;

import io.twinbus.sender.Delivery;
import io.twinbus.sender.OutboundMessage;
import io.twinbus.sender.Receipt;
import java.util.concurrent.CompletableFuture;

/**
 * What the producer waits for, and what the message holds of the window.
 *
 * @param ticket the name of the message towards the core
 * @param message the message
 * @param bytes what it takes of the window
 * @param receipt completes when it is acknowledged
 * @param ended completes when no copy is pending any more
 */
record PendingSend(
    long ticket,
    OutboundMessage message,
    int bytes,
    CompletableFuture<Receipt> receipt,
    CompletableFuture<Delivery> ended) {

  PendingSend(long ticket, OutboundMessage message, int bytes, ReceiptFuture receipt) {
    this(ticket, message, bytes, receipt, new CompletableFuture<>());
  }
}
