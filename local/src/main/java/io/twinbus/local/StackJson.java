package io.twinbus.local;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The line by which a local stack tells other processes how to connect. */
final class StackJson {
  private StackJson() {}

  static String of(LocalStack stack) {
    ObjectNode line = JsonNodeFactory.instance.objectNode();
    ObjectNode regions = line.putObject("regions");
    stack
        .regions()
        .forEach(
            (name, region) -> {
              ObjectNode one = regions.putObject(name);
              one.put("connectionString", region.connectionString());
              region.tlsConnectionString().ifPresent(tls -> one.put("tlsConnectionString", tls));
            });
    ObjectNode ledger = line.putObject("ledger").put("endpoint", stack.ledgerEndpoint());
    stack.ledger().tlsEndpoint().ifPresent(tls -> ledger.put("tlsEndpoint", tls));
    ledger.put("key", stack.ledgerKey());
    line.put("control", stack.controlUrl().toString());
    return line.toString();
  }
}
