package io.twinbus.receiver.runtime;

import io.twinbus.protocol.SessionId;
import io.twinbus.protocol.time.Clocks;
import io.twinbus.receiver.broker.AcceptOutcome;
import io.twinbus.receiver.broker.Broker;
import io.twinbus.receiver.broker.BrokerSession;
import io.twinbus.receiver.broker.EarlySession;
import io.twinbus.receiver.rules.AcceptPace;
import io.twinbus.receiver.rules.EarlyAccepts;
import io.twinbus.receiver.rules.SharedPlaces;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Accepts sessions while there is room for them:
 *
 * <ol>
 *   <li>While no session is found, {@code calm} accepts wait at the broker, each with a place of
 *       {@link SharedPlaces}. More wait while sessions are found ({@link AcceptPace}): an accept
 *       takes several round trips, so that a flood needs many at a time. A message now and then
 *       needs few, and calls for none of the places that other queues have borrowed.
 *   <li>While sessions give their places up one after the other, some of these accepts wait without
 *       a place ({@link EarlyAccepts}), and what they bring waits for one with its first copy
 *       ({@link EarlySession}).
 *   <li>A region out of reach is asked again after a back-off.
 * </ol>
 *
 * <p>Thread-safe.
 */
final class AcceptLoop {

  private static final Logger LOG = LoggerFactory.getLogger(AcceptLoop.class);

  /** How often to look whether more may be asked for again. */
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

  private final Broker broker;
  private final Places places;
  private final Host host;
  private final ScheduledExecutorService timer;
  private final Clocks clocks;
  private volatile boolean stopped;

  /** The next look whether more may be asked for; a timer that fires twice looks once. */
  private final AtomicReference<@Nullable Object> reopening = new AtomicReference<>();

  private final EarlyAccepts<BrokerSession> early;
  private volatile boolean held;
  private volatile boolean hungry;
  private final AtomicLong accepted = new AtomicLong();
  private volatile boolean asked;
  private final AcceptPace pace; // guarded by this

  /**
   * Where sessions go.
   *
   * @param share the queue's places
   * @param calm how many accepts may wait while no session is found; each that is found allows one
   *     more
   * @param most how many may wait at a time
   * @param ahead how many of them may wait without a place
   * @param isOpen whether more may be asked for
   */
  record Places(SharedPlaces.Share share, int calm, int most, int ahead, BooleanSupplier isOpen) {

    /**
     * Of several {@code queues} each has one accept in calm, fewer in a flood, and none without a
     * place: a place that comes free is first for the queue that is owed one.
     */
    static Places of(
        SharedPlaces.Share share,
        ReceiverOptions.Limits limits,
        int queues,
        BooleanSupplier isOpen) {
      int parallel = limits.parallelAccepts();
      return queues == 1
          ? new Places(share, parallel, limits.mostAccepts(), limits.mostAccepts(), isOpen)
          : new Places(share, 1, parallel, 0, isOpen);
    }
  }

  /** Whom it hands sessions over to. */
  interface Host {

    /** {@code session} has come. It is handed over now, or as soon as there is a place for it. */
    void came(SessionId session);

    /** Takes {@code session} over; one for which this throws is given back. */
    void accepted(BrokerSession session);
  }

  AcceptLoop(
      Broker broker, Places places, Host host, ScheduledExecutorService timer, Clocks clocks) {
    this.broker = broker;
    this.places = places;
    this.early = new EarlyAccepts<>(places.share(), places.ahead());
    this.pace = new AcceptPace(places.calm(), places.most());
    this.host = host;
    this.timer = timer;
    this.clocks = clocks;
  }

  /** Accepts as many as there is room for; code that makes room calls it. */
  void fill() {
    seatEarly();
    while (mayAsk()) {
      var unused =
          ask()
              .whenComplete(
                  (outcome, error) ->
                      answered(
                          outcome != null
                              ? outcome
                              : new AcceptOutcome.Unavailable(String.valueOf(error))));
    }
    askAgainUntilOpen();
  }

  private void seatEarly() {
    BrokerSession next = nextSeated();
    while (next != null) {
      try {
        take(next, false);
      } finally {
        places.share().arrived();
      }
      next = nextSeated();
    }
  }

  private synchronized @Nullable BrokerSession nextSeated() {
    return stopped || held ? null : early.seat();
  }

