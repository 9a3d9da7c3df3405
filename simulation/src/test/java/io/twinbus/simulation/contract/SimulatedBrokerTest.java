package io.twinbus.simulation.contract;

import io.twinbus.protocol.RegionName;
import io.twinbus.protocol.SessionId;
import io.twinbus.receiver.broker.Broker;
import io.twinbus.simulation.SimulatedRegion;
import io.twinbus.testkit.broker.contract.AcceptContract;
import io.twinbus.testkit.broker.contract.BrokerSite;
import io.twinbus.testkit.broker.contract.SearchContract;
import io.twinbus.testkit.broker.contract.SentCopy;
import io.twinbus.testkit.broker.contract.SessionContract;
import io.twinbus.testkit.broker.contract.TroubleContract;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Nested;

/** The suites on the broker that the simulation runs on, in its own time. */
class SimulatedBrokerTest {

  private final Site site = new Site();

  @Nested
  class Accepts extends AcceptContract {
    @Override
    protected BrokerSite site() {
      return site;
    }
  }

  @Nested
  class Sessions extends SessionContract {
    @Override
    protected BrokerSite site() {
      return site;
    }
  }

  @Nested
  class Searches extends SearchContract {
    @Override
    protected BrokerSite site() {
      return site;
    }
  }

  @Nested
  class Trouble extends TroubleContract {
    @Override
    protected BrokerSite site() {
      return site;
    }
  }

  private static final class Site implements BrokerSite, BrokerSite.Mishaps {

    private static final Duration STEP = Duration.ofMillis(10);

    private final SimulatedRegion region = new SimulatedRegion(new RegionName("east"), 42);

    @Override
    public Broker broker() {
      return region;
    }

    @Override
    public void send(List<SentCopy> copies) {
      copies.forEach(copy -> region.send(copy.session(), copy.stream(), copy.seq(), copy.delay()));
      letTimePass(STEP);
    }

    @Override
    public int unsettled() {
      return region.unsettled();
    }

    @Override
    public List<DeadLetter> deadLetters() {
      return region.deadLetters().stream()
          .map(
              dead -> new DeadLetter(dead.session(), dead.seq(), dead.reason(), dead.description()))
          .toList();
    }

    @Override
    public boolean await(BooleanSupplier condition, Duration bound) {
      long steps = bound.dividedBy(STEP);
      for (long step = 0; step < steps && !condition.getAsBoolean(); step++) {
        letTimePass(STEP);
      }
      return condition.getAsBoolean();
    }

    @Override
    public void letTimePass(Duration time) {
      region.letTimePass(time);
    }

    @Override
    public Duration lockDuration() {
      return Duration.ofSeconds(30);
    }

    @Override
    public int searchReach() {
      return 6;
    }

    @Override
    public Optional<Mishaps> mishaps() {
      return Optional.of(this);
    }

    @Override
    public void loseLock(SessionId session) {
      region.loseLock(session);
    }

    @Override
    public void regionDown() {
      region.goDown();
    }

    @Override
    public void regionUp() {
      region.comeBack();
    }

    @Override
    public Optional<EntityMishaps> entity() {
      return Optional.empty();
    }
  }
}
