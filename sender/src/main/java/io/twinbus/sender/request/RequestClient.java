package io.twinbus.sender.request;

import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.settings.ClusterSettings;
import io.twinbus.protocol.settings.RegionSettings;
import io.twinbus.sender.InvalidMessageException;
import io.twinbus.sender.OutboundMessage;
import io.twinbus.sender.Receipt;
import io.twinbus.sender.SendFailedException;
import io.twinbus.sender.Sender;
import io.twinbus.sender.request.PendingRequests.End;
import io.twinbus.sender.request.PendingRequests.Opening;
import io.twinbus.sender.request.PendingRequests.Waiting;
import io.twinbus.sender.request.ReplySources.ReplySource;
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
 *   <li>The request goes to all regions like any message; it names the reply queue and this
 *       client's own session in it, a random one for each client.
 *   <li>A responder writes its reply to that session in all regions ({@link Replies}).
 *   <li>This client receives its session in all regions, takes the first copy of a reply for the
 *       request that it names, and drops the others.
 * </ol>
 *
 * <p>So a request is answered while one region works on the way there and one on the way back. The
 * reply queue needs sessions, and a default time to live after which the service clears away what a
 * client that is gone has left there. Thread-safe.
 */
public final class RequestClient implements AutoCloseable {

  /** How many ends are remembered for each request that may wait, to tell late copies by. */
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
    for (RegionSettings region : builder.cluster.regions().values()) {
      sources.add(
          builder.sources.open(
              region,
              replyQueue,
              session,
              arrival -> pending.arrived(arrival).ifPresent(this::handOut)));
    }
  }

  /**
   * Begins a client that sends its requests with {@code sender}, which stays the caller's to close,
   * and receives replies in the regions of {@code cluster}.
   */
  public static RequestClientBuilder builder(Sender sender, ClusterSettings cluster) {
    return new RequestClientBuilder(sender, cluster);
  }

  /** This client's own session on the reply queue. */
  public SessionId session() {
    return session;
  }

  /**
   * Sends a request and answers a future of how it ends, which completes normally within {@code
   * timeout} of the call; the call itself blocks as {@link Sender#send} does. The message's reply
   * address is set here. Dependents of the future run on one thread of the client: those that take
   * long belong on an executor of their own.
   *
   * <p>A request that has ended may be sent again under its id; a reply to either ends it.
   *
   * <p>A request that nobody waits for any more is still worked on. Give it a time to live if it
   * shall not be.
   *
   * @throws InvalidMessageException when a request with the same id waits for its reply, or the
   *     timeout is not positive
   */
  public CompletableFuture<RequestOutcome> request(OutboundMessage message, Duration timeout) {
    if (timeout.isNegative() || timeout.isZero()) {
      throw new InvalidMessageException(
          "A request's timeout must be positive, this is " + timeout + ".");
    }
    Opening opening = pending.open(message.id().wire(), timeout);
    if (opening instanceof Opening.SameId) {
      throw new InvalidMessageException(
          "A request '%s' waits for its reply already: give each request an id of its own."
              .formatted(message.id()));
    }
    if (opening instanceof Opening.Opened opened) {
      return send(message, opened.request(), timeout);
    }
    return CompletableFuture.completedFuture(new RequestOutcome.TooMany(maxOutstanding));
  }

  /**
   * Sends a request and waits for how it ends: a convenience, one request at a time.
   *
   * @throws InterruptedException when the thread is interrupted; the request may be worked on
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

  /** What became of the requests so far. */
  public RequestStatistics statistics() {
    return pending.statistics();
  }

  /** Ends all requests that wait as {@link RequestOutcome.Closed}; the sender stays open. */
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
