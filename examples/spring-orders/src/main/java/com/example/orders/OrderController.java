package com.example.orders;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twinbus.sender.Sender;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.message.Receipt;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Takes events of orders over HTTP: 202 once a region has the message. */
@RestController
class OrderController {

  private final Sender sender;
  private final ObjectMapper json;

  OrderController(Sender sender, ObjectMapper json) {
    this.sender = sender;
    this.json = json;
  }

  @PostMapping("/orders/{order}/events")
  @ResponseStatus(HttpStatus.ACCEPTED)
  CompletableFuture<Void> take(@PathVariable String order, @RequestBody OrderEvent event)
      throws JsonProcessingException {
    OutboundMessage message =
        OutboundMessage.of(order, UUID.randomUUID().toString())
            .contentType("application/json")
            .body(json.writeValueAsString(event))
            .build();
    CompletableFuture<Receipt> receipt = sender.send(message);
    return receipt.thenAccept(taken -> {});
  }
}
