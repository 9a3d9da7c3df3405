package io.twinbus.simulation;

import io.twinbus.protocol.ParsedHeaders;
import io.twinbus.protocol.Position;
import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SequencedHeaders;
import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.StreamId;
import io.twinbus.receiver.broker.AcceptOutcome;
import io.twinbus.receiver.broker.Broker;
import io.twinbus.receiver.broker.Delivery;
import io.twinbus.receiver.broker.Settlement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * The simulation's broker behind the port, with a timeline of its own: a double that runs on the
 * thread of its test. Nothing happens but in {@link #letTimePass}.
 *
 * <p>A seed decides every delay, and which of several free sessions is accepted. Not thread-safe.
 */
public final class SimulatedRegion implements Broker {

  private final Ground ground;
  private final SimulatedBroker broker;
  private final List<DeadLetter> deadLetters = new ArrayList<>();
  private final BrokerWay way;

  /** A copy that was dead-lettered. */
  public record DeadLetter(SessionId session, long seq, String reason, String description) {}

  /** A region without messages. */
  public SimulatedRegion(RegionName name, long seed) {
    this(name, Ground.of(seed, false));
  }

  private SimulatedRegion(RegionName name, Ground ground) {
    this.ground = ground;
    this.broker = new SimulatedBroker(name, ground, this::note);
    this.way = new BrokerWay(broker, Always.UP);
  }

  /** Puts message {@code seq} of {@code session} into its queue, at once or later. */
  public void send(SessionId session, StreamId stream, long seq, Duration delay) {
    SequencedHeaders headers =
        new SequencedHeaders(
            new Position(stream, seq, seq - 1), null, broker.region(), ProcessClock.START, null);
    SentMessage message = new SentMessage(session, headers);
    Duration when = ground.timeline().now().plus(delay);
    broker.schedule(new SentCopy(message, headers, when), when);
  }

  /** Has everything happen that is due within {@code time}. */
  public void letTimePass(Duration time) {
    ground.timeline().runUntil(ground.timeline().now().plus(time));
  }

  /** The region is out, until {@link #comeBack}. */
  public void goDown() {
    broker.goDown();
  }

  /** The region is back. */
  public void comeBack() {
    broker.comeBack();
  }

  /** Takes the session's lock from whoever holds it. */
  public void loseLock(SessionId session) {
    broker.queues().stream()
        .filter(queue -> queue.session().equals(session))
        .forEach(queue -> queue.loseLock("a test says so"));
  }

  /** How many copies nobody has settled. */
  public int unsettled() {
    return broker.backlog();
  }

  /** The dead letters, oldest first. */
  public List<DeadLetter> deadLetters() {
    return List.copyOf(deadLetters);
  }

  @Override
  public CompletionStage<AcceptOutcome> acceptNext() {
    return way.acceptNext();
  }

  @Override
  public void close() {
    way.close();
  }

  private void note(
      SessionId session, Delivery copy, Settlement settlement, RegionName unusedRegion) {
    if (settlement instanceof Settlement.DeadLetter dead) {
      Position position = ((ParsedHeaders.Sequenced) copy.headers()).headers().position();
      deadLetters.add(new DeadLetter(session, position.seq(), dead.reason(), dead.description()));
    }
  }

  /** A holder that always runs. */
  private enum Always implements LinkHolder {
    UP;

    @Override
    public void hand(Runnable work) {
      work.run();
    }

    @Override
    public boolean isUp() {
      return true;
    }

    @Override
    public boolean isDead() {
      return false;
    }
  }
}
