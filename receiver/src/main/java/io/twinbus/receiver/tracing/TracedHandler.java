package io.twinbus.receiver.tracing;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.twinbus.receiver.HandlerOutcome;
import io.twinbus.receiver.Invocation;
import io.twinbus.receiver.Message;
import io.twinbus.receiver.SessionHandler;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A handler with a span for each call. Thread-safe. */
final class TracedHandler implements SessionHandler {

  private static final String OUTCOME = "twinbus.outcome";

  private final SessionHandler handler;
  private final Tracer tracer;
  private final String entity;

  TracedHandler(SessionHandler handler, Tracer tracer, String entity) {
    this.handler = handler;
    this.tracer = tracer;
    this.entity = entity;
  }

  /** Answers the very stage of the handler: a cancel must reach it. */
  @Override
  public CompletionStage<HandlerOutcome> handle(Message message, Invocation invocation) {
    Context parent = MessageContext.in(message);
    Span span = start(message, invocation, parent);
    Context within = parent.with(span);
    CompletionStage<HandlerOutcome> call;
    try {
      call =
          within
              .wrapSupplier(() -> handler.handle(MessageContext.into(message, within), invocation))
              .get();
    } catch (RuntimeException | Error e) {
      end(span, null, e);
      throw e;
    }
    var unused = call.whenComplete((outcome, error) -> end(span, outcome, error));
    return call;
  }

  @Override
  public CompletionStage<Boolean> isReachable() {
    return handler.isReachable();
  }

  private Span start(Message message, Invocation invocation, Context parent) {
    var builder =
        tracer
            .spanBuilder("process " + entity)
            .setParent(parent)
            .setSpanKind(SpanKind.CONSUMER)
            .setAttribute("messaging.system", "servicebus")
            .setAttribute("messaging.operation.name", "process")
            .setAttribute("messaging.operation.type", "process")
            .setAttribute("messaging.destination.name", entity)
            .setAttribute("messaging.message.id", message.id().value())
            .setAttribute("messaging.message.body.size", (long) message.body().size())
            .setAttribute("twinbus.session", message.session().value())
            .setAttribute("twinbus.region", invocation.caller().region().value())
            .setAttribute("twinbus.instance", invocation.caller().instance().value())
            .setAttribute("twinbus.token", invocation.token())
            .setAttribute("twinbus.attempt", (long) invocation.attempt());
    invocation
        .position()
        .ifPresent(
            place ->
                builder
                    .setAttribute("twinbus.stream", place.stream().value())
                    .setAttribute("twinbus.seq", place.seq()));
    return builder.startSpan();
  }

  private static void end(Span span, @Nullable HandlerOutcome outcome, @Nullable Throwable error) {
    if (outcome instanceof HandlerOutcome.Completed) {
      span.setAttribute(OUTCOME, "completed");
    } else if (outcome instanceof HandlerOutcome.Retry retry) {
      fail(span, "retry", retry.reason());
    } else if (outcome instanceof HandlerOutcome.EndUnknown unknown) {
      fail(span, "end-unknown", unknown.reason());
    } else if (outcome instanceof HandlerOutcome.DeadLetter letter) {
      fail(span, "dead-letter", letter.reason() + ": " + letter.description());
    } else if (outcome instanceof HandlerOutcome.Fenced) {
      fail(span, "fenced", "The sink has seen a newer token.");
    } else {
      fail(span, "failed", String.valueOf(error));
    }
    span.end();
  }

  private static void fail(Span span, String outcome, String reason) {
    span.setAttribute(OUTCOME, outcome);
    span.setStatus(StatusCode.ERROR, reason);
  }
}
