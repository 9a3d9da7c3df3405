package io.twinbus.proving.integration;

import io.twinbus.ledger.cosmos.CosmosLedger;
import io.twinbus.local.LocalStack;
import io.twinbus.proving.bench.product.ProductSettings;
import io.twinbus.proving.bench.product.BenchReceiver;
import io.twinbus.receiver.SessionHandler;
import io.twinbus.rehearsal.stack.Endpoints;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One receiver in each region of a local stack, in this process, with the same handler. */
final class TwoReceivers implements AutoCloseable {

  private final CosmosLedger ledger;
  private final List<BenchReceiver> receivers;

  TwoReceivers(LocalStack stack, SessionHandler handler) {
    this.ledger =
        BenchReceiver.openLedger(ProductSettings.of(Endpoints.parse(stack.toJson()), Map.of()));
    this.receivers =
        List.of("east", "west").stream().map(region -> start(stack, region, handler)).toList();
  }

  private BenchReceiver start(LocalStack stack, String region, SessionHandler handler) {
    Map<String, String> settings = new HashMap<>();
    settings.put("twinbus.region", region);
    settings.put("twinbus.standby-delay", "1s");
    return BenchReceiver.handling(
        ProductSettings.of(Endpoints.parse(stack.toJson()), settings), ledger, handler);
  }

  @Override
  public void close() {
    receivers.forEach(BenchReceiver::close);
    ledger.close();
  }
}