  private void askAgainUntilOpen() {
    Object look = new Object();
    if (stopped || places.isOpen().getAsBoolean() || !reopening.compareAndSet(null, look)) {
      return;
    }
    try {
      var unused =
          timer.schedule(() -> reopen(look), BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      stopped = true; // the process ends
    }
  }

  private void reopen(Object look) {
    if (reopening.compareAndSet(look, null)) {
      fill();
    }
  }

  /** A broker that throws is one that cannot be asked: the place of the accept is free again. */
  private CompletionStage<AcceptOutcome> ask() {
    try {
      return broker.acceptNext();
    } catch (RuntimeException | Error e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** Accepts no more; sessions that wait for a place, or come still, are given back. */
  void stop() {
    synchronized (this) {
      stopped = true;
      places.share().wantsNone();
    }
    giveEarlyBack();
  }

  /** Accepts none until {@link #goOn}; sessions that wait, or come meanwhile, are given back. */
  void hold() {
    synchronized (this) {
      held = true;
      places.share().wantsNone();
    }
    giveEarlyBack();
  }

  private void giveEarlyBack() {
    early.sessions().forEach(this::giveBack);
  }

  private void giveBack(BrokerSession waiting) {
    if (!early.remove(waiting)) {
      return; // it has got a place
    }
    hungry = true; // whatever other accepts have found meanwhile
    try {
      waiting.close();
    } catch (RuntimeException | Error e) {
      LOG.error("Session {} could not be given back.", waiting.session(), e);
    }
  }

  /** How many sessions went back because no place came free in time. */
  long wentBack() {
    return early.wentBack();
  }

  /** Whether a session has come that waits for a place. */
  boolean isAwaited() {
    return early.isAnySession();
  }

  /** A session has given its place up, and not because it was told to. */
  void freed() {
    early.freed(clocks.now().monotonic());
  }

  /** How many accepts wait, or have brought a session that has not begun. */
  int coming() {
    return places.share().coming() + early.count();
  }

  /** Accepts may be asked for again, by {@link #fill}. */
  synchronized void goOn() {
    held = false;
  }

  /** How many sessions the broker has given. */
  long accepted() {
    return accepted.get();
  }

  /**
   * Whether sessions may be waiting at the broker: the latest accept found one, or one was given
   * back since.
   */
  boolean isHungry() {
    return hungry;
  }

  /** Why the region seems out of reach; null while it answers. */
  @Nullable String unreachable() {
    return pace.unreachable();
  }

  /** Whether the region has been asked for a session. */
  boolean hasAsked() {
    return asked;
  }

  private synchronized boolean mayAsk() {
    int without = early.count();
    int more = pace.wanted() - places.share().waiting() - without;
    if (stopped || held) {
      places.share().wantsNone();
      return false;
    }
    if (!pace.mayAsk(clocks.now().monotonic()) || !places.isOpen().getAsBoolean() || more <= 0) {
      if (without == 0) {
        places.share().wantsNone();
      }
      return false;
    }
    if (!places.share().tryTake(more) && !early.tryAdd(clocks.now().monotonic())) {
      return false;
    }
    asked = true;
    return true;
  }

  private void answered(AcceptOutcome outcome) {
    boolean late;
    boolean hasPlace;
    boolean isFound = outcome instanceof AcceptOutcome.Accepted;
    hungry = isFound;
    synchronized (this) {
      late = stopped || held;
      hasPlace = early.answeredWithPlace(isFound && !late);
      if (outcome instanceof AcceptOutcome.Unavailable unavailable) {
        failed(unavailable.why());
      } else {
        reached(isFound);
      }
    }
    try {
      if (outcome instanceof AcceptOutcome.Accepted granted) {
        accepted.incrementAndGet();
        if (!late) {
          host.came(granted.session().session());
        }
        if (hasPlace || late) {
          take(granted.session(), late);
        } else {
          keep(granted.session());
        }
      }
    } finally {
      if (hasPlace) {
        places.share().arrived(); // or a session whose close throws keeps its place for ever
      }
      fill();
    }
  }

  /**
   * The next place that comes free is for this session, if one does in time. Its first copy comes
   * meanwhile.
   */
  private void keep(BrokerSession came) {
    BrokerSession session;
    try {
      session = EarlySession.reading(came);
    } catch (RuntimeException | Error e) {
      giveBackBroken(came, e);
      return;
    }
    early.add(session);
    try {
      var unused =
          timer.schedule(
              () -> giveBack(session), EarlyAccepts.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      stop(); // the process ends
    }
    if (stopped || held) {
      giveBack(session); // the others were given back meanwhile
    }
  }

  private void take(BrokerSession session, boolean late) {
    if (late) {
      session.close();
      return;
    }
    try {
      host.accepted(session);
    } catch (RuntimeException | Error e) {
      giveBackBroken(session, e);
    }
  }

  private static void giveBackBroken(BrokerSession session, Throwable e) {
    LOG.error("Session {} could not be taken in: it is given back.", session.session(), e);
    session.close();
  }

  private void failed(String why) {
    if (stopped) {
      return;
    }
    if (!pace.isBackingOff()) {
      LOG.warn(
          "No session can be accepted ({}): trying again, at most every {} s, until the region"
              + " answers.",
          why,
          AcceptPace.LONGEST_BACKOFF.toSeconds());
    }
    askAfter(pace.failed(why, clocks.now().monotonic()));
  }

  private void reached(boolean isFound) {
    if (pace.isBackingOff()) {
      LOG.info("The region answers again: sessions are accepted.");
    }
    if (isFound) {
      pace.found();
    } else {
      askAfter(pace.none(clocks.now().monotonic()));
    }
  }

  private void askAfter(Duration wait) {
    if (wait.isZero()) {
      return;
    }
    try {
      var unused = timer.schedule(this::fill, wait.toMillis() + 1, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      stopped = true; // the process ends
    }
  }
}
