package io.twinbus.sender.servicebus;

import com.azure.messaging.servicebus.ServiceBusSenderAsyncClient;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.sender.pipeline.AnswerWatch;
import io.twinbus.sender.pipeline.Event;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The SDK's client of one link, which is made anew when its answers stay away.
 *
 * <p>The SDK keeps its connection, session and link, and asks them again after an answer that never
 * came. One that is stuck stays stuck for the life of the client, also while the region is well
 * (azure-sdk-for-java, issues 48447 and 50503). A batch that is under way on the old client ends
 * without an answer, and is sent again under the same ids. Thread-safe.
 */
final class RenewedClient implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger("io.twinbus.sender");

  private final RegionName region;
  private final Supplier<ServiceBusSenderAsyncClient> maker;
  private final Clocks clocks;
  private final Executor closing;
  private AnswerWatch watch = new AnswerWatch();
  private ServiceBusSenderAsyncClient present;
  private boolean closed;

  /**
   * A client that {@code maker} makes, now and anew.
   *
   * @param closing closes what is of no use, which may block for seconds
   */
  RenewedClient(
      RegionName region,
      Supplier<ServiceBusSenderAsyncClient> maker,
      Clocks clocks,
      Executor closing) {
    this.region = region;
    this.maker = maker;
    this.clocks = clocks;
    this.closing = closing;
    this.present = maker.get();
  }

  /** The one to use for the next batch. */
  synchronized ServiceBusSenderAsyncClient get() {
    return present;
  }

  /** A batch that {@code used} was to send has ended with {@code outcome}. */
  void ended(ServiceBusSenderAsyncClient used, Event outcome) {
    synchronized (this) {
      if (closed || used != present || !watch.on(outcome, clocks.now().monotonic())) {
        return;
      }
      present = maker.get();
      watch = new AnswerWatch();
    }
    LOG.info(
        "Region {} has not answered {} batches in a row: the sender opens a new connection to it.",
        region,
        AnswerWatch.STRIKES);
    closing.execute(used::close);
  }

  @Override
  public void close() {
    ServiceBusSenderAsyncClient last;
    synchronized (this) {
      closed = true;
      last = present;
    }
    last.close();
  }
}
