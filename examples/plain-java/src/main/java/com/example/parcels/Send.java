package com.example.parcels;

import io.twinbus.protocol.configuration.Configuration;
import io.twinbus.protocol.settings.FlatSettings;
import io.twinbus.sender.Sender;
import io.twinbus.sender.message.OutboundMessage;
import java.nio.file.Path;

/** Sends the scans of one parcel: {@code Send PARCEL PLACE...}. */
final class Send {

  private Send() {}

  public static void main(String[] arguments) throws Exception {
    // snippet
    FlatSettings settings = Configuration.load(Path.of("twinbus.yaml"), System.getenv());
    try (Sender sender = Sender.builder(settings).build()) {
      for (int i = 1; i < arguments.length; i++) {
        String id = arguments[0] + "-" + i;
        OutboundMessage scan = OutboundMessage.of(arguments[0], id).body(arguments[i]).build();
        System.out.println(id + " " + sender.sendAndWait(scan).regions());
      }
    }
  }
}
