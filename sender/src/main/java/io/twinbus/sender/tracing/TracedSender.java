package io.twinbus.sender.tracing;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.sender.DelegatingSender;
import io.twinbus.sender.Sender;
import io.twinbus.sender.message.CopyStatus;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.message.Receipt;
import io.twinbus.sender.message.SendFailedException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A sender with a span for each send. */
final class TracedSender extends DelegatingSender {

  private static final AttributeKey<List<String>> REGIONS =
      AttributeKey.stringArrayKey("twinbus.regions.accepted");

  private final Tracer tracer;
  private final String entity;

  TracedSender(Sender inner, Tracer tracer, ClusterSettings cluster) {
    super(inner);
    this.tracer = tracer;
    this.entity = cluster.entity().name();
  }

  @Override
  public CompletableFuture<Receipt> send(OutboundMessage message) {
    SpanContext brought = TraceContextProperties.in(message);
    Span span = start(message, brought);
    OutboundMessage sent =
        brought.isValid()
            ? message
            : TraceContextProperties.into(message, Context.current().with(span));
    CompletableFuture<Receipt> receipt;
    try {
      receipt = super.send(sent);
    } catch (RuntimeException e) {
      end(span, null, e);
      throw e;
    }
    var unused = receipt.whenComplete((done, error) -> end(span, done, error));
    return receipt;
  }

  private Span start(OutboundMessage message, SpanContext brought) {
    SpanBuilder builder =
        tracer
            .spanBuilder("send " + entity)
            .setSpanKind(brought.isValid() ? SpanKind.CLIENT : SpanKind.PRODUCER)
            .setAttribute("messaging.system", "servicebus")
            .setAttribute("messaging.operation.name", "send")
            .setAttribute("messaging.operation.type", "send")
            .setAttribute("messaging.destination.name", entity)
            .setAttribute("messaging.message.id", message.id().value())
            .setAttribute("messaging.message.body.size", (long) message.body().size())
            .setAttribute("twinbus.session", message.session().value());
    message
        .correlationId()
        .ifPresent(id -> builder.setAttribute("messaging.message.conversation_id", id));
    if (brought.isValid()) {
      builder.addLink(brought);
    }
    return builder.startSpan();
  }

  private static void end(Span span, @Nullable Receipt receipt, @Nullable Throwable error) {
    if (receipt != null) {
      span.setAttribute("twinbus.stream", receipt.position().stream().value());
      span.setAttribute("twinbus.seq", receipt.position().seq());
      span.setAttribute(REGIONS, accepted(receipt));
    } else if (error != null) {
      span.setStatus(StatusCode.ERROR, String.valueOf(error.getMessage()));
      span.setAttribute("error.type", typeOf(error));
    }
    span.end();
  }

  private static List<String> accepted(Receipt receipt) {
    return receipt.regions().entrySet().stream()
        .filter(each -> each.getValue() == CopyStatus.ACCEPTED)
        .map(Map.Entry::getKey)
        .map(region -> region.value())
        .toList();
  }

  private static String typeOf(Throwable error) {
    if (error instanceof SendFailedException failed) {
      return failed
          .condition()
          .orElseGet(() -> failed.kind().name().toLowerCase(Locale.ROOT).replace('_', '-'));
    }
    return error.getClass().getName();
  }
}
