package io.twinbus.proving.bench.product;

import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.protocol.Body;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.proving.bench.contest.MessageWay;
import io.twinbus.proving.bench.contest.Workload;
import io.twinbus.sender.Sender;
import io.twinbus.sender.message.OutboundMessage;
import java.util.function.Consumer;

/** From the product's sender through both regions to a handler of its receiver. Thread-safe. */
public final class TwinbusWay implements MessageWay {

  private final Sender sender;
  private final CosmosLedger ledger;
  private final BenchReceiver receiver;
  private final Body body = Body.ofUtf8("x".repeat(Workload.SMALL));

  /**
   * Starts sender and receiver.
   *
   * @param arrived is told the id of each message that its handler is called with
   */
  public TwinbusWay(FlatSettings settings, Consumer<String> arrived) {
    this.sender = Sender.builder(settings).build();
    this.ledger = BenchReceiver.openLedger(settings);
    this.receiver =
        BenchReceiver.start(settings, ledger, message -> arrived.accept(message.id().value()));
  }

  @Override
  public void send(String session, String id) {
    var unused = sender.send(OutboundMessage.of(session, id).body(body).build());
  }

  @Override
  public void close() {
    sender.close();
    receiver.close();
    ledger.close();
  }
}
