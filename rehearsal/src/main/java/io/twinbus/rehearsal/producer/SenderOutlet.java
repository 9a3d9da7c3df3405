package io.twinbus.rehearsal.producer;

import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.rehearsal.input.InputMessage;
import io.twinbus.sender.Sender;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.statistics.CloseReport;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Sends through the product's sender. Thread-safe. */
public final class SenderOutlet implements Outlet, AutoCloseable {

  private final Sender sender;

  private SenderOutlet(Sender sender) {
    this.sender = sender;
  }

  /**
   * A sender as {@code settings} describe it.
   *
   * @throws io.twinbus.protocol.settings.InvalidSettingException with one sentence for a mistake
   */
  public static SenderOutlet open(FlatSettings settings) {
    return new SenderOutlet(Sender.builder(settings).build());
  }

  /**
   * A sender of {@code queue}.
   *
   * @param queue its name in the configuration; empty for the one there is
   * @throws io.twinbus.protocol.settings.InvalidSettingException with one sentence for a mistake
   */
  public static SenderOutlet open(FlatSettings settings, Optional<String> queue) {
    return queue
        .map(name -> new SenderOutlet(Sender.builder(settings, name).build()))
        .orElseGet(() -> open(settings));
  }

  @Override
  public CompletionStage<?> send(InputMessage message) {
    return sender.send(
        OutboundMessage.of(message.session(), message.id())
            .body(message.body())
            .contentType("application/json")
            .build());
  }

  /** Waits up to {@code bound} until every region has its copies, and closes the sender. */
  public CloseReport close(Duration bound) {
    return sender.close(bound);
  }

  @Override
  public void close() {
    sender.close();
  }
}
