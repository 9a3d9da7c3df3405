package io.twinbus.sender.request;

import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.RegionSettings;
import io.twinbus.sender.Sender;
import io.twinbus.sender.link.ReplySources.ReplySource;
import io.twinbus.sender.message.InvalidMessageException;
import io.twinbus.sender.message.OutboundMessage;
import io.twinbus.sender.message.Receipt;
import io.twinbus.sender.message.SendFailedException;
import io.twinbus.sender.request.PendingRequests.End;
import io.twinbus.sender.request.PendingRequests.Opening;
import io.twinbus.sender.request.PendingRequests.Waiting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests and waits for their replies, over two regions both ways.
 *
 * <ol>
 *   <li>The request goes to all regions like any message. It names the reply queue and this
 *       client's session on it, which is random for each client.
 *   <li>A responder writes its reply to that session in all regions ({@link ReplySender}).
 *   <li>This client receives its session in all regions. It takes the first copy of a reply, and
 *       drops the others.
 * </ol>
 *
 * <p>So a request is answered while one region works for the request and one for the reply. The
 * reply queue needs sessions, and a default time to live after which the service removes the
 * replies to clients that are gone. Thread-safe.
 */
public final class RequestClient implements AutoCloseable {

  /** How many ids are remembered for each request that may wait, to recognise late copies. */
  private static final int REMEMBERED = 10;

  private final Sender sender;
  private final String replyQueue;
  private final SessionId session;
  private final int maxOutstanding;
  private final PendingRequests pending;
  private final ScheduledThreadPoolExecutor timer;
  private final ExecutorService outcomes;
  private final List<ReplySource> sources = new ArrayList<>();
  private volatile boolean closed;

  RequestClient(RequestClientBuilder builder) {
    this.sender = builder.sender;
    this.replyQueue = builder.replyQueue;
    this.session = builder.session;
    this.maxOutstanding = builder.maxOutstanding;
    this.pending = new PendingRequests(maxOutstanding, maxOutstanding * REMEMBERED);
    this.timer = new ScheduledThreadPoolExecutor(1, work -> daemon(work, "twinbus-request-timer"));
    this.timer.setRemoveOnCancelPolicy(true);
    this.outcomes =
        Executors.newSingleThreadExecutor(work -> daemon(work, "twinbus-request-outcomes"));
    try {
      for (RegionSettings region : builder.cluster.regions().values()) {
        sources.add(
            builder.sources.open(
                region,
                replyQueue,
                session,
                arrival -> pending.arrived(arrival).ifPresent(this::handOut)));
      }
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /**
   * Begins a client that sends its requests with {@code sender} and receives replies in the regions
   * of {@code cluster}. The caller closes the sender.
   */
  public static RequestClientBuilder builder(Sender sender, ClusterSettings cluster) {
    return new RequestClientBuilder(sender, cluster);
  }

  /** This client's session on the reply queue. */
  public SessionId session() {
    return session;
  }

  /**
   * Sends a request and returns a future of its outcome, which completes normally within {@code
   * timeout}. The call itself blocks as {@link Sender#send} does. This method sets the message's
   * reply address. Dependents of the future run on one thread of the client: a dependent that takes
   * long belongs on another executor.
   *
   * <p>A request that has ended may be sent again under its id; a reply to either ends the new one.
   *
   * <p>Responders still work on a request that has timed out. Give the message a time to live to
   * prevent that.
   *
   * @throws InvalidMessageException when a request with the same id waits for its reply, or the
   *     timeout is not positive
   */
  public CompletableFuture<RequestOutcome> request(OutboundMessage message, Duration timeout) {
    if (timeout.isNegative() || timeout.isZero()) {
      throw new InvalidMessageException(
          "The timeout of a request is " + timeout + ": give a positive duration.");
    }
    Opening opening = pending.open(message.id().wire(), timeout);
    if (opening instanceof Opening.SameId) {
      throw new InvalidMessageException(
          "A request '%s' waits for its reply already: give each request its own id."
              .formatted(message.id()));
    }
    if (opening instanceof Opening.Opened opened) {
      return send(message, opened.request(), timeout);
    }
    return CompletableFuture.completedFuture(new RequestOutcome.TooMany(maxOutstanding));
  }

  /**
   * Sends a request and waits for its outcome: a convenience for one request at a time.
   *
   * @throws InterruptedException when the thread is interrupted; a responder may still work on the
   *     request
   * @throws InvalidMessageException as {@link #request}
   */
  public RequestOutcome requestAndWait(OutboundMessage message, Duration timeout)
      throws InterruptedException {
    try {
      return request(message, timeout).get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("A request's future completes normally.", e);
    }
  }

  /** The figures of this client. */
  public RequestStatistics statistics() {
    return pending.statistics();
  }

  /** Ends all waiting requests as {@link RequestOutcome.Closed}; the sender stays open. */
  @Override
  public void close() {
    closed = true;
    pending.close().forEach(this::handOut);
    sources.forEach(ReplySource::close);
    timer.shutdownNow();
    outcomes.shutdown();
  }

  private CompletableFuture<RequestOutcome> send(
      OutboundMessage message, Waiting request, Duration timeout) {
    Future<?> alarm = alarm(request, timeout);
    if (alarm != null) {
      var unused = request.outcome().whenComplete((end, error) -> alarm.cancel(false));
    }
    OutboundMessage addressed = message.toBuilder().replyTo(replyQueue, session.value()).build();
    var unused =
        sender.send(addressed).whenComplete((receipt, error) -> sent(request, receipt, error));
    if (closed) {
      pending.close().forEach(this::handOut);
    }
    return request.outcome();
  }

  private void sent(Waiting request, @Nullable Receipt receipt, @Nullable Throwable error) {
    if (receipt == null && error instanceof SendFailedException failed) {
      pending.notAcknowledged(request, failed).ifPresent(this::handOut);
    }
  }

  private @Nullable Future<?> alarm(Waiting request, Duration timeout) {
    try {
      return timer.schedule(
          () -> pending.timedOut(request).ifPresent(this::handOut),
          timeout.toNanos(),
          TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      return null; // closed: the request ends as such
    }
  }

  private void handOut(End end) {
    try {
      outcomes.execute(() -> end.request().outcome().complete(end.outcome()));
    } catch (RejectedExecutionException e) {
      end.request().outcome().complete(end.outcome());
    }
  }

  private static Thread daemon(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }
}
